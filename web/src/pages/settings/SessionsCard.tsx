import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReplyOf, read, send } from '../../api/index.ts'
import {
  Badge,
  Button,
  Card,
  type Column,
  DateText,
  ErrorNote,
  Spinner,
  Table,
  toast,
} from '../../ui/index.ts'
import { deviceName } from './device-name.ts'
import s from './settings.module.css'
import { useWords } from './words.ts'

type OpenSession = ReplyOf<'get', '/sessions'>['items'][number]

export function SessionsCard() {
  const t = useWords()
  const client = useQueryClient()
  const sessions = useQuery(read('/sessions'))
  const refresh = () => client.invalidateQueries({ queryKey: ['/sessions'] })
  const end = useMutation({
    mutationFn: (id: string) => send('delete', '/sessions/{id}', { params: { path: { id } } }),
    onSettled: refresh,
    onSuccess: () => toast(t('ended')),
  })
  const endOthers = useMutation({
    mutationFn: () => send('post', '/sessions/end-others'),
    onSettled: refresh,
    onSuccess: () => toast(t('endedOthers')),
  })
  const columns: Column<OpenSession>[] = [
    {
      id: 'device',
      head: t('device'),
      main: true,
      cell: (session) => (
        <span className={s.agent} title={session.user_agent}>
          {deviceName(session.user_agent) ?? t('unknownDevice')}{' '}
          {session.current && <Badge tone="success">{t('thisOne')}</Badge>}
        </span>
      ),
    },
    { id: 'address', head: t('address'), cell: (session) => session.address },
    { id: 'seen', head: t('lastSeen'), cell: (session) => <DateText value={session.last_seen_at} /> },
    { id: 'since', head: t('signedIn'), cell: (session) => <DateText value={session.created_at} /> },
    {
      id: 'end',
      head: '',
      actions: true,
      cell: (session) =>
        !session.current && (
          <Button
            small
            busy={end.isPending && end.variables === session.session_id}
            onClick={() => end.mutate(session.session_id)}
          >
            {t('end')}
          </Button>
        ),
    },
  ]
  const others = sessions.data?.items.some((session) => !session.current) ?? false
  const actions = (
    <Button small busy={endOthers.isPending} disabled={!others} onClick={() => endOthers.mutate()}>
      {t('endOthers')}
    </Button>
  )
  return (
    <Card title={t('sessions')} description={t('sessionsDescription')} actions={actions} flush>
      <ErrorNote error={sessions.error ?? end.error ?? endOthers.error} onRetry={refresh} />
      {sessions.isPending && <Spinner />}
      {sessions.data && (
        <Table
          caption={t('sessions')}
          columns={columns}
          rows={sessions.data.items}
          rowKey={(row) => row.session_id}
        />
      )}
    </Card>
  )
}
