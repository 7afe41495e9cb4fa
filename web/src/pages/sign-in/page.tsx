import { getRouteApi, Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { isFault, send, useSession } from '../../api/index.ts'
import s from '../../layout/AuthForm.module.css'
import { AuthFrame } from '../../layout/AuthFrame.tsx'
import { useSignIn } from '../../layout/use-sign-in.ts'
import { Button, ErrorNote, Note, TextField, useProblems } from '../../ui/index.ts'
import { useWords } from './words.ts'

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const t = useWords()
  const { next } = route.useSearch()
  const { sign_up } = useSession()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useSignIn(() => send('post', '/sign-in', { body: { email, password } }), next)
  const problems = useProblems(signIn.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!signIn.isPending) signIn.mutate(undefined)
  }
  const footer =
    sign_up === 'closed' ? undefined : (
      <>
        {t('noAccount')} <Link to="/sign-up">{t('signUp')}</Link>
      </>
    )
  return (
    <AuthFrame title={t('title')} footer={footer}>
      {next !== undefined && !signIn.error && <Note>{t('again')}</Note>}
      <form className={s.form} onSubmit={submit}>
        <TextField
          label={t('email')}
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          problem={problems('email')}
        />
        <TextField
          label={t('password')}
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          problem={problems('password')}
        />
        <ErrorNote error={isFault(signIn.error, 'invalid_input') ? null : signIn.error} />
        <Button type="submit" variant="primary" wide busy={signIn.isPending}>
          {t('submit')}
        </Button>
        <Link to="/forgot-password" className={s.aside}>
          {t('forgot')}
        </Link>
      </form>
    </AuthFrame>
  )
}
