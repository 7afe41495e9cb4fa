import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { TestContext } from 'vitest'

/**
 * Programs of the system that a few tests run. Such tests are only in files named `x.system.test.ts`. Every
 * other test passes with git, Node, npm and a shell alone.
 */
const programs = {
  chromium: {
    names: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
    paths: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    packages: 'chromium',
  },
  curl: { names: ['curl'], paths: [], packages: 'curl' },
  nginx: { names: ['nginx'], paths: ['/usr/sbin/nginx'], packages: 'nginx-light' },
  caddy: { names: ['caddy'], paths: [], packages: 'caddy' },
  openssl: { names: ['openssl'], paths: [], packages: 'openssl' },
  // Debian keeps the programs of a server out of PATH; those in this folder are of its version.
  pg_ctl: {
    names: [],
    paths: [18, 17, 16, 15, 14].map((major) => `/usr/lib/postgresql/${major}/bin/pg_ctl`),
    packages: 'postgresql',
  },
  pgbouncer: { names: ['pgbouncer'], paths: ['/usr/sbin/pgbouncer'], packages: 'pgbouncer' },
  promtool: { names: ['promtool'], paths: [], packages: 'prometheus' },
  'systemd-analyze': { names: ['systemd-analyze'], paths: [], packages: 'systemd' },
  tesseract: { names: ['tesseract'], paths: [], packages: 'tesseract-ocr tesseract-ocr-chi-sim' },
} as const

export type SystemProgram = keyof typeof programs

const systemFile = /\.system\.test\.ts$/

/**
 * The path of a program. If it isn't installed, the test is skipped with a message; `npm test -- --system`
 * fails instead. Throws in a file with another name.
 */
export function needProgram(context: TestContext, program: SystemProgram): string {
  const { filepath } = context.task.file
  if (!systemFile.test(filepath)) throw new Error(`${filepath} needs ${program}: name it x.system.test.ts`)
  const path = findProgram(program)
  if (path !== null) return path
  const help = `NOT TESTED, for want of ${program} on PATH (Debian: apt-get install ${programs[program].packages})`
  console.warn(`${help}: ${context.task.name}`)
  return context.skip(help)
}

/** `CHROMIUM_PATH` names a Chromium other than the one on PATH. */
function findProgram(program: SystemProgram): string | null {
  if (program === 'chromium' && process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const { names, paths } = programs[program]
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  // On a PATH of a bare machine, programs that Debian keeps out of PATH are missing too.
  const debians = folders.includes('/usr/bin') ? paths : paths.filter((place) => !place.startsWith('/usr/'))
  return [...candidates, ...debians].find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
