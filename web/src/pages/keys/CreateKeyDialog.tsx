import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { isFault, operationNames, send } from '../../api/index.ts'
import { useCommonWords } from '../../i18n/index.ts'
import { Button, Dialog, ErrorNote, TextField, useProblems } from '../../ui/index.ts'
import { ExpirySelect, expiryOf, type Lifetime } from './ExpirySelect.tsx'
import type { Created, Limits, Scope } from './key.ts'
import s from './keys.module.css'
import { LimitFields, limitsOf, noLimits } from './LimitFields.tsx'
import { ScopeFields } from './ScopeFields.tsx'
import { useWords } from './words.ts'

interface Props {
  readonly onClose: () => void
  readonly onCreated: (created: Created) => void
}

export function CreateKeyDialog({ onClose, onCreated }: Props) {
  const t = useWords()
  const common = useCommonWords()
  const form = useId()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>(operationNames)
  const [lifetime, setLifetime] = useState<Lifetime>('never')
  const [limits, setLimits] = useState(noLimits)
  const [wrongLimits, setWrongLimits] = useState(false)
  const create = useMutation({
    mutationFn: (read: Limits) =>
      send('post', '/keys', { body: { name, scopes, expires_at: expiryOf(lifetime), limits: read } }),
    onSuccess: onCreated,
  })
  const problems = useProblems(create.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = limitsOf(limits)
    setWrongLimits(read === null)
    if (read !== null && !create.isPending) create.mutate(read)
  }
  const actions = (
    <>
      <Button onClick={onClose}>{common('cancel')}</Button>
      <Button type="submit" form={form} variant="primary" busy={create.isPending}>
        {t('create')}
      </Button>
    </>
  )
  return (
    <Dialog open sticky onClose={onClose} title={t('createTitle')} actions={actions}>
      <form id={form} className={s.form} onSubmit={submit}>
        <TextField
          label={t('name')}
          required
          maxLength={80}
          placeholder={t('nameExample')}
          hint={t('nameHint')}
          value={name}
          onChange={(event) => setName(event.target.value)}
          problem={problems('name')}
        />
        <ScopeFields value={scopes} onChange={setScopes} problem={problems('scopes')} />
        <ExpirySelect value={lifetime} onChange={setLifetime} />
        <LimitFields value={limits} onChange={setLimits} wrong={wrongLimits} />
        <ErrorNote
          error={isFault(create.error, 'invalid_input') && create.error.issueAt('name') ? null : create.error}
        />
      </form>
    </Dialog>
  )
}
