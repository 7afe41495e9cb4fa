import { useEffect, useState } from 'react'
import { useCommonWords } from '../../i18n/index.ts'
import { Button } from '../button/Button.tsx'

interface Props {
  readonly text: string
  readonly label?: string
  readonly primary?: boolean
  readonly onCopy?: () => void
}

const shownMs = 2_000

export function CopyButton({ text, label, primary, onCopy }: Props) {
  const t = useCommonWords()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(setCopied, shownMs, false)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    await writeClipboard(text)
    setCopied(true)
    onCopy?.()
  }
  return (
    <Button small variant={primary ? 'primary' : 'secondary'} icon={copied ? 'check' : 'copy'} onClick={copy}>
      <span aria-live="polite">{copied ? t('copied') : (label ?? t('copy'))}</span>
    </Button>
  )
}

/** Over plain HTTP browsers only allow copying a selection. */
async function writeClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  const parent = document.activeElement?.parentElement ?? document.body
  parent.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
