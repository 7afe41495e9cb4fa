import type { WrappedPdfiumModule } from '@embedpdf/pdfium'

/** Files that PDFium reads where they lie, one at a time. */
export interface FileAccess {
  /** What `FPDF_LoadCustomDocument` takes to read these bytes; 0 when there is no room. */
  open(bytes: Uint8Array): number
  close(pointer: number): void
}

/** FPDF_FILEACCESS: the length, the function, and what it is called with. */
const structBytes = 12
const noFile = new Uint8Array()

/**
 * A document of 25 MB would have to be copied into PDFium's memory, which never shrinks, by every thread that
 * reads one. Asked for blocks of 512 bytes instead, it takes no longer.
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
