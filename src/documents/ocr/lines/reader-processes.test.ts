import { execFile, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { createMemoryBudget } from '../../../kit/index.ts'
import { ReaderFailed } from '../tesseract/reader.ts'
import { createLineReader, type LineReaderOptions, lineProcessCommand } from './line-reader.ts'
import type { LineWord } from './message.ts'

const soon = () => AbortSignal.timeout(100_000)
const word: LineWord = { left: 0, top: 0, right: 40, bottom: 40, line: 1 }
/** All pixels of a picture have one grey level, by which the process below knows what to do. */
const pictureOf = (grey: number) => ({
  width: 40,
  height: 40,
  scale: 1,
  grey: new Uint8Array(1600).fill(grey),
})
const [usual, crash, hang] = [255, 1, 2].map(pictureOf) as [Picture, Picture, Picture]
type Picture = ReturnType<typeof pictureOf>

/** Answers with its process id, or does what a hostile picture might cause. */
const script = `
const due = 5 + 4
let bytes = Buffer.alloc(0)
process.stdin.on('data', (chunk) => {
  bytes = Buffer.concat([bytes, chunk])
  if (bytes.length < due || bytes.length < 5 + bytes.readUInt32LE(1)) return
  const grey = bytes.at(-1)
  bytes = Buffer.alloc(0)
  if (grey === 1) process.abort()
  if (grey === 2) return
  const body = Buffer.from(JSON.stringify([{ places: [0], characters: [{ text: String(process.pid), confidence: 1 }] }]))
  const head = Buffer.alloc(5)
  head.writeUInt32LE(body.length, 1)
  process.stdout.write(Buffer.concat([head, body]))
})
process.stdin.on('end', () => process.exit(0))
`
const command = [process.execPath, '--eval', script]

type Reader = ReturnType<typeof createLineReader>
const readers: Reader[] = []
afterEach(() => Promise.all(readers.splice(0).map((reader) => reader.close())))

function readerOf(given: Partial<LineReaderOptions> = {}): Reader {
  const reader = createLineReader({ processes: 1, command, ...given })
  readers.push(reader)
  return reader
}

/** The id of the process that read the picture. */
async function pidOf(reader: Reader, picture = usual): Promise<number> {
  const lines = await reader.read(picture, [word], soon())
  return Number(lines[0]?.characters[0]?.text)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('one process reads picture after picture', async () => {
  const reader = readerOf()
  const pids = [await pidOf(reader), await pidOf(reader), await pidOf(reader)]
  expect(new Set(pids).size).toBe(1)
  expect(reader.pids()).toEqual(pids.slice(0, 1))
})

test('there are no more processes than allowed, however many pictures wait', async () => {
  const reader = readerOf({ processes: 2 })
  const pids = await Promise.all(Array.from({ length: 9 }, () => pidOf(reader)))
  expect(new Set(pids).size).toBe(2)
  expect(new Set(reader.pids())).toEqual(new Set(pids))
})

test('a picture that crashes its process fails alone; the next one starts another process', async () => {
  const reader = readerOf()
  const before = await pidOf(reader)
  await expect(pidOf(reader, crash)).rejects.toBeInstanceOf(ReaderFailed)
  const after = await pidOf(reader)
  expect(after).not.toBe(before)
  expect(await pidOf(reader)).toBe(after)
  expect(isRunning(before)).toBe(false)
})

test('a picture that hangs is given up and its process killed, while another one goes on', async () => {
  const reader = readerOf({ processes: 2, timeoutMs: 2_000 })
  const hanging = expect(pidOf(reader, hang)).rejects.toBeInstanceOf(ReaderFailed)
  await expect.poll(() => reader.pids()).toHaveLength(1)
  const [hung = 0] = reader.pids()
  const beside = await pidOf(reader)
  expect(beside).not.toBe(hung)
  await hanging
  expect(await pidOf(reader)).toBe(beside)
  await expect.poll(() => isRunning(hung)).toBe(false)
  expect(reader.pids()).toEqual([beside])
})

test('a process that is killed while it is idle is replaced', async () => {
  const reader = readerOf()
  const pid = await pidOf(reader)
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => reader.pids()).toEqual([])
  expect(await pidOf(reader)).not.toBe(pid)
})

test('an aborted picture leaves no answer to the next one', async () => {
  const reader = readerOf()
  const before = await pidOf(reader)
  await expect(reader.read(hang, [word], AbortSignal.timeout(100))).rejects.toMatchObject({
    name: 'TimeoutError',
  })
  expect(await pidOf(reader)).not.toBe(before)
})

test('shutdown leaves no process, neither an idle nor a working one', async () => {
  const reader = readerOf({ processes: 2 })
  await Promise.all([pidOf(reader), pidOf(reader)])
  const pids = reader.pids()
  expect(pids).toHaveLength(2)
  const working = expect(pidOf(reader, hang)).rejects.toMatchObject({ code: 'internal_error' })
  await reader.close()
  await working
  expect(pids.filter(isRunning)).toEqual([])
  await expect(pidOf(reader)).rejects.toMatchObject({ code: 'internal_error' })
})

test('an idle process ends after a while, and is started again', async () => {
  const reader = readerOf({ idleMs: 50 })
  const pid = await pidOf(reader)
  await expect.poll(() => isRunning(pid)).toBe(false)
  expect(reader.pids()).toEqual([])
  expect(await pidOf(reader)).not.toBe(pid)
})

test('an idle process ends if other work needs its memory, a working one does not', async () => {
  const budget = createMemoryBudget(200)
  const reader = readerOf({ budget })
  const pid = await pidOf(reader)
  expect(budget.hasFree(100)).toBe(false)
  const giveBack = budget.take(100)
  expect(reader.pids()).toEqual([])
  await expect.poll(() => isRunning(pid)).toBe(false)
  giveBack()
  const reading = reader.read(hang, [word], AbortSignal.timeout(1_000)).catch(({ name }) => name)
  await sleep(100)
  budget.take(100)()
  expect(reader.pids()).toHaveLength(1)
  expect(await reading).toBe('TimeoutError')
})

test('the process of the packages is kept between pictures, unless it has grown', async () => {
  const kept = readerOf({ command: lineProcessCommand() })
  await kept.read(usual, [word], soon())
  const pids = kept.pids()
  expect(pids).toHaveLength(1)
  await kept.read(usual, [word], soon())
  expect(kept.pids()).toEqual(pids)
  const grown = readerOf({ command: lineProcessCommand(1) })
  const seen = new Set<number>()
  for (const _ of [1, 2]) {
    const reading = grown.read(usual, [word], soon())
    await expect.poll(() => grown.pids()).toHaveLength(1)
    for (const pid of grown.pids()) seen.add(pid)
    await reading
    await expect.poll(() => grown.pids()).toEqual([])
  }
  expect(seen.size).toBe(2)
})

test('the process of the packages ends with the service, whose end closes its pipe', async () => {
  const [program = '', ...words] = lineProcessCommand()
  const child = spawn(program, words, { stdio: ['pipe', 'ignore', 'ignore'], env: {} })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  child.stdin.end()
  expect(await ended).toBe(0)
})

test('a script that reads and closes runs to its end, and one that forgets to close ends too', async () => {
  const file = JSON.stringify(new URL('./line-reader.ts', import.meta.url))
  const program = (last: string) => `
    import { createLineReader } from ${file}
    const picture = { width: 40, height: 40, scale: 1, grey: new Uint8Array(1600).fill(255) }
    const reader = createLineReader({ processes: 1 })
    await reader.read(picture, [{ left: 0, top: 0, right: 40, bottom: 40, line: 1 }], AbortSignal.timeout(60_000))
    ${last}
    console.log('ended')`
  const run = (last: string) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program(last)])
  expect((await run('await reader.close()')).stdout).toBe('ended\n')
  expect((await run('')).stdout).toBe('ended\n')
})
