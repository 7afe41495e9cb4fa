import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReplyOf, read, useAccount } from '../../api/index.ts'
import { useLanguage } from '../../i18n/index.ts'
import { Button, Card, ErrorNote, formatPoints, Note } from '../../ui/index.ts'
import s from './playground.module.css'
import { useWords } from './words.ts'

type Cost = ReplyOf<'post', '/try/match'>['cost']

interface Props {
  readonly price: string
  readonly ready: boolean
  readonly busy: boolean
  readonly error: unknown
  readonly cost: Cost | undefined
  readonly onRun: () => void
}

/** The price, the run button, and the charge. */
export function RunBar({ price, ready, busy, error, cost, onRun }: Props) {
  const t = useWords()
  const language = useLanguage()
  const { role } = useAccount()
  const balance = useQuery(read('/balance'))
  const points = (cents: number) => formatPoints(cents, language)
  const allowed = role === 'recruiter'
  return (
    <Card>
      <div className={s.stack}>
        {!allowed && <Note tone="warning">{t('jobSeeker')}</Note>}
        <div className={s.run}>
          <div>
            <p className={s.price}>{price}</p>
            {balance.data && (
              <p className={s.muted}>{t('available', { points: points(balance.data.money.spendable) })}</p>
            )}
          </div>
          <Button
            variant="primary"
            icon="play"
            busy={busy}
            disabled={!ready || !allowed || balance.data === undefined}
            onClick={onRun}
          >
            {t('run')}
          </Button>
        </div>
        <ErrorNote error={error} />
        <div role="status" className={s.status}>
          {cost && (
            <Note tone="success">
              <p>
                {t('cost', {
                  points: points(cost.billed_point_cents),
                  left: points(cost.balance_point_cents),
                })}{' '}
                ·{' '}
                <Link to="/usage" search={{ request_id: cost.request_id } as never}>
                  {t('viewCall')}
                </Link>
              </p>
            </Note>
          )}
        </div>
      </div>
    </Card>
  )
}
