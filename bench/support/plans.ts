import { type Database, type Sql, sql } from '../../src/store/index.ts'

/** Records the statements of queries, so that their plans can be checked for indexes. */
export interface Recorder {
  /** The database to use in place of the real one. */
  readonly database: Database
  /** The statements since the last call. */
  take(): readonly Sql[]
}

const asking = ['many', 'maybe', 'one', 'run'] as const

export function recordStatements(real: Database): Recorder {
  let statements: Sql[] = []
  const recording = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get(from, name, receiver) {
        const value = Reflect.get(from, name, receiver)
        if (typeof value !== 'function') return value
        if (name === 'transaction') {
          return (work: (tx: object) => Promise<unknown>, options?: object) =>
            value.call(from, (tx: object) => work(recording(tx)), options)
        }
        if (!asking.some((each) => each === name)) return value.bind(from)
        return (statement: Sql) => {
          statements.push(statement)
          return value.call(from, statement)
        }
      },
    })
  return {
    database: recording(real),
    take() {
      const taken = statements
      statements = []
      return taken
    },
  }
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly Plans?: readonly Plan[]
}

/** The benchmark keeps a million rows in these tables, so a sequential scan must never happen. */
const largeTables = ['call_records', 'call_days', 'charged_days', 'requests', 'entries']

/**
 * Returns the indexes that statements use. Throws where a large table is read completely, or where an
 * expected index is not used.
 */
export async function indexesOf(
  database: Database,
  what: string,
  statements: readonly Sql[],
  expected: readonly string[],
): Promise<string> {
  const used = new Set<string>()
  for (const statement of statements) {
    if (!/^\s*(?:select|with|insert|update|delete)\b/i.test(statement.sql)) continue
    const row = await database.one<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      sql`explain (format json) ${statement}`,
    )
    for (const node of flat(row['QUERY PLAN'][0].Plan)) {
      const table = node['Relation Name'] ?? ''
      if (node['Node Type'] === 'Seq Scan' && largeTables.includes(table)) {
        throw new Error(`${what}: ${table} is read whole by\n${statement.sql}`)
      }
      if (node['Index Name'] !== undefined) used.add(node['Index Name'])
    }
  }
  for (const index of expected) {
    if (!used.has(index)) throw new Error(`${what}: ${index} is not used, but ${[...used].join(', ')}`)
  }
  return [...used].sort().join(', ')
}

const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)]
