import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { isFault, send } from '../../api/index.ts'
import { useLanguage } from '../../i18n/index.ts'
import { Button, Card, ErrorNote, formatPoints, Note, TextField, useProblems } from '../../ui/index.ts'
import s from './balance.module.css'
import { useWords } from './words.ts'

/** Redeems a voucher code. */
export function Redeem() {
  const t = useWords()
  const language = useLanguage()
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const redeem = useMutation({
    mutationFn: () => send('post', '/vouchers/redeem', { body: { code: code.trim() } }),
    onSuccess: async () => {
      setCode('')
      await client.invalidateQueries({ queryKey: ['/balance'] })
    },
  })
  const problems = useProblems(redeem.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!redeem.isPending) redeem.mutate()
  }
  const used = isFault(redeem.error, 'already_done')
  return (
    <Card title={t('redeem')} description={t('redeemText')}>
      <form className={s.stack} onSubmit={submit}>
        <div className={s.form}>
          <TextField
            label={t('code')}
            required
            minLength={4}
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            problem={problems('code')}
          />
          <Button type="submit" variant="primary" busy={redeem.isPending}>
            {t('redeemAction')}
          </Button>
        </div>
        {redeem.data && (
          <Note tone="success" alert>
            {t('redeemed', { points: formatPoints(redeem.data.grant.granted, language) })}
          </Note>
        )}
        {used ? (
          <Note tone="danger" alert>
            {t('usedCode')}
          </Note>
        ) : (
          <ErrorNote error={redeem.error} />
        )}
      </form>
    </Card>
  )
}
