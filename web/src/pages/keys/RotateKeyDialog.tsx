import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '../../api/index.ts'
import { useCommonWords } from '../../i18n/index.ts'
import { Button, Dialog, ErrorNote, Select } from '../../ui/index.ts'
import type { ApiKey, Created } from './key.ts'
import { useWords } from './words.ts'

interface Props {
  readonly apiKey: ApiKey
  readonly onClose: () => void
  readonly onRotated: (created: Created) => void
}

type Grace = '0' | '1' | '24' | '168'

/** Rotates a key; the old one works until its callers have changed over. */
export function RotateKeyDialog({ apiKey, onClose, onRotated }: Props) {
  const t = useWords()
  const common = useCommonWords()
  const [grace, setGrace] = useState<Grace>('24')
  const rotate = useMutation({
    mutationFn: () =>
      send('post', '/keys/{id}/rotate', {
        params: { path: { id: apiKey.key_id } },
        body: { grace_hours: Number(grace) },
      }),
    onSuccess: (created) => {
      onClose()
      onRotated(created)
    },
  })
  const options = [
    { value: '0', label: t('graceNone') },
    { value: '1', label: t('graceHour') },
    { value: '24', label: t('graceDay') },
    { value: '168', label: t('graceWeek') },
  ] as const
  const actions = (
    <>
      <Button onClick={onClose}>{common('cancel')}</Button>
      <Button variant="primary" busy={rotate.isPending} onClick={() => rotate.mutate()}>
        {t('rotate')}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('rotateTitle', { name: apiKey.name })}
      description={t('rotateText')}
      actions={actions}
    >
      <Select label={t('grace')} value={grace} onChange={setGrace} options={options} />
      <ErrorNote error={rotate.error} />
    </Dialog>
  )
}
