import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const here = (file: string) => JSON.stringify(new URL(file, import.meta.url))
/** Reads while no file can be opened, and again when there can. */
const script = `
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findSystemReader } from ${here('./tesseract/system.ts')}
import { createWasmReader } from ${here('./tesseract/wasm.ts')}
const folder = mkdtempSync(join(tmpdir(), 'fake-tesseract-'))
const program = join(folder, 'tesseract')
writeFileSync(program, '#!/bin/sh\\necho tesseract 5.3.0 eng chi_sim\\n')
chmodSync(program, 0o755)
const machine = await findSystemReader(1, { searchPath: folder + ':/usr/bin:/bin' })
rmSync(folder, { recursive: true })
const wasm = createWasmReader(1)
const blank = { width: 40, height: 40, scale: 1, grey: new Uint8Array(1600).fill(255) }
const read = (reader) =>
  reader.read(blank, 'eng', 'page', AbortSignal.timeout(50_000)).then(() => 'read', (error) => error.name)
const opened = []
try {
  for (;;) opened.push(openSync('/dev/null'))
} catch {}
const without = [await read(machine), await read(wasm)]
for (const file of opened) closeSync(file)
console.log(JSON.stringify([...without, await read(wasm)]))
await wasm.close()
`

test('without free file descriptors both readers fail, and recover when one is free', async () => {
  const node = [process.execPath, '--input-type=module', '--eval', script] as const
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', 'ulimit -n 100; exec "$@"', 'sh', ...node])
  expect(JSON.parse(stdout)).toEqual(['ReaderFailed', 'Error', 'read'])
})
