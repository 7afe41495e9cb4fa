import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLog } from '../../kit/index.ts'
import { createRecogniser, type OcrTelemetry } from './create-recogniser.ts'
import { ReaderFailed, type SeenWords } from './tesseract/reader.ts'
import { findSystemReader } from './tesseract/system.ts'
import { withFallback } from './tesseract/with-fallback.ts'

/** Where much else runs, a reading takes longer than a second. */

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fake-tesseract-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A program that tells its version and languages as Tesseract does, and reads pictures in its own way. */
async function fakeTesseract(reading: string, languages = 'eng\nchi_sim', mode = 0o755): Promise<string> {
  const program = join(folder, 'tesseract')
  const answers = `--version) echo 'tesseract 5.3.0';; --list-langs) printf 'List:\\n${languages}\\n';;`
  await rm(program, { force: true })
  await writeFile(program, `#!/bin/sh\ncase "$1" in ${answers} *) ${reading};; esac\n`)
  await chmod(program, mode)
  return folder
}

const blank = { width: 40, height: 40, scale: 1, grey: new Uint8Array(1600).fill(255) }
const soon = () => AbortSignal.timeout(100_000)
const header =
  'level\\tpage_num\\tblock_num\\tpar_num\\tline_num\\tword_num\\tleft\\ttop\\twidth\\theight\\tconf\\ttext'
const rowOf = (word: string) => `5\\t1\\t1\\t1\\t1\\t1\\t1\\t2\\t30\\t10\\t90\\t${word}`

test.each([
  ['ends with an error, as without its data', 'echo no data >&2; exit 1'],
  ['is killed', 'kill -9 $$'],
  ['hangs, and what it started with it', '/bin/sleep 30'],
  ['answers nonsense', '/bin/cat >/dev/null; echo Hello'],
  ['answers without end', '/usr/bin/yes Hello'],
])('a tesseract that %s has failed, which is no fault of the picture', async (_, reading) => {
  const reader = await findSystemReader(1, { searchPath: await fakeTesseract(reading), timeoutMs: 500 })
  await expect(reader?.read(blank, 'eng', 'page', soon())).rejects.toBeInstanceOf(ReaderFailed)
  await reader?.close()
})

test('a removed tesseract counts as failed; an abort does not', async () => {
  const searchPath = await fakeTesseract('/bin/sleep 30')
  const reader = await findSystemReader(1, { searchPath })
  const impatient = reader?.read(blank, 'eng', 'page', AbortSignal.timeout(100))
  await expect(impatient).rejects.toMatchObject({ name: 'TimeoutError' })
  await chmod(join(folder, 'tesseract'), 0o644)
  await expect(reader?.read(blank, 'eng', 'page', soon())).rejects.toBeInstanceOf(ReaderFailed)
  await reader?.close()
  await expect(reader?.read(blank, 'eng', 'page', soon())).rejects.toMatchObject({ code: 'internal_error' })
})

test('a tesseract that works is used', async () => {
  const searchPath = await fakeTesseract(`/bin/cat >/dev/null; printf '${header}\\n${rowOf('Jane')}\\n'`)
  const reader = await findSystemReader(1, { searchPath })
  const seen = await reader?.read(blank, 'eng', 'page', soon())
  expect(seen).toMatchObject({ words: [{ text: 'Jane', left: 1, bottom: 12 }], model: 'tesseract-5.3.0' })
})

test('a tesseract without the languages is not used; asking for it fails at start', async () => {
  for (const languages of ['eng\nosd', 'chi_sim', 'eng\nchi_sim_vert']) {
    const searchPath = await fakeTesseract('exit 1', languages)
    expect(await findSystemReader(1, { searchPath })).toBeNull()
    await expect(createRecogniser({ engine: 'system', pagesAtOnce: 1, searchPath })).rejects.toThrow(
      'chi_sim',
    )
    const recogniser = await createRecogniser({ engine: 'auto', pagesAtOnce: 1, searchPath })
    const page = await recogniser.recognise(async () => null, soon())
    expect(page.model).toMatch(/^tesseract\.js-core/)
  }
})

test('if tesseract fails on a page, WASM reads it; this is logged and counted', async () => {
  const warnings: unknown[] = []
  let pictures = 0
  const telemetry: OcrTelemetry = {
    log: { ...silentLog, warn: (fields) => warnings.push(fields) },
    metrics: { ocrFellBack: () => (pictures += 1) },
  }
  const searchPath = await fakeTesseract('exit 1')
  const recogniser = await createRecogniser({ engine: 'system', pagesAtOnce: 1, searchPath }, telemetry)
  const grey = Uint8Array.from({ length: 8000 }, (_, at) => (at % 16 < 8 ? 0 : 255))
  const striped = { width: 200, height: 40, scale: 1, grey }
  const page = await recogniser.recognise(async () => striped, soon())
  await recogniser.close()
  expect(page).toMatchObject({ kind: 'words', model: expect.stringMatching(/^tesseract\.js-core/) })
  expect(warnings).toEqual([{ failure: 'tesseract ended with code 1' }])
  expect(pictures).toBeGreaterThan(1)
})

function readers(first: () => Promise<SeenWords>, second: () => Promise<SeenWords>) {
  const asked = { first: 0, second: 0, failures: 0, reads: 0 }
  const reader = (which: 'first' | 'second', read: () => Promise<SeenWords>) => ({
    ...{ model: which, picturesAtOnce: 1, close: async () => {} },
    read: () => {
      asked[which] += 1
      return read()
    },
  })
  const both = withFallback({
    ...{ first: reader('first', first), second: reader('second', second), restMs: 100 },
    onRead: () => (asked.reads += 1),
    onFailure: () => (asked.failures += 1),
  })
  return { asked, read: () => both.read(blank, 'eng', 'page', soon()) }
}

const words = (model: string) => async () => ({ words: [], model })
const failing = async () => {
  throw new ReaderFailed('broken')
}

test('a reader that failed rests a while, and is then asked again', async () => {
  const { asked, read } = readers(failing, words('second'))
  for (const _ of [1, 2, 3]) expect((await read()).model).toBe('second')
  expect(asked).toEqual({ first: 1, second: 3, failures: 1, reads: 3 })
  await new Promise((resolve) => setTimeout(resolve, 150))
  await read()
  expect(asked).toMatchObject({ first: 2, failures: 2 })
})

test('if both fail, the first is not paused; other errors are not retried', async () => {
  const bothFail = readers(failing, failing)
  for (const _ of [1, 2]) await expect(bothFail.read()).rejects.toThrow('broken')
  expect(bothFail.asked).toMatchObject({ first: 2, second: 2, failures: 0, reads: 0 })
  const aborted = readers(() => Promise.reject(new Error('aborted')), words('second'))
  await expect(aborted.read()).rejects.toThrow('aborted')
  expect(aborted.asked).toMatchObject({ first: 1, second: 0 })
})
