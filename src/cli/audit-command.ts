import { InvalidArgumentError, Option } from 'commander'
import { limits } from '../contract/index.ts'
import type { Engine } from '../engines/index.ts'
import type { Answer } from './answer.ts'
import { readScore } from './arguments.ts'
import { type AuditKind, type AuditLanguage, auditGroups, auditKinds, type Group } from './audit-people.ts'
import { CliError, UsageError } from './cli-error.ts'
import { answerWith, type Cli, examples } from './commands.ts'
import { csvHeading, csvLine, writeCsvFile } from './csv.ts'
import { exitCodes } from './exit-codes.ts'
import { type EngineName, engineNames, openEngine } from './open-engine.ts'
import { cutTo } from './resume-files.ts'
import { progressBar } from './screen-report.ts'
import { table } from './table.ts'
import { requireTextFile } from './text-file.ts'

interface AuditOptions {
  readonly resume: string
  readonly jd: string
  readonly language?: AuditLanguage | 'both'
  readonly groups?: readonly AuditKind[]
  readonly selectedFrom: number
  readonly csv?: string
  readonly engine: EngineName
}

/** Below this ratio the EEOC's four-fifths rule indicates adverse impact. */
const fourFifths = 0.8
const selectedFromDefault = 56
/** Smaller differences of scores count as equal: results show one decimal. */
const sameScore = 1e-9

/** The counterfactual test of one pair: the same resume with headers of different people. */
export function registerAuditCommand(cli: Cli): void {
  cli.program
    .command('audit')
    .description('score one resume under headers of different people, with impact ratios (NYC Local Law 144)')
    .requiredOption('--resume <file>', 'a resume, as text')
    .requiredOption('--jd <file>', 'the job description, as text')
    .addOption(
      new Option(
        '--language <language>',
        'the language of the header lines and their groups (default: the language of the resume)',
      ).choices(['zh', 'en', 'both']),
    )
    .option('--groups <kinds>', `only these, separated by commas: ${auditKinds.join(', ')}`, readKinds)
    .option(
      '--selected-from <score>',
      'the lowest score that counts as selected',
      readScore,
      selectedFromDefault,
    )
    .addOption(
      new Option('--engine <name>', 'the engine that scores').choices(engineNames).default('builtin'),
    )
    .option('--csv <file>', 'also write the table to this file')
    .addHelpText('after', whatItMeans)
    .addHelpText(
      'after',
      examples(
        'audit --resume resume.txt --jd job.txt --csv audit.csv',
        'audit --resume chinese.txt --jd english.txt --language en --groups sex,ethnicity',
      ),
    )
    .action((options: AuditOptions) => audit(cli, options))
}

const whatItMeans = `
The same resume is scored below header lines of different people; nothing else is changed.
  selected      the part of a group's texts that score at least --selected-from
  above median  the part of them that score above the median of the group's category
  ratio         that part over the highest one of the category (6 RCNY § 5-300); 1.00 where all are the same
Exit code: 0 where no group moves the score, 1 where one does.`

async function audit(cli: Cli, options: AuditOptions): Promise<void> {
  const resumeText = await readText(options.resume, limits.resumeTextCharactersMax - headerCharactersMax)
  const jdText = await readText(options.jd, limits.jdTextCharactersMax)
  if ([...jdText].length < limits.jdTextCharactersMin) {
    throw new CliError(
      `${options.jd}: a job description has ${limits.jdTextCharactersMin} characters at least`,
    )
  }
  const { detectLanguage } = await import('../engines/index.ts')
  const groups = groupsOf(options, detectLanguage(resumeText))
  const engine = await openEngine(options.engine)
  try {
    const bases = await baseScores(engine, options.engine, resumeText, jdText)
    const scored: ScoredGroup[] = []
    for (const group of groups) {
      cli.terminal.progress(progressBar('scoring', scored.length, groups.length))
      const texts = group.headers.map((header) => (header === '' ? resumeText : `${header}\n${resumeText}`))
      const scores = await Promise.all(texts.map((text) => scoreOf(engine, text, jdText)))
      scored.push({ ...group, scores })
    }
    const rows = impactRatios(scored, options.selectedFrom)
    await answerWith(cli, auditAnswer(bases, rows, engine))
    if (options.csv !== undefined) await writeCsvFile(options.csv, auditCsv(rows))
  } finally {
    await engine.close()
  }
}

function groupsOf({ language: asked, groups: kinds }: AuditOptions, ofResume: AuditLanguage): Group[] {
  const languages = asked === 'both' ? (['zh', 'en'] as const) : [asked ?? ofResume]
  const groups = languages.flatMap(auditGroups)
  const missing = kinds?.filter((kind) => !groups.some((group) => group.kind === kind)) ?? []
  if (missing.length > 0) {
    throw new UsageError(`there is no group for ${missing.join(', ')} in ${languages.join(' or ')}`)
  }
  return groups.filter(({ kind }) => kinds === undefined || kinds.includes(kind))
}

function readKinds(text: string): AuditKind[] {
  const asked = text.split(',').map((each) => each.trim())
  return asked.map((name) => {
    const kind = auditKinds.find((each) => each === name)
    if (kind === undefined) throw new InvalidArgumentError(`Allowed are ${auditKinds.join(', ')}.`)
    return kind
  })
}

