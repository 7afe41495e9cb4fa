import { fileDataUrlCharactersMax } from './contract.generated.ts'
import { RecruiterApiError } from './error.ts'

/** A PDF: its bytes, or a `File` or `Blob` from a browser or from Node's `openAsBlob`. */
export type ResumeFile = Blob | ArrayBuffer | Uint8Array

const dataUrlHead = 'data:application/pdf;base64,'
/** A multiple of 3, so that the base64 pieces can be concatenated. */
const pieceBytes = 3 * 128 * 1024
/** A number of arguments that every engine accepts in one call. */
const argumentsMax = 0x2000

/**
 * The body of parseResume with the file in it. The file is read and encoded in pieces, so a large file
 * neither overflows the stack nor blocks the event loop. Throws `payload_too_large` before it reads
 * anything.
 */
export async function bodyWithFile(
  file: ResumeFile,
  rest: Readonly<Record<string, string | number | readonly string[] | null | undefined>>,
  signal: AbortSignal | undefined,
): Promise<Blob> {
  const blob = isBlob(file) ? file : new Blob([file as ArrayBuffer])
  const characters = dataUrlHead.length + 4 * Math.ceil(blob.size / 3)
  if (characters > fileDataUrlCharactersMax) {
    const bytesMax = Math.floor((fileDataUrlCharactersMax - dataUrlHead.length) / 4) * 3
    throw new RecruiterApiError(
      'payload_too_large',
      `the file has ${blob.size} bytes, ${bytesMax} are allowed`,
    )
  }
  const parts = [`{"fileDataUrl":"${dataUrlHead}`]
  for (let from = 0; from < blob.size; from += pieceBytes) {
    signal?.throwIfAborted()
    parts.push(toBase64(new Uint8Array(await blob.slice(from, from + pieceBytes).arrayBuffer())))
    await othersTurn()
  }
  // Base64 needs no escapes in JSON, so the largest part of the body is never copied into a larger string.
  const others = JSON.stringify(rest).slice(1)
  parts.push(others === '}' ? '"}' : `",${others}`)
  return new Blob(parts)
}

function toBase64(bytes: Uint8Array & { toBase64?: () => string }): string {
  if (bytes.toBase64 !== undefined) return bytes.toBase64()
  let binary = ''
  for (let from = 0; from < bytes.length; from += argumentsMax) {
    const codes: ArrayLike<number> = bytes.subarray(from, from + argumentsMax)
    binary += String.fromCharCode.apply(null, codes as number[])
  }
  return btoa(binary)
}

/** Yields to the event loop. Node reads a blob without yielding; a browser yields automatically. */
function othersTurn(): Promise<void> | undefined {
  const { setImmediate } = globalThis as { setImmediate?: (resume: () => void) => void }
  return setImmediate && new Promise((resume) => setImmediate(resume))
}

/** Not checked by class: a page may pass a file from another frame. */
function isBlob(file: ResumeFile): file is Blob {
  return typeof (file as Partial<Blob>).arrayBuffer === 'function'
}
