import { useState } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icon/Icon.tsx'
import s from './DropZone.module.css'

interface Props {
  readonly label: string
  readonly hint?: string
  /** File types, in the format of an input's `accept`. */
  readonly accept: string
  readonly multiple?: boolean
  readonly onFiles: (files: readonly File[]) => void
}

/** Takes files by drag and drop, keyboard or pointer. */
export function DropZone({ label, hint, accept, multiple, onFiles }: Props) {
  const [over, setOver] = useState(false)
  return (
    <label
      className={cx(s.zone, over && s.over)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const files = [...event.dataTransfer.files]
        if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1))
      }}
    >
      <Icon name="upload" size={22} />
      <span className={s.title}>{label}</span>
      {hint && <span className={s.hint}>{hint}</span>}
      <input
        className={s.input}
        type="file"
        accept={accept}
        multiple={multiple ?? false}
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // Allow choosing the same file again after it was removed.
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </label>
  )
}

/** A file in the format of the API. */
export function dataUrlOf(file: File): Promise<string> {
  const reader = new FileReader()
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
