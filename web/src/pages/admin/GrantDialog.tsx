import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { send, useSession } from '../../api/index.ts'
import { useCommonWords, useLanguage } from '../../i18n/index.ts'
import {
  Button,
  Dialog,
  dayEnd,
  ErrorNote,
  formatPoints,
  parsePoints,
  TextField,
  toast,
  useProblems,
} from '../../ui/index.ts'
import s from './admin.module.css'
import type { AccountDetail, Kind } from './admin.ts'
import { GrantFields } from './GrantFields.tsx'
import { refreshAccounts } from './use-change.ts'
import { useWords } from './words.ts'

interface Props {
  readonly account: AccountDetail['account']
  readonly onClose: () => void
}

export function GrantDialog({ account, onClose }: Props) {
  const t = useWords()
  const common = useCommonWords()
  const language = useLanguage()
  const { time_zone } = useSession()
  const client = useQueryClient()
  const form = useId()
  const [amount, setAmount] = useState('')
  const [kind, setKind] = useState<Kind>('paid')
  const [expires, setExpires] = useState('')
  const [note, setNote] = useState('')
  const [wrong, setWrong] = useState(false)
  const grant = useMutation({
    mutationFn: (cents: number) =>
      send('post', '/admin/accounts/{id}/grants', {
        params: { path: { id: account.account_id } },
        body: { kind, point_cents: cents, note, expires_at: dayEnd(expires, time_zone) ?? null },
      }),
    onSuccess: ({ grant }) => {
      toast(t('granted', { points: formatPoints(grant.granted, language) }))
      onClose()
    },
    onSettled: () => refreshAccounts(client),
  })
  const problems = useProblems(grant.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const cents = parsePoints(amount)
    setWrong(!cents)
    if (cents && !grant.isPending) grant.mutate(cents)
  }
  const actions = (
    <>
      <Button onClick={onClose}>{common('cancel')}</Button>
      <Button type="submit" form={form} variant="primary" busy={grant.isPending}>
        {t('grant')}
      </Button>
    </>
  )
  const problem = wrong ? t('wrongAmount') : problems('point_cents')
  return (
    <Dialog open sticky onClose={onClose} title={t('grantTitle', { email: account.email })} actions={actions}>
      <form id={form} className={s.form} onSubmit={submit}>
        <GrantFields
          amountLabel={t('amount')}
          {...{ amount, kind, problem }}
          onAmount={setAmount}
          onKind={setKind}
        />
        <DateField label={t('expires')} value={expires} onChange={setExpires} />
        <NoteField label={t('note')} value={note} onChange={setNote} />
        <ErrorNote error={grant.error} />
      </form>
    </Dialog>
  )
}

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

export function DateField({ label, value, onChange }: FieldProps) {
  return (
    <TextField type="date" label={label} value={value} onChange={(event) => onChange(event.target.value)} />
  )
}

export function NoteField({ label, value, onChange }: FieldProps) {
  return (
    <TextField
      label={label}
      maxLength={200}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
