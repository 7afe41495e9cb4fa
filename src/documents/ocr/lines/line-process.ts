import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { alphabetOf, charactersOf } from './decode.ts'
import { lineHeight, lineInput } from './line-input.ts'
import { readAsk, type SeenLine } from './message.ts'
import { piecesOf } from './pieces.ts'

/**
 * A process that reads the lines of one picture. It gets the picture and the boxes of words on stdin, and
 * writes the characters of their lines to stdout. It is a process because ending a thread with this library
 * loaded aborts the service. It uses no network and writes no files.
 */

const [model = '', keys = ''] = process.argv.slice(2)
const session = await InferenceSession.create(model, {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  // Memory is released after each line.
  enableCpuMemArena: false,
  enableMemPattern: false,
  logSeverityLevel: 4,
})
const alphabet = alphabetOf(readFileSync(keys, 'utf8'))
const [inputName = '', outputName = ''] = [session.inputNames[0], session.outputNames[0]]

const { picture, words } = readAsk(await buffer(process.stdin))
const lines: SeenLine[] = []
for (const { places, box } of piecesOf(words, picture)) {
  const { data, width } = lineInput(picture, box)
  const input = new Tensor('float32', data, [1, 3, lineHeight, width])
  const { data: shares, dims } = (await session.run({ [inputName]: input }))[outputName] as Tensor
  lines.push({ places, characters: charactersOf(shares as Float32Array, dims[1] ?? 1, alphabet) })
}
process.stdout.write(JSON.stringify(lines), () => process.exit(0))
