import { existsSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Slow test files, in their start order. Long ones come before short ones, so that none runs alone at the
 * end. CPU-bound files alternate with waiting ones, so that both cores are busy.
 */
const longest = [
  'test/service/life.test.ts',
  'test/service/chaos.test.ts',
  'test/service/workers.test.ts',
  'test/cli/evaluate.test.ts',
  'test/cli/program.test.ts',
  'test/cli/screen.test.ts',
  'test/doors/reference.system.test.ts',
  'test/store/crashes.test.ts',
  'src/documents/hostile/hostile.test.ts',
  'src/documents/ocr/scans.test.ts',
  'test/store/sharing.test.ts',
  'test/examples/agents.test.ts',
  'test/mcp/clients.test.ts',
  'test/client/package.test.ts',
  'test/openapi/lint.test.ts',
  'test/client/browser.system.test.ts',
  'src/documents/create-documents.test.ts',
  'src/engines/builtin/compliance/compliance.test.ts',
  'src/engines/builtin/engine.test.ts',
  'test/mcp/conformance.test.ts',
  'test/openapi/generated-clients.test.ts',
]

/**
 * Files that need their own process come first. Then come the others together, so that they share a
 * process. Within each kind, the files above come first, then those that vitest knows to be long.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = longest.filter((file) => !existsSync(file))
    if (gone.length > 0) throw new Error(`take ${gone.join(', ')} off the list of the longest test files`)
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => kindOf(one) - kindOf(other) || placeOf(one) - placeOf(other))
  }
}

const kinds = ['own process', 'system', 'one process', 'architecture']

function kindOf({ project }: TestSpecification): number {
  return kinds.indexOf(project.name)
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((file) => moduleId.endsWith(`/${file}`))
  return place === -1 ? longest.length : place
}
