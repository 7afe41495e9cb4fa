import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const child = fileURLToPath(new URL('./ended-while-loading.test-process.ts', import.meta.url))

test('a process survives ending 500 loading threads, and exits cleanly while others load', async () => {
  // If the process dies, this rejects with its output.
  const { stdout } = await promisify(execFile)(process.execPath, [child, '500', 'exit'])
  expect(stdout).toBe('ended 500\n')
}, 300_000)
