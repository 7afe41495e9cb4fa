import { Fault } from '../../src/contract/index.ts'
import type { Documents } from '../../src/documents/index.ts'
import { type Mutant, mutantOf, type Original } from './mutate.ts'

/** What became of a document: all of these are right, but for what is told as odd. */
export type Outcome = 'read' | 'read by OCR' | 'refused' | 'stopped' | 'odd'

export interface Result {
  readonly seed: number
  readonly original: string
  readonly outcome: Outcome
  /** The code of a refusal, or what is odd. */
  readonly about: string
  readonly ms: number
}

export interface FuzzOptions {
  readonly documents: Documents
  readonly originals: readonly Original[]
  readonly seeds: Iterable<number>
  /** Mutants at a time. */
  readonly parallel: number
  readonly limitMs: number
  /** What the end of a thread may take beyond the limit. */
  readonly graceMs: number
  onResult(result: Result, mutant: Mutant): void
}

/** A sound document is read between so many mutants, and must say what it says. */
const soundEvery = 40

/**
 * Reads mutants and tells of each what became of it. Odd are an answer that comes too late, a text that is
 * not clean, an error that isn't the document's, and a sound document that is read wrongly next to them.
 */
export async function fuzz(options: FuzzOptions): Promise<void> {
  const { originals, seeds, parallel, onResult } = options
  const waiting = seeds[Symbol.iterator]()
  const sound = originals[0]
  const expected = sound && (await readDocument(options, sound.bytes))
  const worker = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      const seed = next.value
      const mutant = mutantOf(originals, seed)
      onResult({ seed, original: mutant.original, ...(await outcomeOf(options, mutant.bytes)) }, mutant)
      if (sound === undefined || seed % soundEvery !== 0) continue
      const again = await readDocument(options, sound.bytes)
      if (again !== expected)
        throw new Error(`after the mutant of seed ${seed} ${sound.name} is read wrongly`)
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
}

async function readDocument({ documents }: FuzzOptions, pdf: Buffer): Promise<string> {
  const signal = AbortSignal.timeout(60_000)
  const opened = await documents.open({ kind: 'bytes', bytes: bodyOf(pdf) }, signal)
  return (await documents.read(opened, opened.pageCount, signal)).text
}

/** What becomes of a document within the limit. */
export async function outcomeOf(
  options: Pick<FuzzOptions, 'documents' | 'limitMs' | 'graceMs'>,
  pdf: Buffer,
): Promise<Pick<Result, 'outcome' | 'about' | 'ms'>> {
  const { limitMs, graceMs } = options
  const started = performance.now()
  const { outcome, about } = await becameOf(options, pdf)
  const ms = Math.round(performance.now() - started)
  if (ms > limitMs + graceMs) return { outcome: 'odd', about: `${about} after ${ms} ms`, ms }
  return { outcome, about, ms }
}

async function becameOf(
  { documents, limitMs }: Pick<FuzzOptions, 'documents' | 'limitMs'>,
  pdf: Buffer,
): Promise<Pick<Result, 'outcome' | 'about'>> {
  const signal = AbortSignal.timeout(limitMs)
  try {
    const opened = await documents.open({ kind: 'bytes', bytes: bodyOf(pdf) }, signal)
    const { text, pages, ocrPages } = await documents.read(opened, opened.pageCount, signal)
    if (!text.isWellFormed() || /[^\n\P{Cc}]/u.test(text)) return { outcome: 'odd', about: 'unclean text' }
    if (pages !== opened.pageCount) return { outcome: 'odd', about: 'pages read are not pages held for' }
    return { outcome: ocrPages > 0 ? 'read by OCR' : 'read', about: '' }
  } catch (error) {
    if (!(error instanceof Fault)) return { outcome: 'odd', about: String(error) }
    const detail = JSON.stringify(error.members.detail)
    if (error.code === 'invalid_input')
      return { outcome: 'refused', about: /"code":"(\w+)"/.exec(detail)?.[1] ?? '' }
    if (detail === '{"reason":"timeout"}') return { outcome: 'stopped', about: 'timeout' }
    return { outcome: 'odd', about: `${error.message} ${detail} ${causeOf(error)}` }
  }
}

function causeOf({ cause }: Error): string {
  return cause instanceof Error ? cause.message : ''
}

/** The body of a call as it comes over HTTP. */
function bodyOf(pdf: Buffer): Uint8Array<ArrayBuffer> {
  const fileDataUrl = `data:application/pdf;base64,${pdf.toString('base64')}`
  return new TextEncoder().encode(JSON.stringify({ fileDataUrl }))
}
