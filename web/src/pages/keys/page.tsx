import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { read, useAccount } from '../../api/index.ts'
import {
  Button,
  Card,
  EmptyState,
  ErrorNote,
  Note,
  Page,
  PageHead,
  Spinner,
  TimeZoneNote,
} from '../../ui/index.ts'
import { CreateKeyDialog } from './CreateKeyDialog.tsx'
import { KeyActions } from './KeyActions.tsx'
import { KeysTable } from './KeysTable.tsx'
import type { Created } from './key.ts'
import s from './keys.module.css'
import { NewKeyDialog } from './NewKeyDialog.tsx'
import { useWords } from './words.ts'

export function KeysPage() {
  const t = useWords()
  const client = useQueryClient()
  const { role } = useAccount()
  const keys = useQuery({ ...read('/keys'), staleTime: 0 })
  const [creating, setCreating] = useState(false)
  const [created, setCreated] = useState<Created | null>(null)
  const mayCreate = role === 'recruiter'
  const show = (made: Created) => {
    setCreating(false)
    setCreated(made)
    // Show the new key in the list and tick the first step immediately.
    void client.invalidateQueries({ queryKey: ['/keys'] })
    void client.invalidateQueries({ queryKey: ['/first-steps'] })
  }
  const create = (
    <Button variant="primary" icon="plus" disabled={!mayCreate} onClick={() => setCreating(true)}>
      {t('create')}
    </Button>
  )
  return (
    <Page>
      <PageHead title={t('title')} description={t('description')} actions={create} />
      {role === 'job_seeker' && <Note tone="warning">{t('jobSeeker')}</Note>}
      {role === 'admin' && <Note>{t('adminNote')}</Note>}
      <ErrorNote error={keys.error} onRetry={() => void keys.refetch()} />
      {keys.isPending && <Spinner page />}
      {keys.data && (
        <Card flush>
          <KeysTable
            keys={keys.data.items}
            actions={(key) => <KeyActions key={key.key_id} apiKey={key} onRotated={show} />}
            empty={
              <EmptyState icon="key" title={t('empty')} action={mayCreate ? create : undefined}>
                {t('emptyText')}
              </EmptyState>
            }
          />
        </Card>
      )}
      {keys.data && keys.data.items.length > 0 && (
        <p className={s.hint}>
          <TimeZoneNote />
        </p>
      )}
      {creating && <CreateKeyDialog onClose={() => setCreating(false)} onCreated={show} />}
      {created && <NewKeyDialog created={created} onClose={() => setCreated(null)} />}
    </Page>
  )
}
