import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { readPages, send } from '../../api/index.ts'
import { useCommonWords, useTerms } from '../../i18n/index.ts'
import {
  Badge,
  Button,
  Card,
  Code,
  type Column,
  DateText,
  Dialog,
  EmptyState,
  ErrorNote,
  Note,
  Select,
  Spinner,
  Table,
  TextField,
  useProblems,
} from '../../ui/index.ts'
import s from './admin.module.css'
import { type Invite, type Role, roles } from './admin.ts'
import { useWords } from './words.ts'

export function InvitesCard() {
  const t = useWords()
  const terms = useTerms()
  const list = useInfiniteQuery(readPages('/admin/invites'))
  const [creating, setCreating] = useState(false)
  const columns: Column<Invite>[] = [
    { id: 'email', head: t('email'), main: true, cell: ({ email }) => email ?? t('anyone') },
    { id: 'role', head: t('role'), cell: ({ role }) => terms(role) },
    {
      id: 'state',
      head: t('state'),
      cell: ({ used_at }) =>
        used_at === null ? <Badge tone="success">{t('open')}</Badge> : <Badge>{t('used')}</Badge>,
    },
    { id: 'created', head: t('createdAt'), cell: ({ created_at }) => <DateText value={created_at} /> },
    { id: 'expires', head: t('expiresAt'), cell: ({ expires_at }) => <DateText value={expires_at} /> },
  ]
  const create = (
    <Button icon="plus" onClick={() => setCreating(true)}>
      {t('createInvite')}
    </Button>
  )
  return (
    <Card title={t('invites')} description={t('invitesText')} actions={create} flush>
      <ErrorNote error={list.error} onRetry={() => void list.refetch()} />
      {list.isPending && <Spinner />}
      {list.data && (
        <Table
          caption={t('invites')}
          columns={columns}
          rows={list.data.pages.flatMap(({ items }) => items)}
          rowKey={({ invite_id }) => invite_id}
          empty={<EmptyState icon="users" title={t('noInvites')} />}
        />
      )}
      {creating && <CreateInviteDialog onClose={() => setCreating(false)} />}
    </Card>
  )
}

function CreateInviteDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useWords()
  const terms = useTerms()
  const common = useCommonWords()
  const client = useQueryClient()
  const form = useId()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('recruiter')
  const [days, setDays] = useState('14')
  const create = useMutation({
    mutationFn: () =>
      send('post', '/admin/invites', {
        body: { email: email.trim() || null, role, expires_in_days: Number(days) },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['/admin/invites'] }),
  })
  const problems = useProblems(create.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!create.isPending) create.mutate()
  }
  if (create.data) {
    return (
      <Dialog open sticky onClose={onClose} title={t('createInvite')}>
        <Note tone="warning">{t('inviteOnce')}</Note>
        <Code label={t('inviteLink')} text={create.data.link} />
      </Dialog>
    )
  }
  const actions = (
    <>
      <Button onClick={onClose}>{common('cancel')}</Button>
      <Button type="submit" form={form} variant="primary" busy={create.isPending}>
        {t('createInvite')}
      </Button>
    </>
  )
  return (
    <Dialog open sticky onClose={onClose} title={t('createInvite')} actions={actions}>
      <form id={form} className={s.form} onSubmit={submit}>
        <TextField
          label={t('inviteEmail')}
          type="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          problem={problems('email')}
        />
        <div className={s.row}>
          <Select
            label={t('role')}
            value={role}
            onChange={setRole}
            options={roles.map((name) => ({ value: name, label: terms(name) }))}
          />
          <TextField
            label={t('inviteDays')}
            type="number"
            required
            min={1}
            max={90}
            value={days}
            onChange={(event) => setDays(event.target.value)}
            problem={problems('expires_in_days')}
          />
        </div>
        <ErrorNote error={create.error} />
      </form>
    </Dialog>
  )
}
