import { expect, test } from 'vitest'
import { createSemaphore, type TaskOwner } from '../kit/index.ts'
import type { Recogniser } from './ocr/recogniser.ts'
import { type PictureReading, readPictures } from './read-pictures.ts'
import type { DocumentAnswer } from './tasks.ts'

const signal = AbortSignal.timeout(60_000)
const passed = new Uint8Array(1)
const blank = { width: 1, height: 1, scale: 1, grey: passed }

/** Reads N pages; the bytes are transferred to each drawing and back, as with threads. */
async function readWith(
  pages: number,
  recognise: Recogniser['recognise'],
  nowMs = () => 0,
  owner?: TaskOwner & { drawing(): void },
) {
  const seen = { givenUp: 0, held: new Uint8Array(8) }
  const reading: PictureReading = {
    recogniser: { provider: 'some', pagesAtOnce: 2, recognise, close: async () => {} },
    slots: createSemaphore({ slots: 2, slotsPerKeyMax: 2, extraSlotAfterMs: 60_000, waitingMax: 100 }),
    clock: { now: () => new Date(0), monotonicMs: nowMs },
    onGivenUp: () => (seen.givenUp += 1),
    owner,
    async run(task): Promise<DocumentAnswer> {
      if (task.kind !== 'draw') throw new Error('pages are only drawn here')
      owner?.drawing()
      seen.held = structuredClone(task.pdf, { transfer: [task.pdf.buffer] })
      return { kind: 'drawn', picture: blank, pdf: seen.held }
    },
  }
  const pictures = Array.from({ length: pages }, (_, place) => ({
    ...{ place, pageIndex: place, width: 10, height: 10, bands: null },
  }))
  const found = { kind: 'pages', kept: passed, pictures, software: '', pdf: seen.held } as const
  const results = await readPictures(reading, found, signal).catch((error: unknown) => error)
  return { ...seen, results }
}

const asked = { turns: 0, evened: false } as const

test('a page that was given up was not read', async () => {
  let pages = 0
  let nowMs = 0
  const { results, givenUp } = await readWith(
    20,
    async (draw, until) => {
      await draw(asked)
      if (pages++ === 0) return new Promise((_, reject) => until.addEventListener('abort', reject))
      nowMs += 5_000
      return { kind: 'words', words: [], turns: 0, model: 'some' }
    },
    () => nowMs,
  )
  expect(givenUp).toBe(1)
  expect((results as { place: number }[]).map(({ place }) => place)).toEqual(
    Array.from({ length: 19 }, (_, at) => at + 1),
  )
})

test('a document is released after its pictures are read, also on failure', async () => {
  const read = await readWith(3, async (draw) => {
    await draw(asked)
    return { kind: 'text', text: '', model: 'some' }
  })
  expect([read.results, read.held.buffer.detached]).toMatchObject([{ length: 3 }, true])
  const failed = await readWith(3, async (draw) => {
    await draw(asked)
    throw new Error('broken')
  })
  expect(failed.results).toMatchObject({ message: 'broken' })
  await expect.poll(() => failed.held.buffer.detached).toBe(true)
})

test('a page that waits for a drawing thread counts as waiting, one that is recognised as working', async () => {
  const tasks = { waiting: 0, working: 0 }
  const noted: string[] = []
  const note = (what: string) => noted.push(`${what} ${tasks.waiting} ${tasks.working}`)
  const owner = {
    key: 'a',
    waiting: (by: 1 | -1) => (tasks.waiting += by),
    working: (by: 1 | -1) => (tasks.working += by),
    drawing: () => note('drawn'),
  }
  const read = async (draw: Parameters<Recogniser['recognise']>[0]) => {
    await draw(asked)
    note('read')
    return { kind: 'text', text: '', model: 'some' } as const
  }
  await readWith(1, read, undefined, owner)
  expect(noted).toEqual(['drawn 0 0', 'read 0 1'])
  expect(tasks).toEqual({ waiting: 0, working: 0 })
})
