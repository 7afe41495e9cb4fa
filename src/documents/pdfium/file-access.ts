import type { WrappedPdfiumModule } from '@embedpdf/pdfium'

/** Lets PDFium read files in place, one at a time. */
export interface FileAccess {
  /** Returns the pointer that `FPDF_LoadCustomDocument` takes to read these bytes; 0 if memory is short. */
  open(bytes: Uint8Array): number
  close(pointer: number): void
}

/** FPDF_FILEACCESS: the length, the function, and its argument. */
const structBytes = 12
const noFile = new Uint8Array()

/**
 * Serves a document to PDFium in blocks of 512 bytes, which takes no longer than copying it. Each thread
 * would otherwise copy up to 25 MB into PDFium's memory, which never shrinks.
 */
export function createFileAccess({ pdfium }: WrappedPdfiumModule, memory: WebAssembly.Memory): FileAccess {
  let file: Uint8Array = noFile
  const readBlock = (_: number, position: number, into: number, length: number): number => {
    const block = file.subarray(position >>> 0, (position >>> 0) + length)
    if (block.length !== length) return 0
    new Uint8Array(memory.buffer, into, length).set(block)
    return 1
  }
  const readBlockPointer = pdfium.addFunction(readBlock, 'iiiii')
  return {
    open(bytes) {
      const pointer: number = pdfium.wasmExports.malloc(structBytes)
      if (pointer === 0) return 0
      new Uint32Array(memory.buffer, pointer, 3).set([bytes.length, readBlockPointer, 0])
      file = bytes
      return pointer
    },
    close(pointer) {
      file = noFile
      pdfium.wasmExports.free(pointer)
    },
  }
}
