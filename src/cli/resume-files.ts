import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { limits } from '../contract/index.ts'
import { type ApiClient, ApiRefusal } from './api-client.ts'
import { CliError } from './cli-error.ts'
import { pdfBytesMax, pdfDataUrl } from './pdf-data-url.ts'
import { readTextFile } from './text-file.ts'

/** A candidate, read from a file. */
export interface ResumeFile {
  readonly name: string
  readonly text: string
  /** The text exceeded the service's limit. */
  readonly cut: boolean
  readonly chargedPointCents: number
}

/**
 * A file that can't be a candidate, and the reason. Reading it may have been charged, such as a scan
 * without text.
 */
export interface BadFile {
  readonly name: string
  readonly problem: string
  readonly chargedPointCents: number
}

const textEndings = ['.txt', '.md']
const endings = ['.pdf', ...textEndings]
const atOnce = 3

/**
 * Names of the visible files in a folder, in natural order; throws if none can be a resume. Files that the
 * command uses otherwise are left out, wherever they are.
 */
export async function resumeFilesIn(folder: string, otherFiles: readonly string[]): Promise<string[]> {
  const visible = (await visibleIn(folder)).filter((entry) => !entry.isDirectory()).map(({ name }) => name)
  const others = new Set(await Promise.all(otherFiles.map(identityOf)))
  others.delete(undefined)
  const identities = await Promise.all(visible.map((name) => identityOf(join(folder, name))))
  const names = visible.filter((_, index) => !others.has(identities[index]))
  if (!names.some((name) => endings.includes(endingOf(name)))) {
    const problem = `${folder} contains no file that ends in ${endings.join(', ')}`
    throw new CliError(`${problem} (its subfolders are not searched)`)
  }
  return names.sort(new Intl.Collator('zh', { numeric: true }).compare)
}

/** Names of the visible folders in a folder. They are not searched; the command reports them. */
export async function foldersIn(folder: string): Promise<string[]> {
  return (await visibleIn(folder)).filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

async function visibleIn(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new CliError(`${folder} is not a readable folder`)
  })
  return entries.filter(({ name }) => !name.startsWith('.'))
}

/** All paths of a file, resolved; undefined if it does not exist. */
async function identityOf(path: string): Promise<string | undefined> {
  const about = await stat(path, { bigint: true }).catch(() => undefined)
  return about && `${about.dev} ${about.ino}`
}

export interface ReadFiles {
  readonly resumes: readonly ResumeFile[]
  readonly bad: readonly BadFile[]
}

export interface ReadingOptions {
  readonly keyPrefix: string
  /** The number of finished files, and the charge for reading so far. */
  readonly onProgress: (done: number, chargedPointCents: number) => void
}

/**
 * Reads all files, several in parallel; the service parses PDFs. A bad file doesn't stop the others. An
 * error that concerns all files stops everything: after a rejection nothing more is read or charged.
 */
export async function readResumes(
  client: ApiClient,
  folder: string,
  names: readonly string[],
  { keyPrefix, onProgress }: ReadingOptions,
): Promise<ReadFiles> {
  const read = new Map<string, ResumeFile | BadFile>()
  const waiting = [...names]
  let chargedPointCents = 0
  const reader = async () => {
    try {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        const file = await readResume(client, folder, name, keyPrefix)
        read.set(name, file)
        chargedPointCents += file.chargedPointCents
        onProgress(read.size, chargedPointCents)
      }
    } finally {
      waiting.length = 0
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, reader))
  const failure = ends.find((end) => end.status === 'rejected')
  if (failure !== undefined) throw failure.reason
  const all = names.map((name) => read.get(name)).filter((each) => each !== undefined)
  return {
    resumes: all.filter((each): each is ResumeFile => 'text' in each),
    bad: all.filter((each): each is BadFile => 'problem' in each),
  }
}

async function readResume(
  client: ApiClient,
  folder: string,
  name: string,
  keyPrefix: string,
): Promise<ResumeFile | BadFile> {
  const [path, ending] = [join(folder, name), endingOf(name)]
  if (!endings.includes(ending)) return badFile(name, 'only .pdf, .txt and .md can be read')
  if (textEndings.includes(ending)) {
    const read = await readTextFile(path)
    return 'text' in read ? resumeOf(name, read.text, 0) : badFile(name, read.problem)
  }
  try {
    const about = await stat(path)
    if (!about.isFile()) return badFile(name, 'it cannot be read')
    if (about.size > pdfBytesMax) return badFile(name, `larger than ${pdfBytesMax} bytes`)
    const bytes = await readFile(path)
    const { data, billedPointCents } = await client.call({
      method: 'POST',
      path: '/resumes/parse',
      body: { fileDataUrl: pdfDataUrl(bytes), fileName: cutTo(name, limits.fileNameCharactersMax) },
      idempotencyKey: `${keyPrefix}parse-${createHash('sha256').update(name).update(bytes).digest('hex')}`,
    })
    return resumeOf(name, String(data.text ?? ''), billedPointCents)
  } catch (error) {
    if (error instanceof ApiRefusal && !error.concernsAll) return badFile(name, error.message)
    if (error instanceof CliError) throw error
    return badFile(name, 'it cannot be read')
  }
}

const badFile = (name: string, problem: string): BadFile => ({ name, problem, chargedPointCents: 0 })

const endingOf = (name: string) => extname(name).toLowerCase()

function resumeOf(name: string, whole: string, chargedPointCents: number): ResumeFile | BadFile {
  const text = whole.trim()
  if (text === '') return { name, problem: 'it contains no text (a scan?)', chargedPointCents }
  const cut = cutTo(text, limits.resumeTextCharactersMax)
  return { name, text: cut.trim(), cut: cut.length < text.length, chargedPointCents }
}

/** At most this many characters, as the service counts them. */
export function cutTo(text: string, characters: number): string {
  if (text.length <= characters) return text
  return [...text].slice(0, characters).join('')
}
