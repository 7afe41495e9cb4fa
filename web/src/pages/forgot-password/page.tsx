import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { send, useSession } from '../../api/index.ts'
import s from '../../layout/AuthForm.module.css'
import { AuthFrame } from '../../layout/AuthFrame.tsx'
import { Button, ErrorNote, Note, TextField, useProblems } from '../../ui/index.ts'
import { useWords } from './words.ts'

export function ForgotPasswordPage() {
  const t = useWords()
  const { mail } = useSession()
  const [email, setEmail] = useState('')
  const ask = useMutation({ mutationFn: () => send('post', '/password/forgot', { body: { email } }) })
  const problems = useProblems(ask.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!ask.isPending) ask.mutate()
  }
  const footer = <Link to="/sign-in">{t('back')}</Link>
  return (
    <AuthFrame title={t('title')} description={t(mail ? 'description' : 'noMail')} footer={footer}>
      {ask.isSuccess && mail ? (
        <Note tone="success" alert>
          {t('sent', { email })}
        </Note>
      ) : (
        mail && (
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
            <ErrorNote error={ask.error} />
            <Button type="submit" variant="primary" wide busy={ask.isPending}>
              {t('submit')}
            </Button>
          </form>
        )
      )}
    </AuthFrame>
  )
}
