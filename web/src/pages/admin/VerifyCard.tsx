import { useMutation } from '@tanstack/react-query'
import { type ReplyOf, send } from '../../api/index.ts'
import { Button, Card, ErrorNote, Note } from '../../ui/index.ts'
import s from './admin.module.css'
import { useWords } from './words.ts'

/** Verifies the ledger and shows differences. */
export function VerifyCard() {
  const t = useWords()
  const verify = useMutation({ mutationFn: () => send('post', '/admin/verify') })
  const run = (
    <Button busy={verify.isPending} icon="shield" onClick={() => verify.mutate()}>
      {t('verifyRun')}
    </Button>
  )
  return (
    <Card title={t('verify')} description={t('verifyText')} actions={run}>
      {(verify.isSuccess || verify.isError) && <Outcome verify={verify} />}
    </Card>
  )
}

interface Verified {
  readonly error: unknown
  readonly data?: ReplyOf<'post', '/admin/verify'>
}

function Outcome({ verify: { data, error } }: { readonly verify: Verified }) {
  const t = useWords()
  if (data === undefined) return <ErrorNote error={error} />
  if (data.differences.length === 0) {
    return (
      <Note tone="success" alert>
        {t('verifyFine', { accounts: data.accounts, ms: data.milliseconds })}
      </Note>
    )
  }
  return (
    <Note tone="danger" alert>
      {t('verifyWrong', { count: data.differences.length })}
      <ul className={s.list}>
        {data.differences.map((difference) => (
          <li key={difference}>{difference}</li>
        ))}
      </ul>
    </Note>
  )
}
