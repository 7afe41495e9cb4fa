import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { send } from '../../api/index.ts'
import { useCommonWords } from '../../i18n/index.ts'
import { Button, Dialog, ErrorNote, TextField, toast, useProblems } from '../../ui/index.ts'
import type { ApiKey, Limits } from './key.ts'
import s from './keys.module.css'
import { LimitFields, limitsOf, textsOf } from './LimitFields.tsx'
import { useWords } from './words.ts'

interface Props {
  readonly apiKey: ApiKey
  readonly onClose: () => void
}

export function EditKeyDialog({ apiKey, onClose }: Props) {
  const t = useWords()
  const common = useCommonWords()
  const form = useId()
  const client = useQueryClient()
  const [name, setName] = useState(apiKey.name)
  const [limits, setLimits] = useState(() => textsOf(apiKey.limits))
  const [wrongLimits, setWrongLimits] = useState(false)
  const change = useMutation({
    mutationFn: (read: Limits) =>
      send('patch', '/keys/{id}', { params: { path: { id: apiKey.key_id } }, body: { name, limits: read } }),
    onSuccess: () => {
      toast(t('changed'))
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['/keys'] }),
  })
  const problems = useProblems(change.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = limitsOf(limits)
    setWrongLimits(read === null)
    if (read !== null && !change.isPending) change.mutate(read)
  }
  const actions = (
    <>
      <Button onClick={onClose}>{common('cancel')}</Button>
      <Button type="submit" form={form} variant="primary" busy={change.isPending}>
        {common('save')}
      </Button>
    </>
  )
  return (
    <Dialog open sticky onClose={onClose} title={t('editTitle')} actions={actions}>
      <form id={form} className={s.form} onSubmit={submit}>
        <TextField
          label={t('name')}
          required
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.target.value)}
          problem={problems('name')}
        />
        <LimitFields value={limits} onChange={setLimits} wrong={wrongLimits} />
        <ErrorNote error={change.error} />
      </form>
    </Dialog>
  )
}
