import { afterAll, expect, test } from 'vitest'
import { Fault } from '../contract/index.ts'
import { createDocuments } from './create-documents.ts'
import { bodyOf, encryptedPdf, linesOfText, pdfOf } from './sample-pdf.test-support.ts'

const documents = createDocuments({ threads: 2 })
afterAll(() => documents.close())

const hello = linesOfText('Jane Doe', 'Engineer')
const originals = [pdfOf([hello, hello]), encryptedPdf(hello, ''), pdfOf([hello], { count: 50 })]

/** The same numbers for the same seed. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

/** Changes, cuts out and repeats a few bytes. */
function mutated(original: Buffer, random: (below: number) => number): Buffer {
  let bytes = Buffer.from(original)
  for (let change = random(8); change >= 0; change--) {
    const at = random(bytes.length)
    const length = random(40)
    const piece = bytes.subarray(at, at + length)
    const kind = random(4)
    if (kind === 0) bytes[at] = random(256)
    else if (kind === 1) bytes.write(String(random(100_000)), at, 'latin1')
    else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)])
    else bytes = Buffer.concat([bytes.subarray(0, at), piece, piece, bytes.subarray(at)])
    if (bytes.length === 0) return original
  }
  return bytes
}

async function outcome(pdf: Buffer): Promise<string> {
  try {
    // Far above what any of them needs: only what never ends is caught by it, on a busy machine, too.
    const signal = AbortSignal.timeout(100_000)
    const opened = await documents.open({ kind: 'bytes', bytes: bodyOf(pdf) }, signal)
    const { text } = await documents.read(opened, opened.pageCount, signal)
    return text.isWellFormed() && !/[^\n\P{Cc}]/u.test(text) ? 'read' : 'unclean'
  } catch (error) {
    if (error instanceof Fault && error.code === 'invalid_input') return 'refused'
    return error instanceof Fault ? `${error.message} ${JSON.stringify(error.members.detail)}` : String(error)
  }
}

test('files with random damage are read or refused, and never more than that', async () => {
  const outcomes = new Map<string, number>()
  for (let seed = 1; seed <= 400; seed += 8) {
    const batch = Array.from({ length: 8 }, (_, index) => {
      const original = originals[(seed + index) % originals.length] ?? Buffer.alloc(0)
      return outcome(mutated(original, seeded(seed + index)))
    })
    for (const each of await Promise.all(batch)) outcomes.set(each, (outcomes.get(each) ?? 0) + 1)
  }
  expect([...outcomes.keys()].sort()).toEqual(['read', 'refused'])
  expect(await outcome(pdfOf([hello]))).toBe('read')
})
