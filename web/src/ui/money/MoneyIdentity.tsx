import type { ReplyOf } from '../../api/index.ts'
import { Card } from '../card/Card.tsx'
import { cx } from '../cx.ts'
import { Note } from '../error-note/ErrorNote.tsx'
import { Points } from '../points/Points.tsx'
import s from './money.module.css'
import { useMoneyWords } from './words.ts'

type Money = ReplyOf<'get', '/balance'>['money']

const always = ['spendable', 'held', 'charged', 'expired', 'withdrawn'] as const

/** The balance identity: granted points equal the sum of where they are now. */
export function MoneyIdentity({ money }: { readonly money: Money }) {
  const t = useMoneyWords()
  const parts = money.unlisted === 0 ? always : ([...always, 'unlisted'] as const)
  return (
    <Card>
      <div className={s.money}>
        <div>
          <p className={s.label}>{t('available')}</p>
          <p className={s.big}>
            <Points cents={money.spendable} unit />
          </p>
        </div>
        <div className={s.bar} aria-hidden="true">
          {parts
            .filter((part) => money[part] > 0)
            .map((part) => (
              <span key={part} className={s[part]} style={{ flexGrow: money[part] }} />
            ))}
        </div>
        <dl className={s.equation} aria-label={t('identity')}>
          <div className={s.term}>
            <dt>{t('granted')}</dt>
            <dd>
              <span data-money="granted">
                <Points cents={money.granted} />
              </span>
              <Sign sign="=" />
            </dd>
          </div>
          {parts.map((part, index) => (
            <div key={part} className={s.term}>
              <dt>
                <span className={cx(s.dot, s[part])} aria-hidden="true" />
                {t(part)}
              </dt>
              <dd>
                <span data-money={part}>
                  <Points cents={money[part]} />
                </span>
                {index < parts.length - 1 && <Sign sign="+" />}
              </dd>
            </div>
          ))}
        </dl>
        {money.unlisted !== 0 && <Note>{t('unlistedText')}</Note>}
      </div>
    </Card>
  )
}

function Sign({ sign }: { readonly sign: string }) {
  return (
    <span className={s.sign} aria-hidden="true">
      {sign}
    </span>
  )
}
