import { apiPrefix, limits, mcpPath } from '../src/contract/index.ts'
import { dataUrlOf, sampleResume, soundInputs } from '../test/support/inputs.ts'
import { requestOf, toolNames } from '../test/support/mcp.ts'
import { exchange } from '../test/support/world.ts'
import type { Row } from './run.ts'
import { type LiveService, withLiveService } from './support/live-service.ts'
import { scanOf } from './support/scan-of.ts'

/**
 * Measures the peak memory (PSS) of the whole service with its PostgreSQL in each phase. A fresh service
 * gets ten of the largest bodies in parallel. Then matches, scans and uploads warm up all its threads. Then
 * the same bodies follow again. The limit is `MEMORY_MB`, 1,000.
 */
/** As a machine with five cores has them, and one with two. */
const threads = [
  { PARSE_THREADS: 4, OCR_THREADS: 4, ENGINE_THREADS: 4 },
  { PARSE_THREADS: 2, OCR_THREADS: 1, ENGINE_THREADS: 1 },
] as const

export async function run(): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const settings of threads) {
    const texts = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]))
    await withLiveService(4, { ...texts, OCR_ENGINE: 'wasm' }, async (service) => {
      const name = Object.values(settings).join(', ')
      for (const [phase, calls] of await phasesFor(settings.OCR_THREADS)) {
        rows.push({ threads: name, ...(await measure(service, phase, calls)) })
      }
    })
  }
  return rows
}

interface Sent {
  readonly path: string
  readonly body: Uint8Array
}

type Phase = readonly [string, readonly Sent[]]

async function phasesFor(count: number): Promise<readonly Phase[]> {
  const largest = largestBodies()
  const match = { path: matchPath, body: bytesOf(soundInputs.matchResumeToJd) }
  const { pdf } = await scanOf(drawnPage())
  const scan = { path: parsePath, body: bytesOf({ fileDataUrl: dataUrlOf(pdf) }) }
  const upload = { path: parsePath, body: bytesOf({ fileDataUrl: dataUrlOf(bigDocument()) }) }
  const small = { path: matchPath, body: withIgnored(soundInputs.matchResumeToJd, 920_000) }
  const uploads = times(8, upload)
  return [
    ['ten bodies of 75 MB, fresh', largest],
    ['48 matches', times(48, match)],
    [`${count} scans`, times(count, scan)],
    ['eight uploads of 25 MB', uploads],
    ['ten bodies of 75 MB, warm', largest],
    ['600 bodies of .92 MB', times(600, small)],
    ['all of these at once', [...times(48, match), ...times(count, scan), ...uploads, ...largest]],
    ['ten bodies of 75 MB, again', largest],
  ]
}

const times = (count: number, sent: Sent) => Array.from({ length: count }, () => sent)
const matchPath = `${apiPrefix}/matches/resume-jd`
const parsePath = `${apiPrefix}/resumes/parse`
const bytesOf = (value: object) => Buffer.from(JSON.stringify(value))

/** Bodies of every kind, larger than any honest body. The service ignores unknown members. */
function largestBodies(): readonly Sent[] {
  const most = limits.bodyBytesMax
  const { matchResumeToJd: match, parseResume: parse } = soundInputs
  const toolCall = (name: string, input: object) =>
    bytesOf(requestOf('tools/call', { name, arguments: input } as never, 'legacy'))
  const inTool = (name: string, input: object) => {
    const [before = '', after = ''] = toolCall(name, { filler: '#' }).toString().split('{"filler":"#"}')
    const inner = withIgnored(input, most - before.length - after.length)
    return { path: mcpPath, body: Buffer.concat([Buffer.from(before), inner, Buffer.from(after)]) }
  }
  return [
    { path: matchPath, body: withIgnored(match, most) },
    { path: matchPath, body: withIgnored(match, most, '字') },
    { path: matchPath, body: withIgnored(match, most, 'x', 50_000) },
    { path: matchPath, body: repeated(JSON.stringify(match.resume_text), 90_000, most) },
    { path: parsePath, body: withIgnored(parse, most) },
    { path: parsePath, body: withIgnored({ fileDataUrl: dataUrlOf(bigDocument()) }, most, '字') },
    {
      path: parsePath,
      body: Buffer.concat([bytesOf(parse), Buffer.alloc(most - bytesOf(parse).length, ' ')]),
    },
    inTool(toolNames.matchResumeToJd, match),
    inTool(toolNames.parseResume, parse),
    inTool(toolNames.parseResume, { fileDataUrl: dataUrlOf(bigDocument()) }),
  ]
}

