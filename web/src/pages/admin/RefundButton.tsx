import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { isFault, send } from '../../api/index.ts'
import { useCommonWords, useLanguage } from '../../i18n/index.ts'
import {
  Button,
  Dialog,
  ErrorNote,
  formatPoints,
  Note,
  TextField,
  toast,
  useProblems,
} from '../../ui/index.ts'
import s from './admin.module.css'
import { useWords } from './words.ts'

/** Refunds the charge of one call. */
export function RefundButton() {
  const t = useWords()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon="refresh" onClick={() => setOpen(true)}>
        {t('refund')}
      </Button>
      {open && <RefundDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function RefundDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useWords()
  const common = useCommonWords()
  const language = useLanguage()
  const form = useId()
  const client = useQueryClient()
  const [request, setRequest] = useState('')
  const [reason, setReason] = useState('')
  const refund = useMutation({
    mutationFn: () => send('post', '/admin/refunds', { body: { request_id: request.trim(), reason } }),
    onSuccess: ({ refunded_point_cents }) => {
      toast(t('refunded', { points: formatPoints(refunded_point_cents, language) }))
      void client.invalidateQueries()
      onClose()
    },
  })
  const problems = useProblems(refund.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!refund.isPending) refund.mutate()
  }
  const actions = (
    <>
      <Button onClick={onClose}>{common('cancel')}</Button>
      <Button type="submit" form={form} variant="primary" busy={refund.isPending}>
        {t('refund')}
      </Button>
    </>
  )
  return (
    <Dialog open sticky onClose={onClose} title={t('refund')} description={t('refundText')} actions={actions}>
      <form id={form} className={s.form} onSubmit={submit}>
        <TextField
          label={t('request')}
          required
          spellCheck={false}
          value={request}
          onChange={(event) => setRequest(event.target.value)}
          problem={problems('request_id')}
        />
        <TextField
          label={t('reason')}
          required
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          problem={problems('reason')}
        />
        {isFault(refund.error, 'already_done') ? (
          <Note tone="danger" alert>
            {t('refundDone')}
          </Note>
        ) : (
          <ErrorNote error={refund.error} />
        )}
      </form>
    </Dialog>
  )
}
