import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'make-folder-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('creates missing folders and reports whether any was missing', async () => {
  const path = join(folder, 'a', 'b', 'c')
  expect(await makeFolder(path)).toBe(true)
  expect((await stat(path)).isDirectory()).toBe(true)
  expect(await makeFolder(path)).toBe(false)
  expect(await makeFolder(join(folder, 'a', 'b', 'd'))).toBe(true)
})

test("fails if a folder can't be created, without retrying forever", async () => {
  await expect(makeFolder('/proc/nothing/here')).rejects.toThrow(/ENOENT|ENOTSUP|EROFS|EACCES/)
  await writeFile(join(folder, 'file'), '')
  await expect(makeFolder(join(folder, 'file', 'below'))).rejects.toThrow('ENOTDIR')
})
