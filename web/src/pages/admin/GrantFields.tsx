import { useTerms } from '../../i18n/index.ts'
import { Select, TextField } from '../../ui/index.ts'
import s from './admin.module.css'
import { type Kind, kinds } from './admin.ts'
import { useWords } from './words.ts'

interface Props {
  readonly amountLabel: string
  readonly amount: string
  readonly kind: Kind
  readonly problem: string | undefined
  readonly onAmount: (amount: string) => void
  readonly onKind: (kind: Kind) => void
}

/** Amount and kind of points. */
export function GrantFields({ amountLabel, amount, kind, problem, onAmount, onKind }: Props) {
  const t = useWords()
  const terms = useTerms()
  return (
    <div className={s.row}>
      <TextField
        label={amountLabel}
        inputMode="decimal"
        required
        value={amount}
        onChange={(event) => onAmount(event.target.value)}
        problem={problem}
      />
      <Select
        label={t('kind')}
        value={kind}
        onChange={onKind}
        options={kinds.map((name) => ({ value: name, label: terms(name) }))}
      />
    </div>
  )
}
