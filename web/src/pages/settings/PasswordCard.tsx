import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { isFault, send, useAccount } from '../../api/index.ts'
import { Button, Card, ErrorNote, TextField, toast, useProblems } from '../../ui/index.ts'
import s from './settings.module.css'
import { useWords } from './words.ts'

export function PasswordCard() {
  const t = useWords()
  const { email } = useAccount()
  const client = useQueryClient()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useMutation({
    mutationFn: () => send('post', '/password/change', { body: { current, next } }),
    onSuccess: () => {
      setCurrent('')
      setNext('')
      toast(t('changed'))
      return client.invalidateQueries({ queryKey: ['/sessions'] })
    },
  })
  const problems = useProblems(change.error)
  const wrong = isFault(change.error, 'wrong_credentials')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!change.isPending) change.mutate()
  }
  return (
    <Card title={t('password')} description={t('passwordDescription')}>
      <form className={s.form} onSubmit={submit}>
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <TextField
          label={t('current')}
          type="password"
          autoComplete="current-password"
          required
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
          problem={wrong ? t('wrong') : problems('current')}
        />
        <TextField
          label={t('next')}
          type="password"
          autoComplete="new-password"
          required
          value={next}
          onChange={(event) => setNext(event.target.value)}
          hint={t('hint')}
          problem={problems('next')}
        />
        <ErrorNote error={wrong || isFault(change.error, 'invalid_input') ? null : change.error} />
        <Button type="submit" variant="primary" busy={change.isPending}>
          {t('change')}
        </Button>
      </form>
    </Card>
  )
}
