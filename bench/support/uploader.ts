import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { apiPrefix, mcpPath } from '../../src/contract/index.ts'
import { dataUrlOf, soundInputs } from '../../test/support/inputs.ts'
import { requestOf, toolNames } from '../../test/support/mcp.ts'
import { exchange } from '../../test/support/world.ts'

/**
 * A thread that uploads a document of 25 MB repeatedly. Reports the first answer, and the number of
 * answers.
 */
const { url, key, door } = workerData as { url: string; key: string; door: 'rest' | 'mcp' }
const uploadCharacters = 25_000_000
const document = bigDocument()
let stopped = false
parentPort?.once('message', () => {
  stopped = true
})
await upload(document)
parentPort?.postMessage('ready')
let uploads = 0
while (!stopped) {
  await upload(document)
  uploads += 1
  await sleep(200)
}
parentPort?.postMessage(uploads)

/** The sample resume with trailing bytes that every viewer ignores. */
function bigDocument(): Uint8Array {
  const sample = Buffer.from(soundInputs.parseResume.fileDataUrl.split(',')[1] ?? '', 'base64')
  const room = Math.floor((uploadCharacters - dataUrlOf(sample).length) / 4) * 3
  const comment = Buffer.from(`\n%${'x'.repeat(1000)}`)
  const filler = Buffer.alloc(room - comment.length, comment)
  const input = { fileDataUrl: dataUrlOf(Buffer.concat([sample.subarray(0, 9), filler, sample])) }
  const call = { name: toolNames.parseResume, arguments: input }
  return Buffer.from(JSON.stringify(door === 'rest' ? input : requestOf('tools/call', call, 'legacy')))
}

async function upload(body: Uint8Array): Promise<void> {
  const path = door === 'rest' ? `${apiPrefix}/resumes/parse` : mcpPath
  const answer = await exchange(url, { path, body, key })
  if (answer.status !== 200 && answer.status !== 400) throw new Error(answer.text)
}
