import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, inject } from 'vitest'

/**
 * Runs before each test file, so that all machines look the same to tests: an empty working folder, an empty
 * home, and no variable of the environment but those below. No test can read the data folder, `.env`, npm
 * settings or API_KEY of the machine, and none can leave something in its working folder for the next one.
 */

const kept = new Set([
  ...['PATH', 'TMPDIR', 'TZ', 'CI', 'NODE_ENV', 'NODE_COMPILE_CACHE'],
  // Vite reads them.
  ...['TEST', 'MODE', 'DEV', 'PROD', 'SSR'],
  // See CONTRIBUTING.md.
  ...['CHAOS_ROUNDS', 'CHAOS_SEED', 'CHROMIUM_PATH', 'SCREENSHOTS'],
])
for (const name of Object.keys(process.env)) {
  if (!kept.has(name) && !name.startsWith('VITEST')) delete process.env[name]
}

const folder = join(inject('scratch'), `process-${process.pid}`)
const workingFolder = join(folder, 'work')
process.env.HOME = join(folder, 'home')
for (const each of [workingFolder, process.env.HOME]) mkdirSync(each, { recursive: true })
process.chdir(workingFolder)

// `auto` would read scans with the Tesseract of the machine, where there is one.
process.env.OCR_ENGINE = 'wasm'

afterAll(() => {
  expect(readdirSync(workingFolder), 'tests write into their own scratch folders only').toEqual([])
})
