import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exitCodes } from '../../src/cli/main.ts'
import { runBin } from '../support/run-bin.ts'
import { lineGone, runHere, runWatched } from './run.ts'

const resume = fileURLToPath(new URL('../../examples/resume.pdf', import.meta.url))
let folder = ''
let [good, twin, bad, missing] = ['', '', '', '']

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parse-'))
  await mkdir(join(folder, 'b'))
  ;[good, twin] = [join(folder, 'cv.pdf'), join(folder, 'b', 'CV.PDF')]
  ;[bad, missing] = [join(folder, 'bad.pdf'), join(folder, 'missing.pdf')]
  await Promise.all([copyFile(resume, good), copyFile(resume, twin), writeFile(bad, 'no PDF')])
})
afterAll(() => rm(folder, { recursive: true }))

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test("texts are written to a folder, one line per file to stdout, and a bad file doesn't stop others", async () => {
  const out = join(folder, 'new', 'texts')
  const { code, stdout, stderr } = await runHere(['parse', good, bad, missing, twin, '--out', out])
  expect([code, stderr]).toEqual([exitCodes.someFailed, ''])
  const summary = { pages: 1, ocr_pages: 0, hidden_characters: 0, ms: expect.any(Number) }
  expect(linesOf(stdout)).toEqual([
    { file: good, ...summary },
    { file: bad, error: 'not_pdf', ms: expect.any(Number) },
    { file: missing, error: 'unreadable', ms: expect.any(Number) },
    { file: twin, ...summary },
  ])
  expect((await readdir(out)).sort()).toEqual(['CV-2.txt', 'cv.txt'])
  expect(await readFile(join(out, 'cv.txt'), 'utf8')).toMatch(/^\S[\s\S]{200,}\S\n$/)
})

test('without a folder only the text is printed to stdout', async () => {
  const { code, stdout, stderr } = await runHere(['parse', good])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^\S[\s\S]{200,}\S\n$/)
  expect(linesOf(stderr)).toMatchObject([{ file: good, pages: 1 }])
})

test("--json has the text in its file's line", async () => {
  const { code, stdout } = await runHere(['--json', 'parse', good, bad])
  expect(code).toBe(exitCodes.someFailed)
  const [first, second] = linesOf(stdout)
  expect(first).toMatchObject({ file: good, text: expect.stringMatching(/\S{3}/) })
  expect(second).toMatchObject({ error: 'not_pdf' })
})

test('--profile adds the profile to the line, as in the API', async () => {
  const { code, stdout } = await runHere(['--json', 'parse', '--profile', good, bad])
  expect(code).toBe(exitCodes.someFailed)
  const [first, second] = linesOf(stdout)
  const { text, profile } = first as {
    text: string
    profile: { contact: { emails: { text: string; start: number; end: number }[] } }
  }
  const [email] = profile.contact.emails
  expect(text.slice(email?.start, email?.end)).toBe(email?.text)
  expect(email?.text).toContain('@')
  expect(second).toEqual({ file: bad, error: 'not_pdf', ms: expect.any(Number) })
  const printed = await runHere(['parse', '--profile', good])
  expect(linesOf(printed.stderr)).toMatchObject([{ file: good, profile: { contact: { emails: [email] } } }])
})

test('- is the PDF on stdin, by the real command too', async () => {
  const pdf = await readFile(resume)
  const printed = await runBin(['parse', '-'], {}, pdf)
  expect(printed).toMatchObject({
    code: exitCodes.done,
    stdout: expect.stringMatching(/^\S[\s\S]{200,}\S\n$/),
  })
  expect(linesOf(printed.stderr)).toMatchObject([{ file: '-', pages: 1 }])

  const out = join(folder, 'of stdin')
  expect((await runHere(['parse', '-', good, '--out', out], pdf)).code).toBe(exitCodes.done)
  expect((await readdir(out)).sort()).toEqual(['cv.txt', 'stdin.txt'])
  const nothing = await runHere(['--json', 'parse', '-'], 'no PDF')
  expect(nothing).toMatchObject({ code: exitCodes.failed, json: { file: '-', error: 'not_pdf' } })
  const large = await runHere(['--json', 'parse', '-', good], Buffer.alloc(18_750_000))
  expect(large.code).toBe(exitCodes.someFailed)
  expect(linesOf(large.stdout)).toMatchObject([{ error: 'payload_too_large' }, { file: good }])
  const twice = await runHere(['parse', '-', '-'], pdf)
  expect(twice).toMatchObject({ code: exitCodes.wrongUsage, stdout: '' })
})

test('on a terminal there is a progress bar, which is removed at the end', async () => {
  const { code, shown } = await runWatched(['parse', good, twin, '--out', join(folder, 'watched')])
  expect(code).toBe(0)
  expect(shown).toMatch(/\[#{24}\] 2\/2/)
  expect(shown.endsWith(lineGone)).toBe(true)
})

test('a folder, a missing file and an unwritable target are reported', async () => {
  expect(linesOf((await runHere(['--json', 'parse', folder])).stdout)).toMatchObject([
    { error: 'unreadable' },
  ])
  expect((await runHere(['parse'])).code).toBe(2)
  const { code, stderr } = await runHere(['parse', good, '--out', join(good, 'below')])
  expect(code).toBe(1)
  expect(stderr).toContain('cannot be written')
})
