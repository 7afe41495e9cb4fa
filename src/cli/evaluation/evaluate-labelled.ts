import type { Engine } from '../../engines/index.ts'
import type { Answer } from '../answer.ts'
import { CliError, UsageError } from '../cli-error.ts'
import type { Cli } from '../commands.ts'
import { exitCodes } from '../exit-codes.ts'
import { type EngineName, inFlightFor, openEngine } from '../open-engine.ts'
import { progressBar } from '../screen-report.ts'
import { table } from '../table.ts'
import { type CheckFigure, checkFigure, checks, sampleOf } from './checks.ts'
import { type Figure, figuresByTrade, figuresOf } from './figures.ts'
import { type FileKind, type Item, readItems } from './items.ts'
import { openResults, type Results } from './results.ts'
import { nameOf, type RunEnd, runItems } from './run.ts'

export interface LabelledOptions {
  readonly kind: FileKind
  readonly file: string
  readonly out: string
  readonly engine: EngineName
  /** Undefined: print the estimated cost and stop. */
  readonly budget: number | undefined
  /** Items that are also scored in changed forms. */
  readonly checks: number
}

/**
 * Tokens of a question beyond the texts, measured on the prompts; and tokens of an answer per requirement.
 */
const promptTokensBeside = 1_100
const completionTokensEach = 70

/**
 * Evaluates an engine on labelled texts beside the builtin one. Results are written line by line to `out`:
 * the same command resumes where it stopped and repeats no question.
 */
export async function evaluateLabelled(cli: Cli, options: LabelledOptions): Promise<Answer> {
  const items = await readItems(options.kind, options.file)
  const results = await openResults(options.out)
  const builtin = await openEngine('builtin')
  try {
    const allItems = [...items, ...variationsOf(items, options.checks)]
    await run(cli, allItems, builtin, results, 'builtin', Number.POSITIVE_INFINITY)
    if (options.engine === 'builtin') return report(items, options, results, [builtin], null)
    const other = await openEngine('model')
    try {
      const open = allItems.filter(({ id }) => results.get(nameOf(other), id) === undefined)
      const cost = costOf(open, results, builtin)
      if (options.budget === undefined) {
        throw new UsageError(
          `${open.length} matches would take about ${cost} tokens of ${other.name}: say how many may be spent with --budget`,
        )
      }
      await cli.terminal.warn(
        `${open.length} matches, about ${cost} tokens; at most ${options.budget} in all`,
      )
      const end = await run(cli, allItems, other, results, 'model', options.budget)
      return report(items, options, results, [builtin, other], end)
    } finally {
      await other.close()
    }
  } finally {
    await builtin.close()
  }
}

async function run(
  cli: Cli,
  items: readonly Item[],
  engine: Engine,
  results: Results,
  name: EngineName,
  budget: number,
): Promise<RunEnd> {
  const end = await runItems(items, {
    ...{ engine, results, budget, inFlight: inFlightFor(name) },
    progress: (done, all) => cli.terminal.progress(progressBar(`asking ${engine.name}`, done, all)),
  })
  cli.terminal.progress(null)
  if (end.failed === items.length && !end.isBudgetSpent) {
    throw new CliError(`${engine.name} answered nothing: ${end.reason ?? 'no item'}`)
  }
  return end
}

/** From the builtin engine's token counts of the same texts. */
function costOf(items: readonly Item[], results: Results, builtin: Engine): number {
  const tokens = items.map(({ id }) => {
    const known = results.get(nameOf(builtin), id)
    return (
      (known?.tokens ?? 0) + promptTokensBeside + completionTokensEach * ((known?.statuses.length ?? 0) + 1)
    )
  })
  return tokens.reduce((sum, each) => sum + each, 0)
}

const checkedId = (item: Item, name: string): string => `${item.id} · ${name}`

function variationsOf(items: readonly Item[], count: number): Item[] {
  if (count === 0) return []
  return sampleOf(items, count).flatMap((item) =>
    checks.flatMap(({ name, change }) => {
      const input = change(item.input)
      return input === null ? [] : [{ ...item, id: checkedId(item, name), input }]
    }),
  )
}

function report(
  items: readonly Item[],
  options: LabelledOptions,
  results: Results,
  engines: readonly Engine[],
  end: RunEnd | null,
): Answer {
  const resultFor = (engine: Engine) => (item: Item) => results.get(nameOf(engine), item.id)
  const all = engines.map((engine) => figuresOf(items, resultFor(engine)))
  const trades = engines.map((engine) => figuresByTrade(items, resultFor(engine)))
  const checked = engines.map((engine) => checkFigures(items, options.checks, results, engine))
  const names = engines.map(({ name }) => ({ right: name }))
  const parts = [table(['figure', ...names], rowsOf(all))]
  trades[0]?.forEach(({ trade }) => {
    const own = trades.map((each) => each.find((known) => known.trade === trade)?.figures ?? [])
    parts.push(table([trade, ...names], rowsOf(own)))
  })
  if (options.checks > 0)
    parts.push(...checked.map((figures, at) => checkTable(engines[at]?.name ?? '', figures)))
  if (end !== null && end.failed > 0) parts.push(openText(end))
  return {
    text: parts.join('\n\n'),
    json: {
      engines: engines.map((engine, at) => ({
        ...{ name: engine.name, version: engine.version },
        figures: (all[at] ?? []).map((each) => ({ ...each })),
        trades: (trades[at] ?? []).map(({ trade, figures }) => ({
          trade,
          figures: figures.map((each) => ({ ...each })),
        })),
        checks: (checked[at] ?? []).map((each) => ({ ...each })),
      })),
      unanswered: end?.failed ?? 0,
    },
    exitCode: end !== null && end.failed > 0 ? exitCodes.someFailed : exitCodes.done,
  }
}

function openText({ failed, reason, isBudgetSpent }: RunEnd): string {
  const why = isBudgetSpent ? 'the budget is spent' : (reason ?? 'unknown')
  return `${failed} matches have no answer (${why}). The same command goes on with them.`
}

function rowsOf(all: readonly (readonly Figure[])[]) {
  const names = [...new Set(all.flatMap((figures) => figures.map(({ name }) => name)))]
  return names.map((name) => [
    name,
    ...all.map((figures) => ({ right: shown(figures.find((each) => each.name === name)) })),
  ])
}

function shown(figure: Figure | undefined): string {
  if (figure === undefined || figure.value === null) return '–'
  return figure.value > 1 ? figure.value.toFixed(1) : `${figure.value.toFixed(3)} of ${figure.of}`
}

function checkFigures(
  items: readonly Item[],
  count: number,
  results: Results,
  engine: Engine,
): CheckFigure[] {
  if (count === 0) return []
  const sample = sampleOf(items, count)
  return checks
    .map((check) => {
      const pairs = sample.flatMap((item) => {
        const before = results.get(nameOf(engine), item.id)
        const after = results.get(nameOf(engine), checkedId(item, check.name))
        return before === undefined || after === undefined ? [] : [{ before, after }]
      })
      return checkFigure(check, pairs)
    })
    .filter(({ of }) => of > 0)
}

function checkTable(name: string, figures: readonly CheckFigure[]): string {
  const right = (value: number, decimals: number) => ({ right: value.toFixed(decimals) })
  const rows = figures.map(({ name: check, of, meanShift, largestShift, turned }) => [
    ...[check, { right: String(of) }, right(meanShift, 2), right(largestShift, 2), right(turned, 3)],
  ])
  return table([`changed form: ${name}`, 'texts', 'mean shift', 'largest', 'verdicts turned'], rows)
}
