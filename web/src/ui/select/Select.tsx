import { Select as Base } from '@base-ui/react/select'
import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icon/Icon.tsx'
import field from '../text-field/TextField.module.css'
import s from './Select.module.css'

interface Props<Value extends string> {
  readonly label: ReactNode
  readonly labelHidden?: boolean
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly disabled?: boolean
  readonly hint?: ReactNode
}

/** A choice of one; the empty text can be a value ("all"). */
export function Select<Value extends string>(props: Props<Value>) {
  const { label, labelHidden, value, onChange, options, disabled, hint } = props
  const id = useId()
  return (
    <div className={field.field}>
      <span id={id} className={cx(field.label, labelHidden && field.hidden)}>
        {label}
      </span>
      <Base.Root
        items={[...options]}
        value={value}
        onValueChange={(next) => onChange(next as Value)}
        disabled={disabled ?? false}
        modal={false}
      >
        <Base.Trigger className={s.trigger} aria-labelledby={id}>
          <Base.Value className={s.value} />
          <Icon name="chevronDown" />
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner className={s.positioner} sideOffset={4} alignItemWithTrigger={false}>
            <Base.Popup className={s.popup}>
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} className={s.item}>
                  <Base.ItemText>{option.label}</Base.ItemText>
                  <Base.ItemIndicator className={s.mark}>
                    <Icon name="check" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
      {hint && <p className={field.hint}>{hint}</p>}
    </div>
  )
}
