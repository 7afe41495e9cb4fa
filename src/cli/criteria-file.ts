import {
  type Criterion,
  criteriaField,
  Fault,
  type Issue,
  type JsonValue,
  parseInput,
} from '../contract/index.ts'
import { CliError } from './cli-error.ts'
import { requireTextFile } from './text-file.ts'

/**
 * Criteria from a file: a list of them, or an answer that has some as `criteria` or `requirements`. Checked
 * as the service checks them, before anything is read or paid.
 */
export async function readCriteria(file: string): Promise<readonly Criterion[]> {
  const criteria = listIn(parsed(file, await requireTextFile(file)))
  try {
    return parseInput({ fields: { criteria: { ...criteriaField, required: true } } }, { criteria }).criteria
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const issues = error.members.detail as unknown as readonly Issue[]
    const problems = issues.map(({ path, code, message }) => `${path}: ${code}, ${message}`)
    throw new CliError([`${file}: no criteria`, ...problems].join('\n'))
  }
}

function parsed(file: string, text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    throw new CliError(`${file}: it is not JSON`)
  }
}

function listIn(value: JsonValue): JsonValue {
  const of = (from: JsonValue | undefined, name: string): JsonValue | undefined =>
    typeof from === 'object' && from !== null && !Array.isArray(from) && Object.hasOwn(from, name)
      ? (from as Readonly<Record<string, JsonValue>>)[name]
      : undefined
  const answer = of(value, 'data') ?? value
  return of(answer, 'criteria') ?? of(answer, 'requirements') ?? answer
}
