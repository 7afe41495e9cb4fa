import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createWorkerPool, type WorkerPool } from './worker-pool.ts'

/**
 * Starts the given number of threads and ends each while it loads: a quarter at any moment, the others in the
 * last milliseconds, where Node once aborted the process. With `exit` it exits while the last of them load.
 */
interface Loading {
  readonly pool: WorkerPool<unknown, unknown>
  readonly evaluated: Int32Array
}

/** Concurrent threads: the others go on while this process waits for the right moment of one. */
const atOnce = 3
const loadingMs = 60
/** From the last statement of the file to the end of its loading, on an idle machine. */
const lastMs = 5

const [count, ending] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'ended-while-loading-'))
const file = writeWorker(folder)
const started = Array.from({ length: atOnce }, start)
for (let ended = 0; ended < Number(count); ended++) {
  const { pool, evaluated } = started.shift() ?? start()
  started.push(start())
  if (ended % 4 === 0) Atomics.wait(evaluated, 0, 0, Math.random() * loadingMs)
  else {
    Atomics.wait(evaluated, 0, 0)
    const until = performance.now() + Math.random() * lastMs
    while (performance.now() < until);
  }
  await pool.close()
}
if (ending !== 'exit') await Promise.all(started.map(({ pool }) => pool.close()))
rmSync(folder, { recursive: true })
process.stdout.write(`ended ${count}\n`)
if (ending === 'exit') process.exit(0)

function start(): Loading {
  const evaluated = new Int32Array(new SharedArrayBuffer(4))
  const options = { file, threads: 1, threadsMin: 1, queueMax: 1, memoryMb: 64, workerData: evaluated }
  return { pool: createWorkerPool(options), evaluated }
}

/** A file that announces its evaluation. Its many exports make Node's following step slow. */
function writeWorker(folder: string): URL {
  const names = Array.from({ length: 10_000 }, (_, index) => `none as none${index}`)
  const path = join(folder, 'worker.mjs')
  writeFileSync(
    path,
    `import { workerData } from 'node:worker_threads'
const none = null
export { ${names.join(', ')} }
export default async () => null
Atomics.store(workerData, 0, 1)
Atomics.notify(workerData, 0)
`,
  )
  return pathToFileURL(path)
}
