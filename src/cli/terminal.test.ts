import { Readable, Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createTerminal } from './terminal.ts'

/** stdout and stderr are collected in one text, as on a screen. */
function watched(isTTY: boolean) {
  const shown: string[] = []
  const stream = () =>
    Object.assign(
      new Writable({
        write(chunk: Buffer, _, done) {
          shown.push(chunk.toString())
          done()
        },
      }),
      { isTTY },
    )
  const terminal = createTerminal({ stdin: Readable.from([]), stdout: stream(), stderr: stream() })
  return { terminal, shown }
}

const wild = 'a\u001b]0;title\u0007b\u009b31mc\u202ed\re\tf\r\ng\n'
const tame = 'a]0;titleb31mcde\tf\r\ng\n'

test('output to a terminal has no control characters; a file or pipe gets the text unchanged', async () => {
  const [person, pipe] = [watched(true), watched(false)]
  await person.terminal.write(wild)
  await pipe.terminal.write(wild)
  expect([person.shown, pipe.shown]).toEqual([[tame], [wild]])
})

test('warnings never have control characters, on any output', () => {
  for (const { terminal, shown } of [watched(true), watched(false)]) {
    terminal.warn(wild)
    expect(shown).toEqual([`${tame}\n`])
  }
})

test('a progress bar is removed once, before other output', async () => {
  const { terminal, shown } = watched(true)
  terminal.progress('half')
  terminal.warn('warning')
  terminal.progress('all')
  await terminal.write('done\n')
  terminal.progress(null)
  const gone = '\r\u001b[K'
  expect(shown).toEqual([`${gone}half`, gone, 'warning\n', `${gone}all`, gone, 'done\n'])
})
