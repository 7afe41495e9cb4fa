import { Link, useLocation } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { isFault, send, useSession } from '../../api/index.ts'
import { useLanguage } from '../../i18n/index.ts'
import s from '../../layout/AuthForm.module.css'
import { AuthFrame } from '../../layout/AuthFrame.tsx'
import { useSignIn } from '../../layout/use-sign-in.ts'
import { Button, ErrorNote, formatPoints, Note, TextField, useProblems } from '../../ui/index.ts'
import { RoleChoice } from './RoleChoice.tsx'
import { useWords } from './words.ts'

/** An invitation link carries its code behind `#`, which browsers don't send, so no server logs it. */
const inviteIn = (hash: string) => new URLSearchParams(hash.replace(/^#/, '')).get('invite') ?? ''

export function SignUpPage() {
  const t = useWords()
  const language = useLanguage()
  const { sign_up, signup_bonus_point_cents: bonus } = useSession()
  const hash = useLocation({ select: (location) => location.hash })
  const [invite, setInvite] = useState(() => inviteIn(hash))
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [role, setRole] = useState<'recruiter' | 'job_seeker'>('recruiter')
  const body = { email, password, role, ...(invite === '' ? {} : { invite: invite.trim() }) }
  const signUp = useSignIn(() => send('post', '/sign-up', { body }))
  const problems = useProblems(signUp.error)
  const footer = (
    <>
      {t('haveAccount')} <Link to="/sign-in">{t('signIn')}</Link>
    </>
  )
  if (sign_up === 'closed') {
    return (
      <AuthFrame title={t('title')} footer={footer}>
        <Note>{t('closed')}</Note>
      </AuthFrame>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!signUp.isPending) signUp.mutate(undefined)
  }
  const taken = isFault(signUp.error, 'email_taken')
  const description = bonus > 0 ? t('bonus', { points: formatPoints(bonus, language) }) : undefined
  return (
    <AuthFrame title={t('title')} description={description} footer={footer}>
      <form className={s.form} onSubmit={submit}>
        <RoleChoice value={role} onChange={setRole} />
        {(sign_up === 'invite' || invite !== '') && (
          <TextField
            label={t('invite')}
            required={sign_up === 'invite'}
            hint={t('inviteHint')}
            value={invite}
            onChange={(event) => setInvite(event.target.value)}
            problem={problems('invite')}
          />
        )}
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
          autoComplete="new-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          hint={t('passwordHint')}
          problem={problems('password')}
        />
        <ErrorNote error={isFault(signUp.error, 'invalid_input') ? null : signUp.error} />
        {taken && <Link to="/sign-in">{t('signInInstead')}</Link>}
        <Button type="submit" variant="primary" wide busy={signUp.isPending}>
          {t('submit')}
        </Button>
      </form>
    </AuthFrame>
  )
}
