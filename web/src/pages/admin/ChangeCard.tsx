import { useState } from 'react'
import { useTerms } from '../../i18n/index.ts'
import { Button, Card, ConfirmDialog, ErrorNote, Select } from '../../ui/index.ts'
import s from './admin.module.css'
import { type AccountDetail, type Role, roles } from './admin.ts'
import { useChange } from './use-change.ts'
import { useWords } from './words.ts'

/** Role and state of an account. */
export function ChangeCard({ detail }: { readonly detail: AccountDetail }) {
  const t = useWords()
  const terms = useTerms()
  const { account, disabled_at } = detail
  const [disabling, setDisabling] = useState(false)
  const [role, setRole] = useState<Role | null>(null)
  const change = useChange(account.account_id, () => {
    setDisabling(false)
    setRole(null)
  })
  return (
    <Card title={t('change')} description={t('changeText')}>
      <div className={s.line}>
        <Select
          label={t('role')}
          value={account.role}
          onChange={(wanted) => wanted !== account.role && setRole(wanted)}
          options={roles.map((name) => ({ value: name, label: terms(name) }))}
        />
        {disabled_at === null ? (
          <Button icon="pause" onClick={() => setDisabling(true)}>
            {t('disable')}
          </Button>
        ) : (
          <Button icon="play" busy={change.isPending} onClick={() => change.mutate({ disabled: false })}>
            {t('enable')}
          </Button>
        )}
      </div>
      {!disabling && role === null && <ErrorNote error={change.error} />}
      <ConfirmDialog
        open={disabling}
        danger
        title={t('disableTitle', { email: account.email })}
        confirm={t('disable')}
        busy={change.isPending}
        error={change.error}
        onConfirm={() => change.mutate({ disabled: true })}
        onClose={() => setDisabling(false)}
      >
        {t('disableText')}
      </ConfirmDialog>
      <ConfirmDialog
        open={role !== null}
        title={t('roleTitle', { email: account.email, role: role === null ? '' : terms(role) })}
        confirm={t('change')}
        busy={change.isPending}
        error={change.error}
        onConfirm={() => role && change.mutate({ role })}
        onClose={() => setRole(null)}
      >
        {t('roleText')}
      </ConfirmDialog>
    </Card>
  )
}
