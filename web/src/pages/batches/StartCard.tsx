import type { ReplyOf } from '../../api/index.ts'
import { useLanguage } from '../../i18n/index.ts'
import { Button, Card, cx, ErrorNote, formatPoints } from '../../ui/index.ts'
import s from './batches.module.css'
import { useWords } from './words.ts'

interface Props {
  readonly count: number
  /** Undefined until loaded: nothing starts before its price is shown. */
  readonly prices: ReplyOf<'get', '/balance'> | undefined
  /** The reason why the batch can't start yet. */
  readonly missing: 'needRead' | 'needCandidates' | 'needJob' | 'needCriteria' | null
  readonly busy: boolean
  readonly error: unknown
  readonly onStart: () => void
}

/** The cost of the batch and the button that starts it. */
export function StartCard({ count, prices, missing, busy, error, onStart }: Props) {
  const t = useWords()
  const language = useLanguage()
  const points = (cents: number) => formatPoints(cents, language)
  const eachCents = prices?.prices.batch_candidate ?? 0
  return (
    <Card>
      <div className={s.stack}>
        <ErrorNote error={error} />
        <div className={s.start}>
          <div>
            <p className={s.price}>
              {t('startPrice', { count, each: points(eachCents), points: points(count * eachCents) })}
            </p>
            <p className={s.muted}>
              {t('startNote')} {t('available', { points: points(prices?.money.spendable ?? 0) })}
            </p>
          </div>
          <Button
            variant="primary"
            icon="play"
            busy={busy}
            disabled={missing !== null || prices === undefined}
            onClick={onStart}
          >
            {t('start')}
          </Button>
        </div>
        <p className={cx(s.muted, s.status)} role="status">
          {missing && t(missing)}
        </p>
      </div>
    </Card>
  )
}
