import { readFileSync } from 'node:fs'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { alphabetOf, charactersOf } from './decode.ts'
import { createFrameReader, frameOf } from './frames.ts'
import { lineHeight, lineInput } from './line-input.ts'
import { readAsk, type SeenLine } from './message.ts'
import { piecesOf } from './pieces.ts'

/**
 * A process that reads the lines of pictures, one picture after another. It gets a picture and the boxes of
 * words on stdin, and writes the characters of their lines to stdout. It ends when stdin is closed. It is a
 * process because ending a thread with this library loaded aborts the service. It uses no network and writes
 * no files.
 */

const [model = '', keys = '', keptMb = ''] = process.argv.slice(2)
/** After this many pictures the process is replaced, which limits the effect of memory leaks. */
const picturesMax = 400
const askBytesMax = 64 * 1024 * 1024

const session = await InferenceSession.create(model, {
  // More threads take more processor time in total: they wait actively for each other. Pages are read in
  // parallel instead. Lines aren't batched: padding to one width costs more than a batch gains.
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  enableCpuMemArena: true,
  // Patterns are kept for each width of a line.
  enableMemPattern: false,
  logSeverityLevel: 4,
})
const alphabet = alphabetOf(readFileSync(keys, 'utf8'))
const [inputName = '', outputName = ''] = [session.inputNames[0], session.outputNames[0]]

async function linesOf(ask: Buffer): Promise<SeenLine[]> {
  const { picture, words } = readAsk(ask)
  const lines: SeenLine[] = []
  for (const { places, box } of piecesOf(words, picture)) {
    const { data, width } = lineInput(picture, box)
    const input = new Tensor('float32', data, [1, 3, lineHeight, width])
    const { data: shares, dims } = (await session.run({ [inputName]: input }))[outputName] as Tensor
    lines.push({ places, characters: charactersOf(shares as Float32Array, dims[1] ?? 1, alphabet) })
  }
  return lines
}

const readFrame = createFrameReader(askBytesMax)
let pictures = 0
for await (const chunk of process.stdin) {
  const frame = readFrame(chunk)
  if (frame === null) continue
  const answer = Buffer.from(JSON.stringify(await linesOf(frame.body)))
  pictures += 1
  const isLast = pictures >= picturesMax || process.memoryUsage.rss() > Number(keptMb) * 1024 * 1024
  for (const part of frameOf([answer], isLast)) process.stdout.write(part)
  if (isLast) break
}
process.stdout.end(() => process.exit(0))
