import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '../../api/index.ts'
import { useCommonWords } from '../../i18n/index.ts'
import { ConfirmDialog, IconButton, Menu, MenuItem, MenuSeparator, toast } from '../../ui/index.ts'
import { EditKeyDialog } from './EditKeyDialog.tsx'
import type { ApiKey, Created } from './key.ts'
import { RotateKeyDialog } from './RotateKeyDialog.tsx'
import { useWords } from './words.ts'

interface Props {
  readonly apiKey: ApiKey
  readonly onRotated: (created: Created) => void
}

/** Actions on a key; a revoked key has none. */
export function KeyActions({ apiKey, onRotated }: Props) {
  const t = useWords()
  const common = useCommonWords()
  const client = useQueryClient()
  const [open, setOpen] = useState<'edit' | 'rotate' | 'revoke' | 'disable' | null>(null)
  const close = () => setOpen(null)
  const settled = () => client.invalidateQueries({ queryKey: ['/keys'] })
  const path = { id: apiKey.key_id }
  const disable = useMutation({
    mutationFn: (disabled: boolean) => send('patch', '/keys/{id}', { params: { path }, body: { disabled } }),
    onSuccess: (_, disabled) => {
      toast(t(disabled ? 'disabledNow' : 'enabledNow'))
      close()
    },
    onSettled: settled,
  })
  const revoke = useMutation({
    mutationFn: () => send('post', '/keys/{id}/revoke', { params: { path } }),
    onSuccess: () => {
      toast(t('revokedNow'))
      close()
    },
    onSettled: settled,
  })
  const ended = apiKey.state === 'revoked' || apiKey.state === 'expired'
  const label = `${common('actions')}: ${apiKey.name}`
  if (ended) return null
  return (
    <>
      <Menu trigger={<IconButton icon="more" label={label} />}>
        <MenuItem icon="edit" onSelect={() => setOpen('edit')}>
          {t('edit')}
        </MenuItem>
        <MenuItem
          icon="refresh"
          disabled={apiKey.state !== 'active' || apiKey.replaced_by !== null}
          onSelect={() => setOpen('rotate')}
        >
          {t('rotate')}
        </MenuItem>
        {apiKey.state === 'disabled' ? (
          <MenuItem icon="play" onSelect={() => disable.mutate(false)}>
            {t('enable')}
          </MenuItem>
        ) : (
          <MenuItem icon="pause" onSelect={() => setOpen('disable')}>
            {t('disable')}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon="trash" danger onSelect={() => setOpen('revoke')}>
          {t('revoke')}
        </MenuItem>
      </Menu>
      {open === 'edit' && <EditKeyDialog apiKey={apiKey} onClose={close} />}
      {open === 'rotate' && <RotateKeyDialog apiKey={apiKey} onClose={close} onRotated={onRotated} />}
      <ConfirmDialog
        open={open === 'disable'}
        title={t('disableTitle', { name: apiKey.name })}
        confirm={t('disable')}
        busy={disable.isPending}
        error={disable.error}
        onConfirm={() => disable.mutate(true)}
        onClose={close}
      >
        {t('disableText')}
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'revoke'}
        title={t('revokeTitle', { name: apiKey.name })}
        confirm={t('revoke')}
        danger
        busy={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoke.mutate()}
        onClose={close}
      >
        {t('revokeText')}
      </ConfirmDialog>
    </>
  )
}
