import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import s from './Tabs.module.css'

interface Props<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly tabs: readonly { readonly value: Value; readonly label: ReactNode; readonly content: ReactNode }[]
}

export function Tabs<Value extends string>({ label, value, onChange, tabs }: Props<Value>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <Base.List className={s.list} aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={s.tab}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className={s.panel}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
