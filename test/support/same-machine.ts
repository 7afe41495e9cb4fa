import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, inject } from 'vitest'

/**
 * Runs before each test file, so that tests see the same environment on every machine. They get an empty
 * working folder, an empty home, and only the environment variables below. No test can read the machine's
 * data folder, `.env`, npm settings or API_KEY. No test can leave files in its working folder for the next
 * one.
 */

const kept = new Set([
  ...['PATH', 'TMPDIR', 'TZ', 'CI', 'NODE_ENV', 'NODE_COMPILE_CACHE'],
  // Vite reads these variables.
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

// `auto` would read scans with the machine's Tesseract if it is installed.
process.env.OCR_ENGINE = 'wasm'

afterAll(() => {
  expect(readdirSync(workingFolder), 'tests write into their own scratch folders only').toEqual([])
})
