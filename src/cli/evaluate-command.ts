import { once } from 'node:events'
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Option } from 'commander'
import { limits } from '../contract/index.ts'
import type { Engine } from '../engines/index.ts'
import { readInteger } from './arguments.ts'
import { CliError, UsageError } from './cli-error.ts'
import { answerWith, type Cli, examples } from './commands.ts'
import { evaluateLabelled } from './evaluation/evaluate-labelled.ts'
import type { FileKind } from './evaluation/items.ts'
import { type EngineName, engineNames, openEngine } from './open-engine.ts'
import { cutTo } from './resume-files.ts'
import { progressBar } from './screen-report.ts'

interface EvaluateOptions extends Partial<Record<FileKind, string>> {
  readonly out: string
  readonly engine: EngineName
  readonly budget?: number
  readonly checks: number
}

interface Pair {
  readonly resume: string | number
  readonly jd: string | number
  readonly resumeText: string
  readonly jdText: string
}

/** Pairs that are running or waiting; results are written in the order of the pairs. */
const inFlightMax = 32
const lineCharactersMax = 1_000_000

/** Needs neither a service nor a database: it measures an engine on the user's own texts. */
export function registerEvaluateCommand(cli: Cli): void {
  cli.program
    .command('evaluate')
    .description('measure an engine on your own texts, without a service or a database')
    .option('--pairs <file>', 'lines of JSON: {"resume", "jd", "resume_text", "jd_text"}, "label" 0 or 1')
    .option('--rows <file>', 'lines of JSON: {"id", "title", "requirement", "resume", "label"}')
    .option('--sets <file>', 'lines of JSON: {"id", "jd", "requirements", "resumes"} with "fit" and "labels"')
    .requiredOption('--out <file>', 'the output file, JSON lines: scores of pairs, or results')
    .addOption(new Option('--engine <name>', 'the engine to measure').choices(engineNames).default('builtin'))
    .option('--budget <tokens>', 'the total budget of model tokens', readInteger(1, 1e9))
    .option(
      '--checks <count>',
      'also score this many of the texts in changed forms',
      readInteger(0, 1_000),
      0,
    )
    .addHelpText('after', whatItMeans)
    .addHelpText(
      'after',
      examples(
        'evaluate --pairs pairs.jsonl --out scores.jsonl',
        'evaluate --rows rows.jsonl --engine model --budget 500000 --checks 20 --out results.jsonl',
      ),
    )
    .action((options: EvaluateOptions) => evaluate(cli, options))
}

const whatItMeans = `
--pairs alone writes {"resume", "jd", "score"} for each pair, unrounded. With --rows, --sets or --engine model
the engines are compared with the labels and with each other, by "trade" where the lines name one; results are
kept in --out as they come, and the same command goes on where it stopped. Without --budget a model is asked
nothing: the command says about how many tokens it would take.
--checks: the same again, criteria in another order, another form of the same words, self-praise, words to a
machine; how far each moves the score, and how many verdicts it turns.`

async function evaluate(cli: Cli, options: EvaluateOptions): Promise<void> {
  const given = (['pairs', 'rows', 'sets'] as const).filter((kind) => options[kind] !== undefined)
  const [kind] = given
  if (kind === undefined || given.length > 1) throw new UsageError('give one of --pairs, --rows and --sets')
  const { out, engine, budget, checks } = options
  const file = options[kind] ?? ''
  if (kind === 'pairs' && engine === 'builtin' && checks === 0) return scorePairs(cli, { pairs: file, out })
  await answerWith(cli, await evaluateLabelled(cli, { kind, file, out, engine, budget, checks }))
}

async function scorePairs(cli: Cli, { pairs, out }: Pick<Files, 'pairs' | 'out'>): Promise<void> {
  const source = await stat(pairs, { bigint: true }).catch(() => null)
  if (source === null || !source.isFile()) throw new CliError(`${pairs} can't be read`)
  const target = await stat(out, { bigint: true }).catch(() => null)
  if (target !== null && target.dev === source.dev && target.ino === source.ino) {
    throw new CliError(`--out ${out} is the input file: it would be overwritten`)
  }
  await checkPairs(pairs)
  const engine = await openEngine('builtin')
  try {
    const result = await scoreAll(cli, engine, { pairs, out, bytes: Number(source.size) })
    const cut = result.cut === 0 ? '' : `, ${result.cut} of them cut to the limits of the API`
    await answerWith(cli, {
      text: `${result.count} pairs scored by ${engine.name} ${engine.version}${cut}: ${out}`,
      json: { ...result, out, engine: engine.name, version: engine.version },
    })
  } finally {
    await engine.close()
  }
}

