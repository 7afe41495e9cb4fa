import { Fault } from '../../src/contract/index.ts'
import type { Documents } from '../../src/documents/index.ts'
import { type Mutant, mutantOf, type Original } from './mutate.ts'

/** The outcome of a document: each is correct except `odd`. */
export type Outcome = 'read' | 'read by OCR' | 'refused' | 'stopped' | 'odd'

export interface Result {
  readonly seed: number
  readonly original: string
  readonly outcome: Outcome
  /** The error code of a refusal, or a description of the odd outcome. */
  readonly about: string
  readonly ms: number
}

export interface FuzzOptions {
  readonly documents: Documents
  readonly originals: readonly Original[]
  readonly seeds: Iterable<number>
  /** The number of mutants read in parallel. */
  readonly parallel: number
  readonly limitMs: number
  /** How long a thread may take to end after the limit. */
  readonly graceMs: number
  onResult(result: Result, mutant: Mutant): void
}

/** After every N mutants a valid document is read; its text must be correct. */
const soundEvery = 40

/**
 * Reads mutants and reports the outcome of each. An outcome is odd if the answer is late, the text is not
 * clean, or the error is not the document's. Throws if a valid document is misread between mutants.
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

/** The outcome of a document within the time limit. */
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
