import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { firstCall, read, send, useSession } from '../../api/index.ts'
import { Button, Card, Code, cx, Icon } from '../../ui/index.ts'
import s from './home.module.css'
import { useWords } from './words.ts'

/** The checklist of a new account; steps are ticked by events, not by clicks. */
export function FirstSteps() {
  const t = useWords()
  const client = useQueryClient()
  const { base_url } = useSession()
  // A call from a terminal ticks the last step while the page is open.
  const { data: steps } = useQuery({
    ...read('/first-steps'),
    refetchInterval: ({ state }) =>
      state.data && !state.data.called && !state.data.dismissed ? 5_000 : false,
  })
  const refresh = () => client.invalidateQueries({ queryKey: ['/first-steps'] })
  const note = useMutation({
    mutationFn: (step: 'call_copied' | 'dismissed') => send('post', '/first-steps', { body: { step } }),
    onSuccess: refresh,
  })
  if (steps === undefined || steps.dismissed) return null
  const list = [
    {
      done: steps.key_made,
      title: t('key'),
      text: t('keyText'),
      action: <Link to="/keys">{t('keyAction')}</Link>,
    },
    {
      done: steps.resume_tried,
      title: t('resume'),
      text: t('resumeText'),
      action: <Link to="/playground">{t('resumeAction')}</Link>,
    },
    {
      done: steps.call_copied,
      title: t('copy'),
      text: t('copyText'),
      action: (
        <Code label="curl" text={firstCall(base_url, 'YOUR_KEY')} onCopy={() => note.mutate('call_copied')} />
      ),
    },
    { done: steps.called, title: t('call'), text: t('callText'), action: null },
  ]
  const done = list.filter((step) => step.done).length
  const next = list.findIndex((step) => !step.done)
  const finished = done === list.length
  const dismiss = (
    <Button
      small
      variant={finished ? 'primary' : 'quiet'}
      busy={note.isPending}
      onClick={() => note.mutate('dismissed')}
    >
      {t(finished ? 'finish' : 'dismiss')}
    </Button>
  )
  return (
    <Card title={t('steps')} description={t('progress', { done, all: list.length })} actions={dismiss}>
      <ol className={s.steps}>
        {list.map(({ done, title, text, action }, index) => (
          <li key={title} className={cx(s.step, done && s.done)}>
            <span className={s.tick} role="img" aria-label={t(done ? 'isDone' : 'isOpen')}>
              {done ? <Icon name="check" size={14} /> : index + 1}
            </span>
            <div className={s.content}>
              <p className={s.title}>{title}</p>
              {!done && <p className={s.text}>{text}</p>}
              {!done && index === next && action}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
