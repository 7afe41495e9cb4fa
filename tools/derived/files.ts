import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultTerms, operationsUnder } from '../../src/contract/index.ts'
import { renderOpenApi } from '../../src/doors/index.ts'
import type { Database } from '../../src/store/index.ts'
import { renderClientContract, renderClientTypes, renderFitForMatch } from './client.ts'
import { renderConsoleApi, renderConsoleTypes, renderOperationLabels } from './console.ts'
import { dumpSchema } from './schema.ts'
import { renderEnvExample, renderSettingsTable } from './settings.ts'
import { renderClientTools, toolFiles } from './tools.ts'

/**
 * The files that are derived from other files in the repository. `npm run gen` writes them; a test compares
 * them.
 */
export interface DerivedFile {
  /** The path relative to the repository. */
  readonly path: string
  readonly text: string
}

export const root = fileURLToPath(new URL('../..', import.meta.url))

const guide = 'docs/settings.md'
const guideMarks = { begin: '<!-- settings: begin -->', end: '<!-- settings: end -->' }

/** The database must be migrated and empty: the schema is read back from it. */
export async function derivedFiles(database: Database): Promise<DerivedFile[]> {
  const operations = operationsUnder(defaultTerms)
  return [
    { path: 'openapi/openapi.json', text: renderOpenApi(operations, defaultTerms) },
    ...toolFiles(operations),
    { path: 'packages/client/src/types.generated.ts', text: await renderClientTypes(operations) },
    { path: 'packages/client/src/contract.generated.ts', text: renderClientContract(operations) },
    { path: 'packages/client/src/tools.generated.ts', text: renderClientTools(operations) },
    { path: 'examples/fit-for-match.generated.mjs', text: await renderFitForMatch() },
    { path: 'openapi/console.json', text: renderConsoleApi() },
    { path: 'web/src/api/schema.generated.ts', text: await renderConsoleTypes() },
    { path: 'web/src/api/operations.generated.ts', text: renderOperationLabels(operations) },
    { path: '.env.example', text: renderEnvExample() },
    { path: guide, text: replaceBetween(readFileSync(join(root, guide), 'utf8'), renderSettingsTable()) },
    { path: 'migrations/schema.generated.sql', text: await dumpSchema(database) },
  ]
}

/** The rest of the guide is written by hand and is not changed. */
function replaceBetween(text: string, replacement: string): string {
  const { begin, end } = guideMarks
  const [before, rest, ...others] = text.split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined || others.length > 0)
    throw new Error(`${guide} needs ${begin} and ${end}, once each`)
  return `${before}${begin}\n${replacement}\n${end}${after}`
}
