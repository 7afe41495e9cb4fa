// Builds the user center if its sources have changed since the last build. The service runs this at its
// start in a separate process, so that the memory of a build is freed. Needs no network.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { root } from './carried-node.mjs'
import { withInstallLock } from './install-lock.mjs'

const web = join(root, 'web')
const built = join(web, 'dist')
const cache = join(root, 'node_modules', '.cache')
const stampName = 'built-from'
/** Compression gains nothing for smaller files. */
const packedBytesMin = 512

const hash = hashOf([
  join(root, 'package-lock.json'),
  join(root, 'bin', 'build-pages.mjs'),
  web,
  join(root, 'src', 'contract'),
])
if (!isFresh()) {
  mkdirSync(cache, { recursive: true })
  await withInstallLock(
    join(cache, 'build-pages.lock'),
    say,
    () => (isFresh() ? undefined : build()),
    'build',
  )
}

function isFresh() {
  try {
    return readFileSync(join(built, stampName), 'utf8') === hash
  } catch {
    return false
  }
}

/** The names and bytes of all files, without tests and the output of builds. */
function hashOf(places) {
  const sum = createHash('sha256')
  for (const place of places) {
    for (const file of filesUnder(place)) {
      sum
        .update(`${relative(root, file)}\0`)
        .update(readFileSync(file))
        .update('\0')
    }
  }
  return sum.digest('hex')
}

function filesUnder(place) {
  if (/\.\w+$/.test(place)) return [place]
  const entries = readdirSync(place, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    if (entry.name === 'dist' || entry.name.endsWith('.md') || entry.name.includes('.test.')) return []
    const path = join(place, entry.name)
    return entry.isDirectory() ? filesUnder(path) : [path]
  })
}

/** Built in another folder and renamed: a service sees either all old or all new files. */
async function build() {
  const started = performance.now()
  const made = join(cache, `pages-${process.pid}`)
  rmSync(made, { recursive: true, force: true })
  process.env.NODE_ENV = 'production'
  const vite = await import('vite')
  await vite.build({
    configFile: join(web, 'vite.config.ts'),
    configLoader: 'native',
    logLevel: 'error',
    build: { outDir: made, emptyOutDir: true },
  })
  await Promise.all(filesIn(made).map(pack))
  writeFileSync(join(made, stampName), hash)
  const old = `${made}-old`
  try {
    renameSync(built, old)
  } catch {
    // The first build.
  }
  renameSync(made, built)
  rmSync(old, { recursive: true, force: true })
  say(`built the user center in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Writes `.gz` and `.br` files next to each text: compressed once, and better than during a request. */
async function pack(file) {
  if (!/\.(html|js|css|svg)$/.test(file)) return
  const bytes = readFileSync(file)
  if (bytes.length < packedBytesMin) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 10,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  writeFileSync(`${file}.br`, br)
  writeFileSync(`${file}.gz`, gz)
}

function say(line) {
  process.stderr.write(`recruiter-open-api: ${line}\n`)
}
