import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DerivedFile, derivedFiles, root } from '../../tools/derived/files.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

/** Derived files are committed, so that reviewers see their changes, and compared with their sources. */

let world: TestDatabase
let derived: DerivedFile[]
beforeAll(async () => {
  world = await createTestDatabase()
  derived = await derivedFiles(world.database)
})
afterAll(() => world.drop())

test.each([
  'openapi/openapi.json',
  'openapi/tools/openai.json',
  'openapi/tools/openai-responses.json',
  'openapi/tools/anthropic.json',
  'openapi/tools/mapping.json',
  'packages/client/src/types.generated.ts',
  'packages/client/src/contract.generated.ts',
  'packages/client/src/tools.generated.ts',
  'examples/fit-for-match.generated.mjs',
  'openapi/console.json',
  'web/src/api/schema.generated.ts',
  'web/src/api/operations.generated.ts',
  '.env.example',
  'docs/settings.md',
  'migrations/schema.generated.sql',
])('%s is what its source says', async (path) => {
  const expected = derived.find((file) => file.path === path)?.text
  expect(expected, 'tools/derived/files.ts makes it').toBeDefined()
  const found = await readFile(join(root, path), 'utf8').catch(() => null)
  expect(found, 'run: npm run gen').toBe(expected)
})

test('every derived file is compared here', () => {
  expect(derived).toHaveLength(15)
})
