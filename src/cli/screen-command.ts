import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readClientSettings } from '../config.ts'
import { apiPrefix, type BatchRecord, type Criterion, limits } from '../contract/index.ts'
import { type Ids, randomIds } from '../kit/index.ts'
import { type ApiClient, createApiClient } from './api-client.ts'
import { CliError, UsageError } from './cli-error.ts'
import { answerWith, type Cli, examples } from './commands.ts'
import { readCriteria } from './criteria-file.ts'
import { writeCsvFile } from './csv.ts'
import {
  cutTo,
  foldersIn,
  type ReadFiles,
  type ResumeFile,
  readResumes,
  resumeFilesIn,
} from './resume-files.ts'
import { progressBar, type Screening, screeningAnswer, screeningCsv } from './screen-report.ts'
import { oneLine } from './table.ts'
import { requireTextFile } from './text-file.ts'

interface ScreenOptions {
  readonly key?: string
  readonly jd: string
  readonly resumes: string
  readonly url?: string
  readonly label?: string
  readonly csv?: string
  readonly criteria?: string
  readonly again?: boolean
}

const pollMs = 2_000
/** A batch ends after half an hour at the latest. */
const patienceMs = limits.batchStaleAfterMs + 5 * 60_000

export function registerScreenCommand(cli: Cli): void {
  cli.program
    .command('screen')
    .description('screen a folder of resumes against a job description, on a running service')
    .option(
      '--key <key>',
      'an API key of a recruiter; "-" reads it from stdin, which hides it from other users (default: API_KEY)',
    )
    .requiredOption('--jd <file>', 'the job description, as text')
    .requiredOption(
      '--resumes <folder>',
      'the resumes: .pdf, .txt and .md files; those given by --jd, --csv and --criteria are left out',
    )
    .option(
      '--url <address>',
      'where the service listens (default: BASE_URL, or this machine at PORT, or at 3000)',
    )
    .option('--label <text>', 'a label for the batch')
    .option(
      '--criteria <file>',
      'judge by exactly these criteria: JSON, a list of {text, priority, weight}, or the answer of a match',
    )
    .option('--csv <file>', 'write the ranked table to this file too')
    .option('--again', 'screen and charge again, even if the same was screened within the last 24 hours')
    .addHelpText(
      'after',
      examples(
        'screen --key hecn_live_… --jd job.txt --resumes ./resumes --csv ranking.csv',
        'screen --jd job.txt --resumes ./resumes',
        'screen --jd job.txt --resumes ./resumes --criteria criteria.json',
        'screen --key - --jd job.txt --resumes ./resumes --url https://api.example.com < key.txt',
      ),
    )
    .action((options: ScreenOptions) => screen(cli, options))
}

async function screen(cli: Cli, options: ScreenOptions): Promise<void> {
  const client = createApiClient(options.url ?? readClientSettings().baseUrl, await keyOf(cli, options))
  const jdText = await readJobDescription(options.jd)
  const criteria = options.criteria === undefined ? undefined : await readCriteria(options.criteria)
  const otherFiles = [options.jd, options.csv, options.criteria].filter((file) => file !== undefined)
  const names = await resumeFilesIn(options.resumes, otherFiles)
  for (const name of await foldersIn(options.resumes)) {
    cli.terminal.warn(`${name}: a folder, which is not searched`)
  }
  const batchResumesMax = await client.batchResumesMax()
  const keyPrefix = options.again ? `${randomName(randomIds())}-` : ''
  const job = {
    client,
    jdText,
    criteria,
    label: options.label,
    folder: options.resumes,
    names,
    batchResumesMax,
    keyPrefix,
  }
  const paid: Paid = { readingPointCents: 0, batchIds: [] }
  let screening: Screening
  try {
    screening = await screenAll(cli, job, paid)
  } catch (error) {
    for (const line of paidLines(paid, options.again === true)) cli.terminal.warn(line)
    throw error
  }
  await answerWith(cli, screeningAnswer(screening))
  if (options.csv !== undefined) await writeCsvFile(options.csv, screeningCsv(screening))
}

async function keyOf(
  cli: Cli,
  { key = readClientSettings().apiKey ?? undefined }: ScreenOptions,
): Promise<string> {
  if (key === undefined) throw new UsageError('no API key: give --key, or set API_KEY')
  return key === '-' ? (await cli.terminal.readLine('API key')).trim() : key
}

interface Job {
  readonly client: ApiClient
  readonly jdText: string
  readonly criteria: readonly Criterion[] | undefined
  readonly label: string | undefined
  readonly folder: string
  readonly names: readonly string[]
  readonly batchResumesMax: number
  readonly keyPrefix: string
}

