import { execFile } from 'node:child_process'
import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const debianFolder = '/usr/lib/postgresql'

/** The path of pgbench, or null. Looks on the PATH, then where Debian keeps the programs of the server. */
export async function findPgbench(path: string): Promise<string | null> {
  const versions = await readdir(debianFolder).catch(() => [])
  const folders = [...path.split(':'), ...versions.map((version) => join(debianFolder, version, 'bin'))]
  for (const folder of folders) {
    const program = join(folder, 'pgbench')
    const found = await access(program).then(
      () => true,
      () => false,
    )
    if (found) return program
  }
  return null
}

/** pgbench's standard transaction, similar to TPC-B, on a database that pgbench has filled. */
export interface TpcB {
  /** Transactions per second. */
  measure(parallel: number, seconds: number): Promise<number>
}

/** `scale`: the number of branches. Each is a row that clients lock. */
export async function prepareTpcB(program: string, url: string, scale: number): Promise<TpcB> {
  const address = url.replace(/^postgres:/, 'postgresql:')
  await run(program, ['--initialize', '--quiet', '--scale', String(scale), address])
  return {
    async measure(parallel, seconds) {
      const clients = ['--client', String(parallel), '--jobs', '1', '--time', String(seconds)]
      const { stdout } = await run(program, [...clients, '--protocol', 'prepared', '--no-vacuum', address])
      const tps = /tps = ([0-9.]+)/.exec(stdout)?.[1]
      if (tps === undefined) throw new Error('pgbench told no figure')
      return Number(tps)
    },
  }
}
