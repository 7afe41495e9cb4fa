import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import { Fault } from '../../contract/index.ts'
import { assert } from '../../kit/index.ts'

/** One instance of PDFium with a memory of its own. */
export interface PdfiumLibrary {
  readonly api: WrappedPdfiumModule
  /** What is called for every character, past the checks that `api` makes of each argument. */
  readonly perCharacter: PerCharacter
  memoryBytes(): number
  /** Whether a document asked for more memory than there is. */
  ranOutOfMemory(): boolean
  /** Bytes in PDFium's memory; 0 when there is no room. */
  allocate(size: number): number
  free(pointer: number): void
  /** A view that is good until PDFium allocates again. */
  bytesAt(pointer: number, length: number): Uint8Array
  floatsAt(pointer: number, length: number): Float32Array
}

type TextPageQuestion = (textPage: number, index: number) => number

/** C functions: the answer 1 is yes, 0 no, and -1 that there is no such character. */
export interface PerCharacter {
  readonly FPDFText_GetUnicode: TextPageQuestion
  readonly FPDFText_IsGenerated: TextPageQuestion
  readonly FPDFText_IsHyphen: TextPageQuestion
  readonly FPDFText_HasUnicodeMapError: TextPageQuestion
  /** In radians; negative where it is not known. */
  readonly FPDFText_GetCharAngle: TextPageQuestion
  /** A pointer; 0 for what is generated. */
  readonly FPDFText_GetTextObject: TextPageQuestion
  /** Writes left, top, right, bottom as floats. */
  readonly FPDFText_GetLooseCharBox: (textPage: number, index: number, rectangle: number) => number
}

/** Starts an instance of the compiled module: about 15 ms. */
export async function startPdfium(module: WebAssembly.Module): Promise<PdfiumLibrary> {
  let started: WebAssembly.Instance | undefined
  let outOfMemory = false
  const api = await init({
    instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) {
      const instance = new WebAssembly.Instance(module, imports)
      started = instance
      receive(instance)
      return instance.exports
    },
    // What the library prints may quote the document.
    print: () => {},
    printErr: (line: string) => {
      if (/^(growMemory|Cannot enlarge memory)/.test(line)) outOfMemory = true
    },
  } as Parameters<typeof init>[0])
  api.PDFiumExt_Init()
  assert(started !== undefined, 'the library was given an instance')
  const memory = started.exports.memory as WebAssembly.Memory
  return {
    api,
    perCharacter: started.exports as unknown as PerCharacter,
    memoryBytes: () => memory.buffer.byteLength,
    ranOutOfMemory: () => outOfMemory,
    allocate: (size) => api.pdfium.wasmExports.malloc(size),
    free: (pointer) => api.pdfium.wasmExports.free(pointer),
    floatsAt: (pointer, length) => new Float32Array(memory.buffer, pointer, length),
    bytesAt: (pointer, length) => new Uint8Array(memory.buffer, pointer, length),
  }
}

/**
 * Does some work and frees what it used, after a refusal too. After a trap nothing is freed: the instance
 * is in no known state and is thrown away as a whole.
 */
export function workThenFree<Result>(work: () => Result, free: () => void): Result {
  let result: Result
  try {
    result = work()
  } catch (error) {
    if (error instanceof Fault) free()
    throw error
  }
  free()
  return result
}
