import { afterAll, expect, test } from 'vitest'
import { Fault } from '../../contract/index.ts'
import { createDocuments } from '../create-documents.ts'
import { bodyOf, linesOfText, pdfOf } from '../sample-pdf.test-support.ts'
import { hostileContents } from './contents.test-support.ts'
import { foreign, hostileDisguises } from './disguises.test-support.ts'
import { type Hostile, hostileStructures } from './structure.test-support.ts'

const documents = createDocuments({ threads: 2, ocr: { engine: 'wasm', pagesAtOnce: 1 } })
afterAll(() => documents.close())

/** Short, so that endless files don't delay the tests. */
const limitMs = 2_000
/** The time limit for ending a thread and reporting it on a busy machine. */
const graceMs = 20_000

type Outcome = 'read' | 'refused' | 'timeout'

async function outcomeOf(pdf: Buffer): Promise<Outcome> {
  const signal = AbortSignal.timeout(limitMs)
  try {
    const opened = await documents.open({ kind: 'bytes', bytes: bodyOf(pdf) }, signal)
    const { text } = await documents.read(opened, opened.pageCount, signal)
    expect(text.isWellFormed()).toBe(true)
    return 'read'
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    if (error.code === 'invalid_input') return 'refused'
    expect(error.members.detail).toEqual({ reason: 'timeout' })
    return 'timeout'
  }
}

const helloPdf = pdfOf([linesOfText('Jane Doe')])

async function survives(set: readonly Hostile[]): Promise<Map<Outcome, string[]>> {
  const outcomes = new Map<Outcome, string[]>()
  // Built first, because building a bomb blocks this thread and would delay the timer of another file.
  const waiting = set.map(([what, make]) => [what, make()] as const)
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [what, pdf] = next
      const started = performance.now()
      const outcome = await outcomeOf(pdf)
      expect(performance.now() - started, what).toBeLessThan(limitMs + graceMs)
      outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), what])
    }
  }
  await Promise.all([worker(), worker()])
  return outcomes
}

test.each([
  ['structures', hostileStructures],
  ['contents', hostileContents],
  ['disguises', hostileDisguises],
])('hostile %s are read, refused or stopped, and the next document is read correctly', async (_, set) => {
  const outcomes = await survives(set)
  expect([...outcomes.values()].flat()).toHaveLength(set.length)
  const read = outcomes.get('read') ?? []
  expect(foreign.filter(([what]) => read.includes(what))).toEqual([])
  const signal = AbortSignal.timeout(100_000)
  const opened = await documents.open({ kind: 'bytes', bytes: bodyOf(helloPdf) }, signal)
  expect(await documents.read(opened, 1, signal)).toMatchObject({ text: 'Jane Doe', pages: 1 })
})
