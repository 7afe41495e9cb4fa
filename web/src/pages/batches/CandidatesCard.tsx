import { useState } from 'react'
import { useLanguage } from '../../i18n/index.ts'
import { Button, Card, cx, DropZone, formatPoints } from '../../ui/index.ts'
import s from './batches.module.css'
import { type DraftCandidate, fileCandidate, textCandidate } from './draft.ts'
import { PasteDialog } from './PasteDialog.tsx'
import { useWords } from './words.ts'

interface Props {
  readonly candidates: readonly DraftCandidate[]
  /** Undefined until loaded: no file is read before its price is shown. */
  readonly pageCents: number | undefined
  readonly reading: boolean
  readonly onAdd: (added: readonly DraftCandidate[]) => void
  readonly onRead: () => void
}

/** Adds candidates by dropping files or pasting texts; files are read after their price was shown. */
export function CandidatesCard({ candidates, pageCents, reading, onAdd, onRead }: Props) {
  const t = useWords()
  const points = formatPoints(pageCents ?? 0, useLanguage())
  const [pasting, setPasting] = useState(false)
  const waiting = candidates.filter(({ state }) => state === 'waiting')
  const files = candidates.filter(({ source }) => source === 'pdf')
  const done = files.filter(({ state }) => state === 'ready').length
  return (
    <Card title={t('candidates')}>
      <div className={s.stack}>
        <DropZone
          label={t('drop')}
          hint={t('dropHint', { points })}
          accept="application/pdf,.pdf"
          multiple
          onFiles={(added) => onAdd(added.map(fileCandidate))}
        />
        <div className={s.row}>
          <Button icon="plus" onClick={() => setPasting(true)}>
            {t('paste')}
          </Button>
          {(waiting.length > 0 || reading) && (
            <Button variant="primary" busy={reading} disabled={pageCents === undefined} onClick={onRead}>
              {t('readFiles', { count: waiting.length, points })}
            </Button>
          )}
        </div>
        <p className={cx(s.muted, s.status)} role="status">
          {files.length > 0 && t('readProgress', { done, all: files.length })}
        </p>
      </div>
      {pasting && (
        <PasteDialog
          usual={`${t('candidate')} ${candidates.length + 1}`}
          onAdd={(name, text) => onAdd([textCandidate(name, text)])}
          onClose={() => setPasting(false)}
        />
      )}
    </Card>
  )
}
