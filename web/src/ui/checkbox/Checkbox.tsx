import { Checkbox as Base } from '@base-ui/react/checkbox'
import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'
import s from './Checkbox.module.css'

interface Props {
  readonly label: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
}

export function Checkbox({ label, checked, onChange, disabled }: Props) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is a part of Base UI
    <label className={s.label}>
      <Base.Root className={s.box} checked={checked} onCheckedChange={onChange} disabled={disabled ?? false}>
        <Base.Indicator className={s.mark}>
          <Icon name="check" size={14} />
        </Base.Indicator>
      </Base.Root>
      <span>{label}</span>
    </label>
  )
}
