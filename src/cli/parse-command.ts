import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { Fault, type JsonObject, limits, type Profile } from '../contract/index.ts'
import type { Documents } from '../documents/index.ts'
import type { Engine } from '../engines/index.ts'
import { type Answer, giveAnswer } from './answer.ts'
import { CliError, UsageError } from './cli-error.ts'
import { type Cli, examples, wantsJson } from './commands.ts'
import { exitCodeOf } from './exit-codes.ts'
import { openEngine } from './open-engine.ts'
import { pdfBytesMax, pdfDataUrl } from './pdf-data-url.ts'
import { progressBar } from './screen-report.ts'
import { TooManyBytes } from './terminal.ts'

/** The file name that means standard input. */
const stdinName = '-'

interface ParseOptions {
  readonly out?: string
  readonly profile?: boolean
}

export function registerParseCommand(cli: Cli): void {
  cli.program
    .command('parse')
    .description('convert PDF resumes to plain text, without a service or a database')
    .argument('<file...>', 'the PDFs; "-" is the one on stdin')
    .option('--out <folder>', 'write NAME.txt into this folder for each file, instead of printing the text')
    .option('--profile', 'add name, contact, jobs, education, skills and languages to the line of each file')
    .addHelpText(
      'after',
      `\nPrints one line of JSON per file with pages, ocr_pages, hidden_characters and ms, or the error. It goes to
stdout with --out and with --json (which adds the text), otherwise to stderr, because stdout has the text. With
--profile the line contains the profile as the API returns it, or null if it could not be read.\n` +
        examples(
          'parse cv.pdf',
          'parse --out texts cvs/*.pdf',
          '--json parse --profile cv.pdf',
          'parse - < cv.pdf',
        ),
    )
    .action((files: string[], options: ParseOptions) => parse(cli, files, options))
}

/** The result of a file: its text, or an error code. */
type Parsed = { readonly file: string; readonly ms: number } & (
  | {
      readonly text: string
      readonly pages: number
      readonly ocrPages: number
      readonly hiddenCharacters: number
      /** Undefined where none was asked for, null where it could not be read. */
      readonly profile: Profile | null | undefined
    }
  | { readonly error: string }
)

interface Readers {
  readonly documents: Documents
  /** What reads profiles; null where none are asked for. */
  readonly engine: Engine | null
}

async function parse(cli: Cli, files: readonly string[], { out, profile }: ParseOptions): Promise<void> {
  if (files.indexOf(stdinName) !== files.lastIndexOf(stdinName)) {
    throw new UsageError('there is one stdin: "-" can be given once')
  }
  const config = readConfig()
  const { createDocuments } = await import('../documents/index.ts')
  if (out !== undefined) await mkdir(out, { recursive: true }).catch(() => unusable(out))
  const names = textNames(files)
  const ocr = config.ocr === null ? {} : { ocr: config.ocr }
  const documents = createDocuments({ threads: config.parseThreads, ...ocr })
  const engine = profile === true ? await openEngine('builtin') : null
  const readers = { documents, engine }
  try {
    const { terminal } = cli
    let [done, failed] = [0, 0]
    terminal.progress(progressBar('reading', 0, files.length))
    for await (const parsed of inOrder(files, atOnceFor(config), (file) => parseFile(cli, readers, file))) {
      await tell(cli, parsed, out === undefined ? null : join(out, names[done] ?? ''))
      done += 1
      terminal.progress(progressBar('reading', done, files.length))
      if ('error' in parsed) failed += 1
    }
    cli.setExitCode(exitCodeOf(failed, files.length))
  } finally {
    await Promise.all([documents.close(), engine?.close()])
  }
}

/** The next file is opened while a page is read. */
function atOnceFor({ parseThreads, ocr }: Config): number {
  return Math.max(parseThreads, ocr?.pagesAtOnce ?? 0) + 1
}

/** Works on several items in parallel and yields the results in input order. */
async function* inOrder<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = []
  for (const item of items) {
    running.push(work(item))
    const first = running.length < atOnce ? undefined : running.shift()
    if (first !== undefined) yield await first
  }
  for (const each of running) yield await each
}

async function parseFile(cli: Cli, { documents, engine }: Readers, file: string): Promise<Parsed> {
  const startedMs = cli.clock.monotonicMs()
  const ms = () => Math.round(cli.clock.monotonicMs() - startedMs)
  try {
    const fileDataUrl = pdfDataUrl(
      await (file === stdinName ? cli.terminal.readBytes(pdfBytesMax) : bytesOf(file)),
    )
    const signal = AbortSignal.timeout(limits.timeoutDefaultMs)
    const opened = await documents.open({ kind: 'value', value: { fileDataUrl } }, signal)
    const { text, pages, ocrPages, hiddenCharacters } = await documents.read(opened, opened.pageCount, signal)
    const profile = await engine?.readProfile(text, signal).catch(() => null)
    return { file, text, pages, ocrPages, hiddenCharacters, profile, ms: ms() }
  } catch (error) {
    return { file, error: codeOf(error), ms: ms() }
  }
}

class BadFile extends Error {}

/** Reads only what the service would accept: a regular file within the size limit. */
async function bytesOf(file: string): Promise<Buffer> {
  const about = await stat(file).catch(() => null)
  if (!about?.isFile()) throw new BadFile('unreadable')
  if (about.size > pdfBytesMax) throw new BadFile('payload_too_large')
  return await readFile(file).catch(() => {
    throw new BadFile('unreadable')
  })
}

/** The code that a caller of the service finds in `detail`, or in `error` if that is more specific. */
function codeOf(error: unknown): string {
  if (error instanceof BadFile) return error.message
  if (error instanceof TooManyBytes) return 'payload_too_large'
  if (!(error instanceof Fault)) return 'internal'
  const detail = error.members.detail
  if (Array.isArray(detail)) return String((detail[0] as JsonObject | undefined)?.code ?? error.code)
  return String((detail as JsonObject | undefined)?.reason ?? error.code)
}

async function tell(cli: Cli, parsed: Parsed, path: string | null): Promise<void> {
  const { terminal } = cli
  if (path !== null && 'text' in parsed) await writeFile(path, `${parsed.text}\n`).catch(() => unusable(path))
  const json = wantsJson(cli)
  const line = summaryOf(parsed, json && path === null)
  if (json || path !== null) return giveAnswer(terminal, { text: '', json: line }, true)
  if ('text' in parsed) await terminal.write(`${parsed.text}\n`)
  terminal.warn(JSON.stringify(line))
}

function summaryOf(parsed: Parsed, withText: boolean): Answer['json'] {
  const { file, ms } = parsed
  if ('error' in parsed) return { file, error: parsed.error, ms }
  const { pages, ocrPages, hiddenCharacters, text, profile } = parsed
  const counts = { file, pages, ocr_pages: ocrPages, hidden_characters: hiddenCharacters, ms }
  const summary = profile === undefined ? counts : { ...counts, profile }
  return withText ? { ...summary, text } : summary
}

/**
 * A name for each text. Files with the same name in different folders get numbers, the same ones on every
 * run.
 */
export function textNames(files: readonly string[]): string[] {
  const taken = new Set<string>()
  return files.map((file) => {
    const stem =
      file === stdinName
        ? 'stdin'
        : basename(file, extname(file).toLowerCase() === '.pdf' ? extname(file) : '') || 'file'
    let name = `${stem}.txt`
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${stem}-${number}.txt`
    taken.add(name.toLowerCase())
    return name
  })
}

function unusable(path: string): never {
  throw new CliError(`${path} cannot be written`)
}