/** The input as JSON of `bytes` bytes, padded with unknown members whose texts start with `first`. */
function withIgnored(input: object, bytes: number, first = 'x', members = 1): Buffer {
  const rest = `${JSON.stringify(input).slice(1)}`
  const left = bytes - Buffer.byteLength(rest) - 1
  const each = Math.floor(left / members)
  const head = (index: number) => `"ignored${index}":"${first}`
  const parts = Array.from({ length: members }, (_, index) => {
    const start = Buffer.from(head(index))
    return Buffer.concat([start, Buffer.alloc(each - start.length - 2, 'x'), Buffer.from('",')])
  })
  return Buffer.concat([Buffer.from('{'), ...parts, Buffer.from(rest)])
}

/** One member repeated; the last one counts. */
function repeated(text: string, count: number, bytes: number): Buffer {
  const { resume_text: _, ...others } = soundInputs.matchResumeToJd
  const each = Buffer.alloc(Math.floor((bytes - 5_000) / count), 'x')
  each.write('"resume_text":"')
  each.write('",', each.length - 2)
  const tail = Buffer.from(`"resume_text":${text},${JSON.stringify(others).slice(1)}`)
  return Buffer.concat([Buffer.from('{'), ...Array.from({ length: count }, () => each), tail])
}

/** A page of block letters at 200 dpi, as PGM. Strokes suffice to make Tesseract work. */
function drawnPage(): Buffer {
  const [width, height] = [1654, 2339]
  const grey = Buffer.alloc(width * height, 255)
  const bar = (x: number, y: number, w: number, h: number) => {
    for (let row = y; row < y + h; row++) grey.fill(0, row * width + x, row * width + x + w)
  }
  for (let y = 150; y < 2_100; y += 60) {
    for (let x = 150, index = y; x < 1_500; x += 34, index++) {
      // I, L, T, E and H.
      bar(x + (index % 5 === 2 ? 8 : 0), y, 5, 32)
      if (index % 5 === 2 || index % 5 === 3) bar(x, y, 20, 5)
      if (index % 5 === 1 || index % 5 === 3) bar(x, y + 27, 20, 5)
      if (index % 5 > 2) bar(x, y + 14, 20, 5)
      if (index % 5 === 4) bar(x + 16, y, 5, 32)
    }
  }
  return Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), grey])
}

/** The sample resume at the largest size of a document, padded with bytes that every viewer ignores. */
function bigDocument(): Uint8Array {
  const room = Math.floor((limits.fileDataUrlCharactersMax - dataUrlOf(sampleResume).length) / 4) * 3
  const comment = Buffer.from(`\n%${'x'.repeat(1000)}`)
  const filler = Buffer.alloc(room - comment.length, comment)
  return Buffer.concat([sampleResume.subarray(0, 9), filler, sampleResume])
}

async function measure(
  { url, keys, watchMemory }: LiveService,
  phase: string,
  calls: readonly Sent[],
): Promise<Row> {
  const started = performance.now()
  const stop = watchMemory()
  const statuses = await Promise.all(
    calls.map(async ({ path, body }, index) => {
      const key = keys[index % keys.length] ?? ''
      return exchange(url, { path, body, key }).then(
        ({ status, body: { error } }) => `${status}${error === undefined ? '' : ` ${error}`}`,
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      )
    }),
  )
  const mostMb = await stop()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const answers = [...new Set(statuses)].map(
    (each) => `${statuses.filter((one) => one === each).length} × ${each}`,
  )
  return { phase, 'most MB': mostMb, seconds, answers: answers.join(', ') }
}
