import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { send, useSession } from '../../api/index.ts'
import { useCommonWords } from '../../i18n/index.ts'
import {
  Button,
  Code,
  Dialog,
  dayEnd,
  ErrorNote,
  Note,
  parsePoints,
  TextField,
  useProblems,
} from '../../ui/index.ts'
import s from './admin.module.css'
import type { Kind } from './admin.ts'
import { DateField, NoteField } from './GrantDialog.tsx'
import { GrantFields } from './GrantFields.tsx'
import { useWords } from './words.ts'

const empty = { count: '1', amount: '', codeExpires: '', pointsExpire: '', note: '' }

export function CreateVouchersDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useWords()
  const common = useCommonWords()
  const { time_zone } = useSession()
  const client = useQueryClient()
  const form = useId()
  const [texts, setTexts] = useState(empty)
  const [kind, setKind] = useState<Kind>('promotion')
  const [wrong, setWrong] = useState(false)
  const set = (name: keyof typeof empty) => (value: string) => setTexts((now) => ({ ...now, [name]: value }))
  const create = useMutation({
    mutationFn: (cents: number) =>
      send('post', '/admin/vouchers', {
        body: {
          count: Number(texts.count),
          kind,
          point_cents: cents,
          expires_at: dayEnd(texts.codeExpires, time_zone) ?? null,
          grant_expires_at: dayEnd(texts.pointsExpire, time_zone) ?? null,
          note: texts.note || null,
        },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['/admin/vouchers'] }),
  })
  const problems = useProblems(create.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const cents = parsePoints(texts.amount)
    setWrong(!cents)
    if (cents && !create.isPending) create.mutate(cents)
  }
  if (create.data) return <NewCodes codes={create.data.codes} onClose={onClose} />
  const actions = (
    <>
      <Button onClick={onClose}>{common('cancel')}</Button>
      <Button type="submit" form={form} variant="primary" busy={create.isPending}>
        {t('createVouchers')}
      </Button>
    </>
  )
  const problem = wrong ? t('wrongAmount') : problems('point_cents')
  return (
    <Dialog open sticky onClose={onClose} title={t('createVouchers')} actions={actions}>
      <form id={form} className={s.form} onSubmit={submit}>
        <TextField
          label={t('howMany')}
          type="number"
          required
          min={1}
          max={500}
          value={texts.count}
          onChange={(event) => set('count')(event.target.value)}
          problem={problems('count')}
        />
        <GrantFields
          amountLabel={t('each')}
          amount={texts.amount}
          {...{ kind, problem }}
          onAmount={set('amount')}
          onKind={setKind}
        />
        <div className={s.row}>
          <DateField label={t('codeExpires')} value={texts.codeExpires} onChange={set('codeExpires')} />
          <DateField label={t('pointsExpire')} value={texts.pointsExpire} onChange={set('pointsExpire')} />
        </div>
        <NoteField label={t('note')} value={texts.note} onChange={set('note')} />
        <ErrorNote error={create.error} />
      </form>
    </Dialog>
  )
}

function NewCodes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const t = useWords()
  const done = (
    <Button variant="primary" onClick={onClose}>
      {t('kept')}
    </Button>
  )
  return (
    <Dialog open sticky onClose={onClose} title={t('onceTitle', { count: codes.length })} actions={done}>
      <Note tone="warning">{t('onceText')}</Note>
      <Code label={t('oneALine')} text={codes.join('\n')} />
    </Dialog>
  )
}
