import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { downloadUrl, send } from '../../api/index.ts'
import { useCommonWords } from '../../i18n/index.ts'
import { Button, ConfirmDialog, DownloadLink, toast } from '../../ui/index.ts'
import type { BatchHead } from './batch.ts'
import { forgetStarted, startedWith } from './draft.ts'
import { useWords } from './words.ts'

export function BatchActions({ head }: { readonly head: BatchHead }) {
  const t = useWords()
  const common = useCommonWords()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [deleting, setDeleting] = useState(false)
  const { batch_id: id } = head
  const running = head.status === 'running'
  const kept = startedWith(id) !== undefined
  const remove = useMutation({
    mutationFn: () => send('delete', '/batches/{id}', { params: { path: { id } } }),
    onSuccess: async () => {
      forgetStarted(id)
      toast(t('deleted'))
      await navigate({ to: '/batches' })
      client.removeQueries({ queryKey: ['/batches/{id}', { path: { id } }] })
      await client.invalidateQueries({ queryKey: ['/batches'] })
    },
  })
  return (
    <>
      <DownloadLink href={downloadUrl('/batches/{id}.csv', {}, id)}>{t('csv')}</DownloadLink>
      <Button
        icon="refresh"
        title={kept ? undefined : t('rerunGone')}
        onClick={() => void navigate({ to: '/batches/new', search: (kept ? { from: id } : {}) as never })}
      >
        {t('rerun')}
      </Button>
      <Button
        disabled={running}
        title={kept ? undefined : t('rerunGone')}
        onClick={() => void navigate({ to: '/batches/new', search: { from: id, edit: 'criteria' } as never })}
      >
        {t('rerunCriteria')}
      </Button>
      <Button icon="trash" disabled={running} onClick={() => setDeleting(true)}>
        {common('delete')}
      </Button>
      <ConfirmDialog
        open={deleting}
        danger
        title={t('deleteTitle')}
        confirm={common('delete')}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={() => setDeleting(false)}
      >
        {t('deleteText')}
      </ConfirmDialog>
    </>
  )
}
