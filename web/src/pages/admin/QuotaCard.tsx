import { type FormEvent, useState } from 'react'
import { useCommonWords } from '../../i18n/index.ts'
import { Button, Card, ErrorNote, TextField } from '../../ui/index.ts'
import s from './admin.module.css'
import type { AccountDetail } from './admin.ts'
import { useChange } from './use-change.ts'
import { useWords } from './words.ts'

const textOf = (limit: number | null) => (limit === null ? '' : String(limit))
const isCount = (text: string) => /^\d{0,9}$/.test(text.trim())
const limitOf = (text: string) => (text.trim() === '' ? null : Number(text))

/** Quotas of this account only. */
export function QuotaCard({ detail }: { readonly detail: AccountDetail }) {
  const t = useWords()
  const common = useCommonWords()
  const [daily, setDaily] = useState(textOf(detail.own_daily))
  const [monthly, setMonthly] = useState(textOf(detail.own_monthly))
  const change = useChange(detail.account.account_id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isCount(daily) || !isCount(monthly) || change.isPending) return
    change.mutate({ own_daily: limitOf(daily), own_monthly: limitOf(monthly) })
  }
  const problem = (text: string) => (isCount(text) ? undefined : t('wrongCount'))
  const { quota } = detail
  return (
    <Card title={t('quotas')} description={t('quotasText')}>
      <form className={s.form} onSubmit={submit}>
        <div className={s.row}>
          <TextField
            label={t('daily')}
            inputMode="numeric"
            placeholder={t('common')}
            hint={t('usedToday', { used: quota.daily.used })}
            value={daily}
            onChange={(event) => setDaily(event.target.value)}
            problem={problem(daily)}
          />
          <TextField
            label={t('monthly')}
            inputMode="numeric"
            placeholder={t('common')}
            hint={t('usedMonth', { used: quota.monthly.used })}
            value={monthly}
            onChange={(event) => setMonthly(event.target.value)}
            problem={problem(monthly)}
          />
        </div>
        <div className={s.line}>
          <Button type="submit" busy={change.isPending}>
            {common('save')}
          </Button>
        </div>
        <ErrorNote error={change.error} />
      </form>
    </Card>
  )
}
