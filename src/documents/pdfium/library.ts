import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import { Fault } from '../../contract/index.ts'
import { assert } from '../../kit/index.ts'
import { createFileAccess, type FileAccess } from './file-access.ts'

/** An instance of PDFium with its own memory. */
export interface PdfiumLibrary {
  readonly api: WrappedPdfiumModule
  /** Functions called for every character and object. They bypass the argument checks of `api`. */
  readonly direct: DirectCalls
  /** Where functions write short results: 64 bytes, valid until the next call that writes there. */
  readonly answer: number
  answerFloats(): Float32Array
  answerBytes(): Uint8Array
  readonly files: FileAccess
  memoryBytes(): number
  /** Whether a document requested more memory than the limit. */
  ranOutOfMemory(): boolean
  /** Allocates bytes in PDFium's memory; returns 0 if memory is short. */
  allocate(size: number): number
  free(pointer: number): void
  /** A view that is valid until PDFium allocates again. */
  bytesAt(pointer: number, length: number): Uint8Array
}

const answerBytesCount = 64

/**
 * Raw C functions. Arguments and results are pointers, integers and floats. 1 means yes, 0 means no, and -1
 * means that there is no such character.
 */
export type DirectCalls = Readonly<Record<DirectCall, (...args: number[]) => number>>

type DirectCall =
  | 'FPDFClipPath_CountPathSegments'
  | 'FPDFClipPath_CountPaths'
  | 'FPDFClipPath_GetPathSegment'
  | 'FPDFFont_GetBaseFontName'
  | 'FPDFFont_GetFontData'
  | 'FPDFFont_GetIsEmbedded'
  | 'FPDFFormObj_CountObjects'
  | 'FPDFFormObj_GetObject'
  | 'FPDFPageObjMark_GetName'
  | 'FPDFPageObjMark_GetParamBlobValue'
  | 'FPDFPageObjMark_RemoveParam'
  | 'FPDFPageObjMark_SetBlobParam'
  | 'FPDFPageObj_CountMarks'
  | 'FPDFPageObj_GetBounds'
  | 'FPDFPageObj_GetClipPath'
  | 'FPDFPageObj_GetFillColor'
  | 'FPDFPageObj_GetMark'
  | 'FPDFPageObj_GetMatrix'
  | 'FPDFPageObj_GetStrokeColor'
  | 'FPDFPageObj_GetType'
  | 'FPDFPageObj_HasTransparency'
  | 'FPDFPageObj_SetFillColor'
  | 'FPDFPageObj_SetIsActive'
  | 'FPDFPageObj_SetStrokeColor'
  | 'FPDFPage_GetObject'
  | 'FPDFPathSegment_GetPoint'
  | 'FPDFPathSegment_GetType'
  | 'FPDFPath_CountSegments'
  | 'FPDFPath_GetDrawMode'
  | 'FPDFPath_GetPathSegment'
  | 'FPDFTextObj_GetFont'
  | 'FPDFTextObj_GetFontSize'
  | 'FPDFTextObj_GetTextRenderMode'
  /** In radians; negative if unknown. */
  | 'FPDFText_GetCharAngle'
  | 'FPDFText_GetFontSize'
  /** Writes left, top, right, bottom as floats. */
  | 'FPDFText_GetLooseCharBox'
  | 'FPDFText_GetMatrix'
  /** A pointer; 0 for a generated character. */
  | 'FPDFText_GetTextObject'
  | 'FPDFText_GetUnicode'
  | 'FPDFText_HasUnicodeMapError'
  | 'FPDFText_IsGenerated'
  | 'FPDFText_IsHyphen'

/** Starts an instance of the compiled module, which takes about 15 ms. */
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
    // Output of the library may quote the document.
    print: () => {},
    printErr: (line: string) => {
      if (/^(growMemory|Cannot enlarge memory)/.test(line)) outOfMemory = true
    },
  } as Parameters<typeof init>[0])
  api.PDFiumExt_Init()
  assert(started !== undefined, 'the library was given an instance')
  const memory = started.exports.memory as WebAssembly.Memory
  const answer: number = api.pdfium.wasmExports.malloc(answerBytesCount)
  // Views become invalid when the memory grows.
  let floats = new Float32Array(memory.buffer, answer, answerBytesCount / 4)
  let bytes = new Uint8Array(memory.buffer, answer, answerBytesCount)
  return {
    api,
    direct: started.exports as unknown as DirectCalls,
    answer,
    answerFloats: () => {
      if (floats.length === 0) floats = new Float32Array(memory.buffer, answer, answerBytesCount / 4)
      return floats
    },
    answerBytes: () => {
      if (bytes.length === 0) bytes = new Uint8Array(memory.buffer, answer, answerBytesCount)
      return bytes
    },
    files: createFileAccess(api, memory),
    memoryBytes: () => memory.buffer.byteLength,
    ranOutOfMemory: () => outOfMemory,
    allocate: (size) => api.pdfium.wasmExports.malloc(size),
    free: (pointer) => api.pdfium.wasmExports.free(pointer),
    bytesAt: (pointer, length) => new Uint8Array(memory.buffer, pointer, length),
  }
}

/**
 * Does some work and frees its resources, also after a refusal. After a trap nothing is freed, because the
 * state of the instance is undefined and it is discarded.
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
