import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { send } from '../../api/index.ts'
import { useCommonWords } from '../../i18n/index.ts'
import { Button, Card, ErrorNote, parsePoints, TextField, toast } from '../../ui/index.ts'
import s from './balance.module.css'
import { useWords } from './words.ts'

/** Sets the balance below which every page shows a warning. */
export function LowLineForm({ line }: { readonly line: number | null }) {
  const t = useWords()
  const common = useCommonWords()
  const client = useQueryClient()
  const [text, setText] = useState(line === null ? '' : String(line / 100))
  const [wrong, setWrong] = useState(false)
  const save = useMutation({
    mutationFn: (cents: number | null) => send('put', '/balance/low-line', { body: { point_cents: cents } }),
    onSuccess: async (_, cents) => {
      toast(t(cents === null ? 'lowLineOff' : 'lowLineSaved'))
      await client.invalidateQueries({ queryKey: ['/balance'] })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const cents = text.trim() === '' ? null : parsePoints(text)
    const bad = cents === null && text.trim() !== ''
    setWrong(bad)
    if (!bad && !save.isPending) save.mutate(cents)
  }
  return (
    <Card title={t('lowLine')} description={t('lowLineText')}>
      <form className={s.stack} onSubmit={submit}>
        <div className={s.form}>
          <TextField
            label={t('lowLineLabel')}
            inputMode="decimal"
            suffix={common('points')}
            value={text}
            onChange={(event) => setText(event.target.value)}
            problem={wrong ? t('wrongAmount') : undefined}
          />
          <Button type="submit" busy={save.isPending}>
            {common('save')}
          </Button>
        </div>
        <ErrorNote error={save.error} />
      </form>
    </Card>
  )
}
