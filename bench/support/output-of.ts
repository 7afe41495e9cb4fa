import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Runs a program with this input, on one thread, and resolves with its output. */
export async function outputOf(
  program: string,
  words: readonly string[],
  input: Uint8Array,
): Promise<Buffer> {
  const child = spawn(program, words, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, OMP_THREAD_LIMIT: '1' },
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stdin.end(input)
  await once(child, 'close')
  return Buffer.concat(chunks)
}
