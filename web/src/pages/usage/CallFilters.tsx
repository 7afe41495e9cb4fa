import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { operationNames, read } from '../../api/index.ts'
import { useTerms } from '../../i18n/index.ts'
import { DateRange, Filters, Select, TextField } from '../../ui/index.ts'
import { type CallFilter, doors, outcomes } from './call-filter.ts'
import { useWords } from './words.ts'

interface Props {
  readonly value: CallFilter
  readonly onChange: (value: CallFilter) => void
}

export function CallFilters({ value, onChange }: Props) {
  const t = useWords()
  const terms = useTerms()
  // Key names are loaded only when the filter is used, so that the page opens with few requests.
  const [reached, setReached] = useState(value.key_id !== '')
  const keys = useQuery({ ...read('/keys'), enabled: reached })
  const set = (part: Partial<CallFilter>) => onChange({ ...value, ...part })
  const all = { value: '', label: t('all') } as const
  const keyOptions = (keys.data?.items ?? []).map(({ key_id, name, last_four }) => ({
    value: key_id,
    label: `${name} …${last_four}`,
  }))
  return (
    <Filters
      label={t('filters')}
      onReach={() => setReached(true)}
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
        label={t('operation')}
        value={value.operation}
        onChange={(operation) => set({ operation })}
        options={[all, ...operationNames.map((name) => ({ value: name, label: terms(name) }))]}
      />
      <Select
        label={t('door')}
        value={value.door}
        onChange={(door) => set({ door })}
        options={[all, ...doors.map((name) => ({ value: name, label: terms(name) }))]}
      />
      <Select
        label={t('outcome')}
        value={value.outcome}
        onChange={(outcome) => set({ outcome })}
        options={[all, ...outcomes.map((name) => ({ value: name, label: t(name) }))]}
      />
      <Select
        label={t('key')}
        value={value.key_id}
        onChange={(key_id) => set({ key_id })}
        options={[all, ...keyOptions]}
      />
      <DateRange from={value.from} to={value.to} fromLabel={t('from')} toLabel={t('to')} onChange={set} />
    </Filters>
  )
}
