import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { randomIds } from './ids.ts'
import { readOrMakeKeyFile } from './key-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'key-file-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('is created once, readable by its owner only, and read afterwards', async () => {
  const key = await readOrMakeKeyFile(folder, randomIds())
  expect(key).toHaveLength(32)
  expect((await stat(join(folder, 'data.key'))).mode & 0o777).toBe(0o600)
  expect(await readOrMakeKeyFile(folder, randomIds())).toEqual(key)
})

test('processes that start together agree on one key and leave no temporary file', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => readOrMakeKeyFile(folder, randomIds())))
  expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1)
  expect(await readdir(folder)).toEqual(['data.key'])
})

test('a file that holds something else is refused, not replaced', async () => {
  await writeFile(join(folder, 'data.key'), 'abc')
  await expect(readOrMakeKeyFile(folder, randomIds())).rejects.toThrow('32 bytes')
})
