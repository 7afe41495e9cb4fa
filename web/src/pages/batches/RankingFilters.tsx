import { Filters, Select, TextField } from '../../ui/index.ts'
import type { RankingFilter } from './ranking.ts'
import { useWords } from './words.ts'

interface Props {
  readonly value: RankingFilter
  readonly onChange: (value: RankingFilter) => void
  readonly tags: readonly string[]
}

export function RankingFilters({ value, onChange, tags }: Props) {
  const t = useWords()
  const set = (part: Partial<RankingFilter>) => onChange({ ...value, ...part })
  return (
    <Filters
      label={t('filters')}
      wide={
        <TextField
          label={t('find')}
          type="search"
          value={value.find}
          onChange={(event) => set({ find: event.target.value })}
        />
      }
    >
      <Select
        label={t('tag')}
        value={value.tag}
        onChange={(tag) => set({ tag })}
        options={[{ value: '', label: t('all') }, ...tags.map((tag) => ({ value: tag, label: tag }))]}
      />
      <TextField
        label={t('minimum')}
        type="number"
        min={0}
        max={100}
        value={value.minimum}
        onChange={(event) => set({ minimum: event.target.value })}
      />
      <Select
        label={t('sort')}
        value={value.sort}
        onChange={(sort) => set({ sort })}
        options={[
          { value: 'score', label: t('byScore') },
          { value: 'name', label: t('byName') },
        ]}
      />
    </Filters>
  )
}
