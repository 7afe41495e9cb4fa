import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icon/Icon.tsx'
import type { IconName } from '../icon/paths.ts'
import s from './Menu.module.css'

interface Props {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly children: ReactNode
}

export function Menu({ trigger, children }: Props) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={s.positioner} sideOffset={6} align="end">
          <Base.Popup className={s.popup}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface ItemProps {
  readonly icon?: IconName
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly onSelect: () => void
  readonly children: ReactNode
}

export function MenuItem({ icon, danger, disabled, onSelect, children }: ItemProps) {
  return (
    <Base.Item className={cx(s.item, danger && s.danger)} disabled={disabled ?? false} onClick={onSelect}>
      {icon && <Icon name={icon} />}
      {children}
    </Base.Item>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly options: readonly { readonly value: Value; readonly label: string }[]
}

/** A choice of one, as items of the menu. */
export function MenuChoice<Value extends string>({ label, value, onChange, options }: ChoiceProps<Value>) {
  return (
    <Base.Group>
      <Base.GroupLabel className={s.heading}>{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={onChange}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} className={s.item} closeOnClick>
            <span className={s.mark}>
              <Base.RadioItemIndicator>
                <Icon name="check" />
              </Base.RadioItemIndicator>
            </span>
            {option.label}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  )
}

export function MenuSeparator() {
  return <Base.Separator className={s.separator} />
}

export function MenuText({ children }: { readonly children: ReactNode }) {
  return <div className={s.text}>{children}</div>
}
