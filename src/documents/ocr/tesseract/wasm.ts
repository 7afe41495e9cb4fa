import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { internalError } from '../../../contract/index.ts'
import { createWorkerPool, type MemoryBudget, type WorkerPool, WorkerPoolError } from '../../../kit/index.ts'
import type { PagePicture } from '../../pdfium/render.ts'
import { refuseDocument } from '../../refusals.ts'
import { withMemoryMax } from '../../wasm-memory.ts'
import type { OcrLanguage, OcrLayout, PictureReader, SeenWord } from './reader.ts'

/** The task of a Tesseract thread. */
export interface WasmTask {
  readonly picture: PagePicture
  readonly language: OcrLanguage
  readonly layout: OcrLayout
}

/** The data that a Tesseract thread receives at its start. All threads share the language data. */
export interface WasmWorkerData {
  readonly tesseract: WebAssembly.Module
  readonly languages: Readonly<Record<OcrLanguage, SharedArrayBuffer>>
}

/** A usual page takes 100 MiB, including both languages. */
const memoryBytesMax = 512 * 1024 * 1024
const heapMb = 256
/** The total memory of a thread that reads usual pages, measured (bench/README.md, memory). */
const threadMb = 110
const queueMax = 10_000
/** Idle threads end and release their memory. A restart takes a fraction of the time of a page. */
const idleTimeoutMs = 20_000

type WasmPool = WorkerPool<WasmTask, readonly SeenWord[]>

/**
 * Tesseract as WASM in threads, from npm packages alone; nothing is fetched or written. It is compiled and
 * loaded for the first scan.
 */
export function createWasmReader(threads: number, budget?: MemoryBudget): PictureReader {
  let pool: Promise<WasmPool> | undefined
  let closed = false
  const model = `tesseract.js-core-${packageOf('tesseract.js-core').version}`
  return {
    model,
    picturesAtOnce: threads,
    async read(picture, language, layout, signal) {
      if (closed) throw internalError('engine_unavailable')
      pool ??= startPool(threads, budget).catch((error) => {
        // A failed load is retried for the next picture.
        pool = undefined
        throw error
      })
      try {
        return { words: await (await pool).run({ picture, language, layout }, { signal }), model }
      } catch (error) {
        throw problemOf(error, signal)
      }
    },
    async close() {
      closed = true
      await pool?.then(
        (started) => started.close(),
        () => {},
      )
    },
  }
}

async function startPool(threads: number, budget: MemoryBudget | undefined): Promise<WasmPool> {
  const require = createRequire(import.meta.url)
  // Integer versions of the best models: a tenth of the size of the packages' default models, equally
  // accurate and faster (bench/README.md).
  // and faster (bench/README.md).
  const paths = [
    require.resolve('tesseract.js-core/tesseract-core-simd-lstm.wasm'),
    require.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'),
    require.resolve('@tesseract.js-data/chi_sim/4.0.0_best_int/chi_sim.traineddata.gz'),
  ] as const
  const [wasm, eng, chiSim] = await Promise.all([readFile(paths[0]), unpacked(paths[1]), unpacked(paths[2])])
  const workerData: WasmWorkerData = {
    tesseract: await WebAssembly.compile(withMemoryMax(wasm, memoryBytesMax)),
    languages: { eng, chi_sim: chiSim },
  }
  const file = new URL('./wasm-worker.ts', import.meta.url)
  // One extra thread for other accounts, when the pictures of one account occupy all the others.
  const threadsMax = threads + 1
  return createWorkerPool({
    file,
    threads: threadsMax,
    queueMax,
    memoryMb: heapMb,
    idleTimeoutMs,
    ...(budget && { budget }),
    threadMb,
    workerData,
  })
}

async function unpacked(path: string): Promise<SharedArrayBuffer> {
  const bytes = await promisify(gunzip)(await readFile(path))
  const shared = new SharedArrayBuffer(bytes.length)
  new Uint8Array(shared).set(bytes)
  return shared
}

function packageOf(name: string): { readonly version: string } {
  return createRequire(import.meta.url)(`${name}/package.json`)
}

function problemOf(error: unknown, signal: AbortSignal): unknown {
  if (!(error instanceof WorkerPoolError)) return error
  switch (error.kind) {
    case 'aborted':
      return signal.reason
    case 'overloaded':
    case 'closed':
      return internalError('engine_unavailable', { cause: error })
    case 'died':
    case 'failed':
      // A picture that crashes Tesseract would crash it again.
      return refuseDocument('pdf_too_complex')
  }
}