/** What was charged or will be charged so far, for a user who interrupts. */
interface Paid {
  readingPointCents: number
  readonly batchIds: string[]
}

async function screenAll(cli: Cli, job: Job, paid: Paid): Promise<Screening> {
  const files = await readAll(cli, job, paid)
  const chunks = chunksOf(files.resumes, job.batchResumesMax)
  if (chunks.length > 1) {
    cli.terminal.warn(
      `${files.resumes.length} resumes are more than one batch takes (${job.batchResumesMax}): ${chunks.length} batches`,
    )
  }
  for (const chunk of chunks) paid.batchIds.push(await startBatch(job, chunk))
  const records = await waitForAll(cli, job.client, paid.batchIds, files.resumes.length)
  return { ...files, records }
}

async function readAll({ terminal }: Cli, job: Job, paid: Paid): Promise<ReadFiles> {
  const { client, folder, names, keyPrefix } = job
  const files = await readResumes(client, folder, names, {
    keyPrefix,
    onProgress(done, chargedPointCents) {
      paid.readingPointCents = chargedPointCents
      terminal.progress(progressBar('reading', done, names.length))
    },
  })
  for (const { name, problem } of files.bad) terminal.warn(`${oneLine(name)}: ${problem}`)
  for (const { name } of files.resumes.filter(({ cut }) => cut)) {
    terminal.warn(`${oneLine(name)}: only its first ${limits.resumeTextCharactersMax} characters are used`)
  }
  if (files.resumes.length === 0) throw new CliError('none of the files can be used')
  return files
}

function paidLines({ readingPointCents, batchIds }: Paid, again: boolean): string[] {
  const lines = [
    ...(readingPointCents > 0 ? [`Reading the files cost ${readingPointCents} point_cents.`] : []),
    ...(batchIds.length > 0
      ? [`Started, and charged when they end: ${batchIds.length} batch(es), ${batchIds.join(', ')}.`]
      : []),
  ]
  if (lines.length === 0) return []
  const next = again
    ? `--again starts and charges a new screening; to read a batch: GET ${apiPrefix}/batches/ID.`
    : 'The same command resumes it and is not charged for it again within 24 hours.'
  return [...lines, next]
}

async function readJobDescription(file: string): Promise<string> {
  const text = await requireTextFile(file)
  const characters = [...text.trim()].length
  const { jdTextCharactersMin: min, jdTextCharactersMax: max } = limits
  if (characters >= min && characters <= max) return text.trim()
  throw new CliError(
    `${file}: a job description of ${min} to ${max} characters is needed; it has ${characters}`,
  )
}

/** The key is derived from the input: the same command, even after a crash, finds the same batch. */
async function startBatch(job: Job, chunk: readonly ResumeFile[]): Promise<string> {
  const { client, jdText, criteria, label, keyPrefix } = job
  const body = {
    jd_text: jdText,
    label: label ?? null,
    // Omitted rather than null, so that the key of a batch without criteria doesn't change.
    ...(criteria && { criteria }),
    resumes: chunk.map(({ name, text }) => ({ text, label: cutTo(name, limits.labelCharactersMax) })),
  }
  const idempotencyKey = `${keyPrefix}screen-${createHash('sha256').update(JSON.stringify(body)).digest('hex')}`
  const { data } = await client.call({ method: 'POST', path: '/batches/screen', body, idempotencyKey })
  return String(data.batch_id)
}

async function waitForAll(
  cli: Cli,
  client: ApiClient,
  batchIds: readonly string[],
  total: number,
): Promise<BatchRecord[]> {
  const startedMs = cli.clock.monotonicMs()
  const records = new Map<string, BatchRecord>()
  const isRunning = (batchId: string) => (records.get(batchId)?.status ?? 'running') === 'running'
  for (;;) {
    let pauseMs = pollMs
    for (const batchId of batchIds.filter(isRunning)) {
      const { data, retryAfterMs } = await client.call({ method: 'GET', path: `/batches/${batchId}` })
      records.set(batchId, data as unknown as BatchRecord)
      pauseMs = retryAfterMs ?? pauseMs
    }
    const completed = [...records.values()].reduce((sum, record) => sum + record.completed, 0)
    cli.terminal.progress(progressBar('screening', completed, total))
    if (!batchIds.some(isRunning)) break
    if (cli.clock.monotonicMs() - startedMs > patienceMs) {
      throw new CliError('the batches did not end in time')
    }
    await sleep(pauseMs)
  }
  return batchIds.map((batchId) => records.get(batchId)).filter((record) => record !== undefined)
}

function chunksOf<T>(all: readonly T[], most: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / most) }, (_, index) =>
    all.slice(index * most, (index + 1) * most),
  )
}

function randomName(ids: Ids): string {
  return ids.uuid().slice(-12)
}
