import { operationNames } from '../../api/index.ts'
import { useTerms } from '../../i18n/index.ts'
import { Checkbox } from '../../ui/index.ts'
import type { Scope } from './key.ts'
import s from './keys.module.css'
import { useWords } from './words.ts'

interface Props {
  readonly value: readonly Scope[]
  readonly onChange: (scopes: readonly Scope[]) => void
  readonly problem: string | undefined
}

/** The operations that the key may call. */
export function ScopeFields({ value, onChange, problem }: Props) {
  const t = useWords()
  const terms = useTerms()
  const toggle = (scope: Scope, on: boolean) =>
    onChange(operationNames.filter((each) => (each === scope ? on : value.includes(each))))
  return (
    <fieldset className={s.fieldset}>
      <legend>{t('scopes')}</legend>
      <div className={s.checks}>
        {operationNames.map((scope) => (
          <Checkbox
            key={scope}
            label={terms(scope)}
            checked={value.includes(scope)}
            onChange={(on) => toggle(scope, on)}
          />
        ))}
      </div>
      {problem && <p className={s.problem}>{problem}</p>}
    </fieldset>
  )
}
