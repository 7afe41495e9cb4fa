import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { internalError } from '../../../contract/index.ts'
import { refuseDocument } from '../../refusals.ts'
import { type OcrLanguage, type PictureReader, pgmOf, pictureDpi, segmentationModes } from './reader.ts'
import { wordsOfTsv } from './tsv.ts'

/** A page of words is about 100 kB of TSV. */
const answerBytesMax = 16 * 1024 * 1024
const lookTimeoutMs = 5_000
const searchPath = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin'

/**
 * The machine's own Tesseract, about 1.6 times as fast as WASM; null where there is none that has both
 * languages. A process per picture, which gets it on stdin, gives words on stdout and is killed at the abort:
 * nothing touches the disk.
 */
export async function findSystemReader(processes: number): Promise<PictureReader | null> {
  const version = await lookFor(['--version'], /^tesseract v?([45]\.[\d.]+)/)
  const languages = await lookFor(['--list-langs'], /[\s\S]*/)
  const names = languages?.[0].split(/\s+/) ?? []
  if (version === null || !names.includes('eng') || !names.includes('chi_sim')) return null
  return systemReader(version[1] ?? '', processes)
}

function systemReader(version: string, processes: number): PictureReader {
  const closing = new AbortController()
  return {
    model: `tesseract-${version}`,
    picturesAtOnce: processes,
    async read(picture, language, layout, callSignal) {
      const signal = AbortSignal.any([callSignal, closing.signal])
      const answer = await run(argumentsFor(language, segmentationModes[layout]), pgmOf(picture), signal)
      return wordsOfTsv(answer)
    },
    async close() {
      closing.abort(internalError('engine_unavailable'))
    },
  }
}

function argumentsFor(language: OcrLanguage, mode: string): string[] {
  return ['stdin', 'stdout', '-l', language, '--oem', '1', '--psm', mode, '--dpi', String(pictureDpi), 'tsv']
}

async function lookFor(words: readonly string[], pattern: RegExp): Promise<RegExpExecArray | null> {
  const answer = await run(words, new Uint8Array(0), AbortSignal.timeout(lookTimeoutMs)).catch(() => '')
  return pattern.exec(answer)
}

function run(words: readonly string[], input: Uint8Array, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('tesseract', words, {
      stdio: ['pipe', 'pipe', 'ignore'],
      // One thread: pages run beside one another instead. Nothing of the service's own environment.
      env: { OMP_THREAD_LIMIT: '1', PATH: searchPath },
      signal,
      killSignal: 'SIGKILL',
    }) as unknown as ChildProcessWithoutNullStreams
    const chunks: Buffer[] = []
    let length = 0
    child.on('error', (cause) =>
      reject(signal.aborted ? signal.reason : internalError('engine_unavailable', { cause })),
    )
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= answerBytesMax) chunks.push(chunk)
      else child.kill('SIGKILL')
    })
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(chunks).toString('utf8'))
      // A picture that breaks Tesseract breaks it again.
      else reject(signal.aborted ? signal.reason : refuseDocument('pdf_too_complex'))
    })
    // A process that ended early doesn't take its picture; its exit code tells.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}
