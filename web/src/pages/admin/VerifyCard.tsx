import { useMutation } from '@tanstack/react-query'
import { send } from '../../api/index.ts'
import { Button, Card, ErrorNote, Note } from '../../ui/index.ts'
import s from './admin.module.css'
import { useWords } from './words.ts'

/** Recomputes the ledger, and says where it differs. */
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
      {verify.error ? <ErrorNote error={verify.error} /> : null}
      {verify.data && verify.data.differences.length === 0 && (
        <Note tone="success" alert>
          {t('verifyFine', { accounts: verify.data.accounts, ms: verify.data.milliseconds })}
        </Note>
      )}
      {verify.data && verify.data.differences.length > 0 && (
        <Note tone="danger" alert>
          {t('verifyWrong', { count: verify.data.differences.length })}
          <ul className={s.list}>
            {verify.data.differences.map((difference) => (
              <li key={difference}>{difference}</li>
            ))}
          </ul>
        </Note>
      )}
    </Card>
  )
}
