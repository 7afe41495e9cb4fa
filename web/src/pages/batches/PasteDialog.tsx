import { type FormEvent, useId, useState } from 'react'
import { useCommonWords } from '../../i18n/index.ts'
import { Button, Dialog, TextArea, TextField } from '../../ui/index.ts'
import s from './batches.module.css'
import { useWords } from './words.ts'

interface Props {
  readonly onAdd: (name: string, text: string) => void
  readonly onClose: () => void
  /** The default name. */
  readonly usual: string
}

export function PasteDialog({ onAdd, onClose, usual }: Props) {
  const t = useWords()
  const common = useCommonWords()
  const form = useId()
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAdd(name.trim() || usual, text)
    onClose()
  }
  const actions = (
    <>
      <Button onClick={onClose}>{common('cancel')}</Button>
      <Button type="submit" form={form} variant="primary">
        {t('add')}
      </Button>
    </>
  )
  return (
    <Dialog open sticky wide onClose={onClose} title={t('pasteTitle')} actions={actions}>
      <form id={form} className={s.stack} onSubmit={submit}>
        <TextField
          label={t('pasteName')}
          placeholder={usual}
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextArea
          label={t('pasteText')}
          required
          rows={12}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