interface Files {
  readonly pairs: string
  readonly out: string
  readonly bytes: number
}

/** Reads all pairs first, so that a mistake in the last line is found before anything is scored. */
async function checkPairs(path: string): Promise<void> {
  let [number, count] = [0, 0]
  for await (const bytes of linesOf(path)) {
    number += 1
    if (readPair(bytes, number) !== null) count += 1
  }
  if (count === 0) throw new CliError(`${path} contains no pair`)
}

/** As bytes: JSON allows U+2028 and U+2029 inside a text, and they would end a line. */
function linesOf(path: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(path, 'latin1'), crlfDelay: Number.POSITIVE_INFINITY })
}

async function openFor(path: string): Promise<WriteStream> {
  const output = createWriteStream(path)
  await once(output, 'open').catch(() => {
    throw new CliError(`${path} cannot be written`)
  })
  return output
}

async function scoreAll(cli: Cli, engine: Engine, files: Files): Promise<{ count: number; cut: number }> {
  const output = await openFor(files.out)
  const waiting: Promise<string>[] = []
  const [progress, tally] = [{ bytes: 0 }, { count: 0, cut: 0 }]
  const writeOldest = async (): Promise<void> => {
    const line = await waiting.shift()
    if (line !== undefined && !output.write(line)) await once(output, 'drain')
    cli.terminal.progress(`${progressBar('scoring', progress.bytes, files.bytes)} bytes`)
  }
  let number = 0
  for await (const bytes of linesOf(files.pairs)) {
    number += 1
    progress.bytes += bytes.length + 1
    const pair = readPair(bytes, number)
    if (pair === null) continue
    tally.count += 1
    if (isLong(pair)) tally.cut += 1
    const scored = scoreOf(engine, pair)
    // A reader of an earlier result may stop when it fails.
    scored.catch(() => {})
    waiting.push(scored)
    if (waiting.length >= inFlightMax) await writeOldest()
  }
  while (waiting.length > 0) await writeOldest()
  output.end()
  await once(output, 'finish')
  return tally
}

async function scoreOf(engine: Engine, { resume, jd, resumeText, jdText }: Pair): Promise<string> {
  const input = {
    resumeText: cutTo(resumeText, limits.resumeTextCharactersMax),
    jdText: cutTo(jdText, limits.jdTextCharactersMax),
  }
  const { unroundedScore } = await engine.match(input, AbortSignal.timeout(limits.engineTimeoutMs))
  return `${JSON.stringify({ resume, jd, score: unroundedScore })}\n`
}

function isLong({ resumeText, jdText }: Pair): boolean {
  return (
    [...resumeText].length > limits.resumeTextCharactersMax || [...jdText].length > limits.jdTextCharactersMax
  )
}

/** Null for a blank line. */
function readPair(bytes: string, number: number): Pair | null {
  const refuse = (problem: string): never => {
    throw new CliError(`line ${number} of the pairs: ${problem}`)
  }
  const line = utf8(bytes) ?? refuse('not in UTF-8')
  if (line.trim() === '') return null
  if (line.length > lineCharactersMax) refuse(`longer than ${lineCharactersMax} characters`)
  const value = parsed(line) ?? refuse('not an object of JSON')
  const { resume, jd, resume_text: resumeText, jd_text: jdText } = value
  if (!isId(resume) || !isId(jd)) return refuse('"resume" and "jd" must be texts or numbers')
  if (typeof resumeText !== 'string' || typeof jdText !== 'string' || !resumeText.trim() || !jdText.trim()) {
    return refuse('"resume_text" and "jd_text" must be texts that are not empty')
  }
  return { resume, jd, resumeText, jdText }
}

const isId = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

/** Drops a byte order mark, which Windows writes. */
function utf8(bytes: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bytes, 'latin1'))
  } catch {
    return null
  }
}

function parsed(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
