import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { PDFDocument } from 'pdf-lib'
import { apiPrefix, consolePrefix, limits } from '../src/contract/index.ts'
import type { Row } from './run.ts'
import { startConsole } from './support/console-service.ts'

/**
 * Measures the delay of the service's event loop while the playground sends documents of the largest size,
 * beside the same documents over the API. Another process sends them.
 */
const requests = 5

export async function run(): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-bodies-'))
  const stack = new AsyncDisposableStack()
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  try {
    const service = await startConsole(folder, stack)
    const body = join(folder, 'body.json')
    await writeFile(body, await largestBody())
    const page = { cookie: `session=${service.token}`, 'x-console': '1', 'sec-fetch-site': 'same-origin' }
    const targets = [
      ['parse over the API', `${apiPrefix}/resumes/parse`, { authorization: `Bearer ${service.key}` }],
      ['parse from the playground', `${consolePrefix}/try/parse`, page],
      ['a page drawn', `${consolePrefix}/try/page?page=1`, page],
    ] as const
    const rows: Row[] = []
    for (const [what, path, headers] of targets) {
      await send(service.url + path, headers, body, 1)
      rows.push(await late(what, () => send(service.url + path, headers, body, requests)))
    }
    return rows
  } finally {
    await stack.disposeAsync()
  }
}

/** The example resume, padded to the longest data URL. */
async function largestBody(): Promise<string> {
  const resume = await readFile(new URL('../examples/resume.pdf', import.meta.url))
  const document = await PDFDocument.load(resume)
  const start = 'data:application/pdf;base64,'
  const room = Math.floor(((limits.fileDataUrlCharactersMax - start.length) * 3) / 4)
  const padding = new Uint8Array(room - resume.length - 4_096).fill(0x2e)
  document.context.register(document.context.stream(padding))
  const pdf = await document.save({ useObjectStreams: false })
  return JSON.stringify({ fileDataUrl: start + Buffer.from(pdf).toString('base64') })
}

const sender = `
const [url, headers, file, times] = process.argv.slice(1)
const body = require('node:fs').readFileSync(file)
;(async () => {
  for (let n = 0; n < Number(times); n += 1) {
    const sent = { ...JSON.parse(headers), 'content-type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', body, headers: sent })
    const text = await answer.text()
    if (!answer.ok) throw new Error(answer.status + ' ' + text.slice(0, 300))
  }
})()`

async function send(url: string, headers: object, body: string, times: number): Promise<void> {
  const words = ['-e', sender, url, JSON.stringify(headers), body, String(times)]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('the documents were not taken')
}

/**
 * The loop is late because of its own work and because of other load on the machine. Only the first is
 * ours, so we also measure the most CPU time of this thread between two iterations of the loop.
 */
async function late(what: string, work: () => Promise<void>): Promise<Row> {
  const histogram = monitorEventLoopDelay({ resolution: 1 })
  histogram.enable()
  let before = cpuMs()
  let mostCpuMs = 0
  const watch = setInterval(() => {
    const now = cpuMs()
    mostCpuMs = Math.max(mostCpuMs, now - before)
    before = now
  }, 1)
  const started = performance.now()
  await work()
  clearInterval(watch)
  histogram.disable()
  const ms = (nanoseconds: number) => Math.round(nanoseconds / 1e5) / 10
  return {
    what: `${what}, ${requests} of 25 MB`,
    'ms each': Math.round((performance.now() - started) / requests),
    'event loop late, ms p99': ms(histogram.percentile(99)),
    'ms most': ms(histogram.max),
    'most CPU in one turn, ms': Math.round(mostCpuMs * 10) / 10,
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
