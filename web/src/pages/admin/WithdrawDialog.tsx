import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { send } from '../../api/index.ts'
import { useCommonWords, useLanguage } from '../../i18n/index.ts'
import {
  Button,
  Dialog,
  ErrorNote,
  formatPoints,
  parsePoints,
  TextField,
  toast,
  useProblems,
} from '../../ui/index.ts'
import s from './admin.module.css'
import type { Grant } from './admin.ts'
import { refreshAccounts } from './use-change.ts'
import { useWords } from './words.ts'

interface Props {
  readonly accountId: string
  readonly grant: Grant
  readonly onClose: () => void
}

/** Withdraws points of one grant. */
export function WithdrawDialog({ accountId, grant, onClose }: Props) {
  const t = useWords()
  const common = useCommonWords()
  const language = useLanguage()
  const client = useQueryClient()
  const form = useId()
  const [amount, setAmount] = useState(String(grant.remaining / 100))
  const [note, setNote] = useState('')
  const [wrong, setWrong] = useState(false)
  const withdraw = useMutation({
    mutationFn: (cents: number) =>
      send('post', '/admin/accounts/{id}/withdrawals', {
        params: { path: { id: accountId } },
        body: { grant_id: grant.grant_id, point_cents: cents, note },
      }),
    onSuccess: () => {
      toast(t('withdrawn'))
      onClose()
    },
    onSettled: () => refreshAccounts(client),
  })
  const problems = useProblems(withdraw.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const cents = parsePoints(amount)
    setWrong(!cents)
    if (cents && !withdraw.isPending) withdraw.mutate(cents)
  }
  const actions = (
    <>
      <Button onClick={onClose}>{common('cancel')}</Button>
      <Button type="submit" form={form} variant="danger" busy={withdraw.isPending}>
        {t('withdraw')}
      </Button>
    </>
  )
  const description = t('withdrawText', { points: formatPoints(grant.remaining, language) })
  return (
    <Dialog open sticky onClose={onClose} title={t('withdrawTitle')} {...{ description, actions }}>
      <form id={form} className={s.form} onSubmit={submit}>
        <TextField
          label={t('amount')}
          inputMode="decimal"
          required
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          problem={wrong ? t('wrongAmount') : problems('point_cents')}
        />
        <TextField
          label={t('reason')}
          required
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          problem={problems('note')}
        />
        <ErrorNote error={withdraw.error} />
      </form>
    </Dialog>
  )
}
