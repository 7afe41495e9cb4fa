import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runBin } from '../../test/support/run-bin.ts'
import { type ServiceProcess, startServiceProcess } from '../../test/support/service-process.ts'

/** The real service with its embedded PostgreSQL on its own folder, and keys of some accounts. */
export interface LiveService {
  readonly url: string
  readonly pid: number
  readonly keys: readonly string[]
  /** Samples the memory of all its processes until it is stopped; stopping returns the maximum in MB. */
  watchMemory(): () => Promise<number>
}

export async function withLiveService<T>(
  accounts: number,
  settings: Readonly<Record<string, string>>,
  work: (service: LiveService) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-live-'))
  const environment = {
    DATA_DIR: join(folder, 'data'),
    QUOTA_DAILY: '0',
    QUOTA_MONTHLY: '0',
    LOG_LEVEL: 'info',
    ...settings,
  }
  let service: ServiceProcess | undefined
  try {
    service = await startServiceProcess(environment)
    const keys: string[] = []
    for (let index = 0; index < accounts; index++) keys.push(await makeKey(environment, index))
    const { url, pid } = service
    return await work({ url, pid, keys, watchMemory: () => watchMemory(pid, environment.DATA_DIR) })
  } finally {
    await service?.end('SIGTERM')
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function makeKey(environment: Record<string, string>, index: number): Promise<string> {
  const command = async (...words: string[]) => {
    const { code, stderr, json } = await runBin([...words, '--json'], environment)
    if (code !== 0 || json === undefined) throw new Error(stderr)
    return json
  }
  const email = `bench${index}@example.com`
  await command('account', 'create', '--email', email, '--role', 'recruiter')
  await command('grant', '--email', email, '--kind', 'paid', '--point-cents', '1000000000')
  return String((await command('key', 'create', '--email', email)).key)
}

const sampleEveryMs = 50

function watchMemory(pid: number, dataDirectory: string): () => Promise<number> {
  let mostMb = 0
  let stopped = false
  const watching = (async () => {
    while (!stopped) {
      mostMb = Math.max(mostMb, await proportionalMb(pid, dataDirectory))
      await new Promise((resolve) => setTimeout(resolve, sampleEveryMs))
    }
  })()
  return async () => {
    stopped = true
    await watching
    return Math.round(mostMb)
  }
}

/**
 * The proportional set size (PSS) of the service and of PostgreSQL with all their children: pages that
 * several processes share count once. Linux only.
 */
async function proportionalMb(pid: number, dataDirectory: string): Promise<number> {
  const postmaster = await readFile(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  const roots = new Set([pid, Number.parseInt(postmaster, 10)])
  const parents = new Map<number, number>()
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  for (const each of numbers) {
    const stat = await readFile(`/proc/${each}/stat`, 'utf8').catch(() => '')
    parents.set(each, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const isOurs = (each: number | undefined): boolean =>
    each !== undefined && each > 1 && (roots.has(each) || isOurs(parents.get(each)))
  let sumKb = 0
  for (const each of numbers.filter(isOurs)) {
    const rollup = await readFile(`/proc/${each}/smaps_rollup`, 'utf8').catch(() => '')
    sumKb += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
  }
  return (sumKb * 1024) / 1e6
}