/** Space for the header lines above a resume. */
const headerCharactersMax = 200

async function readText(file: string, charactersMax: number): Promise<string> {
  const text = (await requireTextFile(file)).trim()
  if (text === '') throw new CliError(`${file} is empty`)
  return cutTo(text, charactersMax)
}

async function scoreOf(engine: Engine, resumeText: string, jdText: string): Promise<number> {
  const signal = AbortSignal.timeout(limits.engineTimeoutMs)
  return (await engine.match({ resumeText, jdText }, signal)).unroundedScore
}

/** A model's scores vary between identical calls; that variation is not a group effect. */
const modelRepeats = 5

async function baseScores(
  engine: Engine,
  name: EngineName,
  resumeText: string,
  jdText: string,
): Promise<number[]> {
  const count = name === 'model' ? modelRepeats : 1
  return Promise.all(Array.from({ length: count }, () => scoreOf(engine, resumeText, jdText)))
}

export interface ScoredGroup extends Group {
  readonly scores: readonly number[]
}

export interface ImpactRow {
  readonly category: string
  readonly group: string
  readonly count: number
  readonly lowest: number
  readonly highest: number
  readonly selectionRate: number
  readonly selectionRatio: number
  /** The share of the group that scores above the median of its category. */
  readonly scoringRate: number
  readonly scoringRatio: number
}

/**
 * Impact ratios by 6 RCNY § 5-300: a group's rate over the highest rate in its category; 1 if all rates are
 * equal, zero included.
 */
export function impactRatios(groups: readonly ScoredGroup[], selectedFrom: number): ImpactRow[] {
  return [...Map.groupBy(groups, ({ category }) => category).values()].flatMap((members) => {
    const middle = median(members.flatMap(({ scores }) => scores))
    const rates = members.map(({ scores }) => ({
      selection: shareOf(scores, (score) => score >= selectedFrom),
      scoring: shareOf(scores, (score) => score > middle + sameScore),
    }))
    const best = {
      selection: Math.max(...rates.map(({ selection }) => selection)),
      scoring: Math.max(...rates.map(({ scoring }) => scoring)),
    }
    return members.map(({ category, group, scores }, index) => {
      const { selection, scoring } = rates[index] ?? { selection: 0, scoring: 0 }
      return {
        ...{
          category,
          group,
          count: scores.length,
          lowest: Math.min(...scores),
          highest: Math.max(...scores),
        },
        ...{
          selectionRate: selection,
          selectionRatio: best.selection === 0 ? 1 : selection / best.selection,
        },
        ...{ scoringRate: scoring, scoringRatio: best.scoring === 0 ? 1 : scoring / best.scoring },
      }
    })
  })
}

function shareOf(scores: readonly number[], holds: (score: number) => boolean): number {
  return scores.filter(holds).length / Math.max(1, scores.length)
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return ((low ?? 0) + (high ?? 0)) / 2
}

function auditAnswer(bases: readonly number[], rows: readonly ImpactRow[], engine: Engine): Answer {
  const [least, most] = [Math.min(...bases), Math.max(...bases)]
  const base = bases[0] ?? 0
  const isMoved = ({ lowest, highest }: ImpactRow): boolean =>
    least - lowest > sameScore || highest - most > sameScore
  const moved = rows.filter(isMoved)
  const adverse = rows.filter((row) => Math.min(row.selectionRatio, row.scoringRatio) < fourFifths)
  const right = (value: number, decimals: number) => ({ right: value.toFixed(decimals) })
  const cells = rows.map((row) => [
    ...[row.category, row.group, { right: String(row.count) }, right(row.lowest, 1), right(row.highest, 1)],
    ...[right(row.selectionRate, 2), right(row.selectionRatio, 2)],
    ...[right(row.scoringRate, 2), right(row.scoringRatio, 2)],
  ])
  const heading = [
    'category',
    'group',
    'texts',
    'lowest',
    'highest',
    'selected',
    'ratio',
    'above median',
    'ratio',
  ]
  const noise =
    bases.length > 1
      ? `\nThe same text alone, ${bases.length} times: ${least.toFixed(1)} to ${most.toFixed(1)}.`
      : ''
  const verdict =
    moved.length === 0
      ? `The score is ${scoreText(least, most)} for each of them: no header changes it.`
      : `${moved.length} of ${rows.length} groups change the score; ${adverse.length} have a ratio below ${fourFifths}.`
  return {
    text: `${table(heading, cells)}\n\n${verdict}${noise}`,
    json: {
      score: base,
      alone: [...bases],
      rows: rows.map((row) => ({ ...row })),
      moved: moved.length,
      adverse: adverse.length,
      engine: engine.name,
      version: engine.version,
    },
    exitCode: moved.length === 0 ? exitCodes.done : exitCodes.failed,
  }
}

const scoreText = (least: number, most: number): string =>
  most - least <= sameScore ? least.toFixed(1) : `${least.toFixed(1)} to ${most.toFixed(1)}`

function auditCsv(rows: readonly ImpactRow[]): string {
  const names = ['category', 'group', 'texts', 'lowest_score', 'highest_score', 'selection_rate']
  const heading = csvHeading([...names, 'selection_impact_ratio', 'scoring_rate', 'scoring_impact_ratio'])
  return heading + rows.map((row) => csvLine(Object.values(row))).join('')
}
