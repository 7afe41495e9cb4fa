import { ConsoleFault } from '../../api/index.ts'
import type { StartBody } from './batch.ts'

/** A candidate of a new batch: a file to read, or a text. */
export interface DraftCandidate {
  readonly id: number
  readonly name: string
  readonly source: 'pdf' | 'text'
  readonly file?: File
  readonly state: 'waiting' | 'reading' | 'ready' | 'failed'
  readonly text: string
  readonly pages: number
  readonly paidCents: number
  readonly error?: unknown
}

let ids = 0

export function fileCandidate(file: File): DraftCandidate {
  const name = file.name.replace(/\.pdf$/i, '')
  const start = { id: ++ids, name, source: 'pdf', file, text: '', pages: 0, paidCents: 0 } as const
  // The service would refuse it too, but only after the whole upload.
  const isPdf = file.type === 'application/pdf' || /\.pdf$/i.test(file.name)
  if (isPdf) return { ...start, state: 'waiting' }
  return { ...start, state: 'failed', error: new ConsoleFault('invalid_input', 400, [], null) }
}

export function textCandidate(name: string, text: string): DraftCandidate {
  return { id: ++ids, name, source: 'text', state: 'ready', text, pages: 0, paidCents: 0 }
}

/**
 * The texts of started batches, by batch id, while this page is open. The service deletes texts as soon as
 * they are scored; the page keeps them in memory only, to mark quotes and to run them again.
 */
const started = new Map<string, StartBody>()

export const startedWith = (batchId: string): StartBody | undefined => started.get(batchId)
export const keepStarted = (batchId: string, body: StartBody): void => void started.set(batchId, body)
export const forgetStarted = (batchId: string): void => void started.delete(batchId)

/** The idempotency key: the same body sent again returns the same batch, another body gets another key. */
export function idempotencyKeys(): (body: StartBody) => string {
  let last = { text: '', key: '' }
  return (body) => {
    const text = JSON.stringify(body)
    if (text !== last.text) last = { text, key: randomKey() }
    return last.key
  }
}

/** `crypto.randomUUID` is missing over plain HTTP. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
