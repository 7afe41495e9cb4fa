import { appendFile, readFile } from 'node:fs/promises'
import type { MatchResult } from '../../engines/index.ts'
import { CliError } from '../cli-error.ts'
import type { Status } from './items.ts'

/** An engine's result for one item, as a line of the results file. It contains no resume text. */
export interface ItemResult {
  readonly id: string
  readonly engine: string
  readonly score: number
  readonly confidence: number | null
  /** By requirement. */
  readonly statuses: readonly Status[]
  readonly tokens: number
}

export function resultOf(id: string, { data, unroundedScore, usage }: MatchResult): ItemResult {
  return {
    ...{ id, engine: `${data.engine.name} ${data.engine.version}`, score: unroundedScore },
    confidence: data.confidence ?? null,
    statuses: data.requirements.map(({ status }) => status),
    tokens: usage.promptTokens + usage.completionTokens,
  }
}

/** Results are kept as they arrive, so that paid answers are not lost. */
export interface Results {
  get(engine: string, id: string): ItemResult | undefined
  /** Tokens of all results, in this run and earlier ones. */
  tokensOf(engine: string): number
  add(result: ItemResult): Promise<void>
}

/** Opens a results file, which may exist; `asked` names the engine that should answer. */
export async function openResults(path: string): Promise<Results> {
  const known = new Map<string, ItemResult>()
  const keyOf = (engine: string, id: string): string => `${engine}\n${id}`
  const text = await readFile(path, 'utf8').catch(() => '')
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const result = readResult(line)
    // A killed run may leave half a line at the end.
    if (result !== null) known.set(keyOf(result.engine, result.id), result)
  }
  if (text !== '' && known.size === 0) throw new CliError(`${path} exists and is not a results file`)
  if (text !== '' && !text.endsWith('\n')) await appendFile(path, '\n')
  return {
    get: (engine, id) => known.get(keyOf(engine, id)),
    tokensOf: (engine) =>
      [...known.values()].reduce((sum, each) => sum + (each.engine === engine ? each.tokens : 0), 0),
    async add(result) {
      known.set(keyOf(result.engine, result.id), result)
      await appendFile(path, `${JSON.stringify(result)}\n`)
    },
  }
}

function readResult(line: string): ItemResult | null {
  try {
    const value = JSON.parse(line) as ItemResult
    const isWhole = typeof value.id === 'string' && typeof value.engine === 'string'
    return isWhole && typeof value.score === 'number' && Array.isArray(value.statuses) ? value : null
  } catch {
    return null
  }
}
