import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { limits } from '../contract/index.ts'
import { type ApiClient, ApiRefusal } from './api-client.ts'
import { CliError } from './cli-error.ts'

/** A candidate, read from a file. */
export interface ResumeFile {
  readonly name: string
  readonly text: string
  /** The text was longer than the service takes. */
  readonly cut: boolean
  readonly chargedPointCents: number
}

/** A file that can't be a candidate, and why. */
export interface BadFile {
  readonly name: string
  readonly problem: string
}

const textEndings = ['.txt', '.md']
const textBytesMax = 1_000_000
const dataUrlHead = 'data:application/pdf;base64,'
const pdfBytesMax = Math.floor((limits.fileDataUrlCharactersMax - dataUrlHead.length) / 4) * 3
const atOnce = 3

/** Names of the files in a folder that can be resumes, sorted as people expect. */
export async function resumeFilesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new CliError(`${folder} is no folder that can be read`)
  })
  const endings = ['.pdf', ...textEndings]
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .filter((name) => endings.includes(extname(name).toLowerCase()))
  if (names.length === 0) throw new CliError(`${folder} holds no file that ends in ${endings.join(', ')}`)
  return names.sort(new Intl.Collator('zh', { numeric: true }).compare)
}

export interface ReadFiles {
  readonly resumes: readonly ResumeFile[]
  readonly bad: readonly BadFile[]
}

/** Reads all files, some at once; PDFs are parsed by the service. A bad file stops no other one. */
export async function readResumes(
  client: ApiClient,
  folder: string,
  names: readonly string[],
  options: { readonly keyPrefix: string; readonly onProgress: (done: number) => void },
): Promise<ReadFiles> {
  const read = new Map<string, ResumeFile | BadFile>()
  const waiting = [...names]
  const reader = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      read.set(name, await readResume(client, folder, name, options.keyPrefix))
      options.onProgress(read.size)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, reader))
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
  const path = join(folder, name)
  const isText = textEndings.includes(extname(name).toLowerCase())
  const bytesMax = isText ? textBytesMax : pdfBytesMax
  try {
    if ((await stat(path)).size > bytesMax) return { name, problem: `larger than ${bytesMax} bytes` }
    const bytes = await readFile(path)
    if (isText) return resumeOf(name, bytes.toString('utf8'), 0)
    const { data, billedPointCents } = await client.call({
      method: 'POST',
      path: '/resumes/parse',
      body: {
        fileDataUrl: dataUrlHead + bytes.toString('base64'),
        fileName: cutTo(name, limits.fileNameCharactersMax),
      },
      idempotencyKey: `${keyPrefix}parse-${createHash('sha256').update(name).update(bytes).digest('hex')}`,
    })
    return resumeOf(name, String(data.text ?? ''), billedPointCents)
  } catch (error) {
    if (error instanceof ApiRefusal && !error.concernsAll) return { name, problem: error.message }
    if (error instanceof CliError) throw error
    return { name, problem: 'it cannot be read' }
  }
}

function resumeOf(name: string, whole: string, chargedPointCents: number): ResumeFile | BadFile {
  const text = whole.trim()
  if (text === '') return { name, problem: 'it holds no text (a scan?)' }
  const cut = cutTo(text, limits.resumeTextCharactersMax)
  return { name, text: cut.trim(), cut: cut.length < text.length, chargedPointCents }
}

/** At most so many characters, as the service counts them. */
export function cutTo(text: string, characters: number): string {
  if (text.length <= characters) return text
  return [...text].slice(0, characters).join('')
}
