import { readFile } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { PDFDocument } from 'pdf-lib'
import { limits } from '../src/contract/index.ts'
import { createDocuments, type Documents } from '../src/documents/index.ts'
import type { Row } from './run.ts'

/**
 * Measures the milliseconds per page of reading documents. Measures the delay of the event loop by a
 * document of the largest size, beside an idle loop. Measures the memory of the process while it reads
 * eight of them in parallel.
 */
export async function run(): Promise<readonly Row[]> {
  const resume = await readFile(new URL('../examples/resume.pdf', import.meta.url))
  const largest = await paddedTo(resume, limits.fileDataUrlCharactersMax)
  const documents = createDocuments({ threads: 2 })
  try {
    const rows = [await pages(documents, resume), ...(await stalls(documents, largest))]
    return [...rows, await memory(documents, largest)]
  } finally {
    await documents.close()
  }
}

const soon = () => AbortSignal.timeout(60_000)

async function readOnce(
  documents: Documents,
  body: Uint8Array<ArrayBuffer>,
): Promise<{ openMs: number; readMs: number }> {
  const started = performance.now()
  const opened = await documents.open({ kind: 'bytes', bytes: body }, soon())
  const between = performance.now()
  await documents.read(opened, opened.pageCount, soon())
  return { openMs: between - started, readMs: performance.now() - between }
}

async function pages(documents: Documents, resume: Uint8Array): Promise<Row> {
  const cold = await readOnce(documents, bodyOf(resume))
  const open: number[] = []
  const read: number[] = []
  for (let round = 0; round < 200; round++) {
    const { openMs, readMs } = await readOnce(documents, bodyOf(resume))
    open.push(openMs)
    read.push(readMs)
  }
  return {
    what: 'one page of text, one at a time',
    'first ms': rounded(cold.openMs + cold.readMs),
    'open ms p50/p90': spread(open),
    'read ms p50/p90': spread(read),
  }
}

async function stalls(documents: Documents, largest: Uint8Array): Promise<Row[]> {
  const bodies = Array.from({ length: 10 }, () => bodyOf(largest))
  await readOnce(documents, bodyOf(largest))
  const started = performance.now()
  const times: { openMs: number; readMs: number }[] = []
  const busy = await stallDuring(async () => {
    for (const body of bodies.splice(0)) times.push(await readOnce(documents, body))
  })
  const idle = await stallDuring(() => sleep(performance.now() - started))
  const stall = 'event loop late, ms p99/max'
  return [
    {
      what: '25 MB data URL, ten one after the other',
      'open ms p50/p90': spread(times.map(({ openMs }) => openMs)),
      'read ms p50/p90': spread(times.map(({ readMs }) => readMs)),
      [stall]: busy,
    },
    { what: 'nothing, for as long', [stall]: idle },
  ]
}

async function memory(documents: Documents, largest: Uint8Array): Promise<Row> {
  const bodies = Array.from({ length: 8 }, () => bodyOf(largest))
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 5)
  await Promise.all(bodies.splice(0).map((body) => readOnce(documents, body)))
  clearInterval(watch)
  await sleep(2_000)
  return {
    what: 'eight 25 MB data URLs at once',
    'MB with the bodies / peak / after': [before, peak, process.memoryUsage.rss()].map(megabytes).join(' / '),
  }
}

/** The delay of the event loop while `work` ran, beyond the sampling interval. */
async function stallDuring(work: () => Promise<unknown>): Promise<string> {
  const resolution = 2
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  await work()
  delay.disable()
  const late = (nanoseconds: number) => rounded(Math.max(0, nanoseconds / 1e6 - resolution))
  return `${late(delay.percentile(99))} / ${late(delay.max)}`
}

/** The resume with an object that no page shows, so large that its data URL has about `characters`. */
async function paddedTo(resume: Uint8Array, characters: number): Promise<Uint8Array> {
  const document = await PDFDocument.load(resume)
  const padding = Math.floor((characters * 3) / 4) - resume.length - 4_000
  document.context.register(document.context.stream(new Uint8Array(padding).fill(0x2e)))
  return document.save({ useObjectStreams: false })
}

function bodyOf(pdf: Uint8Array): Uint8Array<ArrayBuffer> {
  const dataUrl = `data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}`
  return new TextEncoder().encode(`{"fileName":"resume.pdf","fileDataUrl":"${dataUrl}"}`)
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function spread(values: readonly number[]): string {
  return `${rounded(quantile(values, 0.5))} / ${rounded(quantile(values, 0.9))}`
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024)
}
