import { useEffect, useRef } from 'react'
import { Button, IconButton } from '../button/Button.tsx'
import { cx } from '../cx.ts'
import { Select } from '../select/Select.tsx'
import { TextField } from '../text-field/TextField.tsx'
import s from './CriteriaEditor.module.css'
import { criteriaMax, type DraftCriterion, newDraft } from './drafts.ts'
import { useCriteriaWords } from './words.ts'

interface Props {
  readonly value: readonly DraftCriterion[]
  readonly onChange: (value: readonly DraftCriterion[]) => void
  /** Issues reported by the service, by the path of the field. */
  readonly problems: (path: string) => string | undefined
  /** A counter of edit requests: each one moves the focus to the first text. */
  readonly asked?: number
}

/** An editor of criteria. The focus moves to an added criterion and stays near a removed one. */
export function CriteriaEditor({ value, onChange, problems, asked = 0 }: Props) {
  const t = useCriteriaWords()
  const list = useRef<HTMLOListElement>(null)
  const foot = useRef<HTMLDivElement>(null)
  const goTo = useRef<{ readonly row: number; readonly part: 'input' | 'button[data-remove]' } | null>(null)
  const count = value.length
  useEffect(() => {
    const { row, part } = goTo.current ?? {}
    goTo.current = null
    if (row === undefined || part === undefined) return
    const at = list.current?.children[Math.min(row, count - 1)]
    const target = at?.querySelector<HTMLElement>(part) ?? foot.current?.querySelector('button')
    target?.focus()
  }, [count])
  useEffect(() => {
    if (asked > 0) list.current?.querySelector('input')?.focus()
  }, [asked])
  const set = (index: number, part: Partial<DraftCriterion>) =>
    onChange(value.map((each, at) => (at === index ? { ...each, ...part } : each)))
  const add = () => {
    goTo.current = { row: count, part: 'input' }
    onChange([...value, newDraft()])
  }
  const remove = (index: number) => {
    goTo.current = { row: index, part: 'button[data-remove]' }
    onChange(value.filter((_, at) => at !== index))
  }
  const priorities = [
    { value: 'must', label: t('must') },
    { value: 'preferred', label: t('preferred') },
  ] as const
  return (
    <div>
      {count > 0 && (
        <div className={cx(s.row, s.heads)} aria-hidden="true">
          <span>{t('textHead')}</span>
          <span>{t('priorityHead')}</span>
          <span>{t('weightHead')}</span>
        </div>
      )}
      <ol ref={list} className={s.list}>
        {value.map((criterion, index) => (
          <li key={criterion.id} className={s.row}>
            <TextField
              className={s.text}
              label={t('text', { number: index + 1 })}
              labelHidden
              maxLength={500}
              value={criterion.text}
              onChange={(event) => set(index, { text: event.target.value })}
              problem={problems(`criteria[${index}].text`)}
            />
            <Select
              label={t('priority', { number: index + 1 })}
              labelHidden
              value={criterion.priority}
              onChange={(priority) => set(index, { priority })}
              options={priorities}
            />
            <TextField
              label={t('weight', { number: index + 1 })}
              labelHidden
              type="number"
              inputMode="decimal"
              min={0.1}
              max={10}
              step="any"
              value={criterion.weight}
              onChange={(event) => set(index, { weight: event.target.value })}
              problem={problems(`criteria[${index}].weight`)}
            />
            <IconButton
              icon="close"
              data-remove
              label={t('remove', { number: index + 1 })}
              onClick={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      <div ref={foot} className={s.foot}>
        <Button icon="plus" small disabled={count >= criteriaMax} onClick={add}>
          {t('add')}
        </Button>
        <span className={s.count} role="status">
          {t('count', { count })}
        </span>
      </div>
    </div>
  )
}
