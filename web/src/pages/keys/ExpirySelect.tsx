import { Select } from '../../ui/index.ts'
import { useWords } from './words.ts'

export type Lifetime = 'never' | '7' | '30' | '90' | '365'

/** Converts days from now to the time that the API takes. */
export function expiryOf(lifetime: Lifetime): string | null {
  return lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * 86_400_000).toISOString()
}

interface Props {
  readonly value: Lifetime
  readonly onChange: (value: Lifetime) => void
}

export function ExpirySelect({ value, onChange }: Props) {
  const t = useWords()
  const days = (['7', '30', '90', '365'] as const).map((count) => ({
    value: count,
    label: t('days', { count }),
  }))
  return (
    <Select
      label={t('expires')}
      value={value}
      onChange={onChange}
      options={[{ value: 'never', label: t('noExpiry') }, ...days]}
    />
  )
}
