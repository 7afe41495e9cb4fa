import { useTerms } from '../../i18n/index.ts'
import { DateRange, Filters, Select, TextField } from '../../ui/index.ts'
import { kinds, movements, type StatementFilter } from './filter.ts'
import { useWords } from './words.ts'

interface Props {
  readonly value: StatementFilter
  readonly onChange: (value: StatementFilter) => void
}

export function StatementFilters({ value, onChange }: Props) {
  const t = useWords()
  const terms = useTerms()
  const set = (part: Partial<StatementFilter>) => onChange({ ...value, ...part })
  const all = { value: '', label: t('all') } as const
  return (
    <Filters
      label={t('filters')}
      wide={
        <TextField
          label={t('request')}
          type="search"
          placeholder={t('requestHint')}
          spellCheck={false}
          value={value.request_id}
          onChange={(event) => set({ request_id: event.target.value })}
        />
      }
    >
      <Select
        label={t('movement')}
        value={value.movement}
        onChange={(movement) => set({ movement })}
        options={[all, ...movements.map((name) => ({ value: name, label: t(name) }))]}
      />
      <Select
        label={t('kind')}
        value={value.kind}
        onChange={(kind) => set({ kind })}
        options={[all, ...kinds.map((name) => ({ value: name, label: terms(name) }))]}
      />
      <DateRange from={value.from} to={value.to} fromLabel={t('from')} toLabel={t('to')} onChange={set} />
    </Filters>
  )
}
