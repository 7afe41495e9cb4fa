import { useMutation } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { isFault, send } from '../../api/index.ts'
import s from '../../layout/AuthForm.module.css'
import { AuthFrame } from '../../layout/AuthFrame.tsx'
import { Button, ErrorNote, TextField, toast, useProblems } from '../../ui/index.ts'
import { useWords } from './words.ts'

/** The secret of a link is behind `#`, which browsers don't send, so no server logs it. */
const tokenIn = (hash: string) => new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? ''

export function ResetPasswordPage() {
  const t = useWords()
  const navigate = useNavigate()
  const token = tokenIn(useLocation({ select: (location) => location.hash }))
  const [password, setPassword] = useState('')
  const reset = useMutation({
    mutationFn: () => send('post', '/password/reset', { body: { token, password } }),
    onSuccess: () => {
      toast(t('done'))
      return navigate({ to: '/sign-in' })
    },
  })
  const problems = useProblems(reset.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!reset.isPending) reset.mutate()
  }
  const expired = token === '' || isFault(reset.error, 'link_expired')
  return (
    <AuthFrame title={t('title')} description={t('description')}>
      <form className={s.form} onSubmit={submit}>
        <TextField
          label={t('password')}
          type="password"
          autoComplete="new-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          hint={t('hint')}
          problem={problems('password')}
        />
        <ErrorNote error={isFault(reset.error, 'invalid_input') && token !== '' ? null : reset.error} />
        <Button type="submit" variant="primary" wide busy={reset.isPending}>
          {t('submit')}
        </Button>
        {expired && (
          <Link to="/forgot-password" className={s.aside}>
            {t('again')}
          </Link>
        )}
      </form>
    </AuthFrame>
  )
}
