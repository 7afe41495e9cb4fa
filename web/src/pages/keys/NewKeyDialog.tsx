import { useMutation, useQueryClient } from '@tanstack/react-query'
import { firstCall, send, useSession } from '../../api/index.ts'
import { useCommonWords } from '../../i18n/index.ts'
import { Button, Code, CopyButton, Dialog, Note } from '../../ui/index.ts'
import type { Created } from './key.ts'
import s from './keys.module.css'
import { useWords } from './words.ts'

interface Props {
  readonly created: Created
  readonly onClose: () => void
}

/** Shows the key once, with a call that works as it is. */
export function NewKeyDialog({ created, onClose }: Props) {
  const t = useWords()
  const common = useCommonWords()
  const client = useQueryClient()
  const { base_url } = useSession()
  const noted = useMutation({
    mutationFn: () => send('post', '/first-steps', { body: { step: 'call_copied' } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['/first-steps'] }),
  })
  const actions = (
    <Button variant="primary" onClick={onClose}>
      {t('kept')}
    </Button>
  )
  return (
    <Dialog
      open
      sticky
      wide
      onClose={onClose}
      title={t('newTitle', { name: created.view.name })}
      actions={actions}
    >
      <Note tone="warning">{t('once')}</Note>
      <div className={s.secret}>
        <code data-testid="new-key">{created.key}</code>
        <CopyButton text={created.key} primary label={common('copy')} />
      </div>
      {created.view.scopes.includes('matchResumeToJd') && (
        <Code label={t('tryIt')} text={firstCall(base_url, created.key)} onCopy={() => noted.mutate()} />
      )}
    </Dialog>
  )
}
