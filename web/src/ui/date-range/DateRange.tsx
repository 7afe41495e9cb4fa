import { TextField } from '../text-field/TextField.tsx'

interface Props {
  readonly from: string
  readonly to: string
  readonly fromLabel: string
  readonly toLabel: string
  readonly onChange: (range: { from: string; to: string }) => void
}

/** Two optional calendar days, both included. */
export function DateRange({ from, to, fromLabel, toLabel, onChange }: Props) {
  return (
    <>
      <TextField
        type="date"
        label={fromLabel}
        value={from}
        max={to || undefined}
        onChange={(event) => onChange({ from: event.target.value, to })}
      />
      <TextField
        type="date"
        label={toLabel}
        value={to}
        min={from || undefined}
        onChange={(event) => onChange({ from, to: event.target.value })}
      />
    </>
  )
}
