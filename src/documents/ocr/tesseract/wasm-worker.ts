import { workerData } from 'node:worker_threads'
import createCore, {
  type TessBaseAPI,
  type TesseractModule,
} from 'tesseract.js-core/tesseract-core-simd-lstm.js'
import { type Handover, serveTasks, type Thread } from '../../../kit/index.ts'
import { type OcrLanguage, pgmOf, pictureDpi, type SeenWord, segmentationModes } from './reader.ts'
import { wordsOfTsv } from './tsv.ts'
import type { WasmTask, WasmWorkerData } from './wasm.ts'

/** A thread with its own Tesseract. It has only an in-memory file system, and no network access. */

const { tesseract, languages } = workerData as WasmWorkerData
/**
 * After this many pictures the thread is replaced, which limits the effect of memory leaks. Over 375
 * pictures the library's memory grew from 34 to 71 MB, in steps with the largest picture. Over the last 275
 * it grew by 12 MB.
 */
const picturesPerThread = 400
const keptMemoryBytes = 300 * 1024 * 1024

const starting = startCore()
const readers = new Map<OcrLanguage, TessBaseAPI>()
let served = 0

async function startCore(): Promise<{ core: TesseractModule; memory: WebAssembly.Memory }> {
  let memory: WebAssembly.Memory | undefined
  const core = await createCore({
    instantiateWasm(imports, receive) {
      const instance = new WebAssembly.Instance(tesseract, imports)
      memory = Object.values(instance.exports).find((each) => isMemory(each)) as WebAssembly.Memory
      receive(instance)
      return instance.exports
    },
    // The library's output is discarded, because it may quote the page.
    print: () => {},
    printErr: () => {},
    TesseractProgress: () => {},
  })
  if (memory === undefined) throw new Error('the library exports no memory')
  return { core, memory }
}

function isMemory(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'buffer' in value && 'grow' in value
}

function readerOf(core: TesseractModule, language: OcrLanguage): TessBaseAPI {
  const known = readers.get(language)
  if (known !== undefined) return known
  const path = `${language}.traineddata`
  core.FS.writeFile(path, new Uint8Array(languages[language]))
  const reader = new core.TessBaseAPI()
  if (reader.Init(null, language, 1) !== 0) throw new Error('Tesseract does not take its language data')
  core.FS.unlink(path)
  reader.SetVariable('user_defined_dpi', String(pictureDpi))
  // Pictures have dark letters. Without this, each doubtful line is read again with light letters.
  reader.SetVariable('tessedit_do_invert', '0')
  readers.set(language, reader)
  return reader
}

serveTasks(async (task: WasmTask, thread: Thread): Promise<Handover<readonly SeenWord[]>> => {
  const { core, memory } = await starting
  served += 1
  try {
    const reader = readerOf(core, task.language)
    reader.SetVariable('tessedit_pageseg_mode', segmentationModes[task.layout])
    core.FS.writeFile('/input', pgmOf(task.picture))
    if (reader.SetImageFile(1, 0) === 1) throw new Error('Tesseract does not take the picture')
    reader.Recognize(null)
    const words = wordsOfTsv(reader.GetTSVText(0))
    reader.Clear()
    return { value: words, transfer: [] }
  } catch (error) {
    // After a trap, the state of the instance is undefined.
    thread.retire()
    throw error
  } finally {
    if (served >= picturesPerThread || memory.buffer.byteLength > keptMemoryBytes) thread.retire()
  }
})
