import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createDocuments } from '../src/documents/index.ts'
import type { Row } from './run.ts'
import { textPeers } from './support/text-peers.ts'
import { scoreOf, type TextScore } from './support/text-score.ts'

/**
 * Compares the text that ours reads from the documents of test/documents/layouts with that of other
 * installed programs. The references are our output, reviewed by a person: they show where others differ,
 * and any change of ours.
 */
export function run(): Promise<readonly Row[]> {
  return textsOf(new URL('../test/documents/layouts/', import.meta.url))
}

/** Scores each `NAME.pdf` in a folder that has a `NAME.txt`: words, order and adjacency by each reader. */
export async function textsOf(folder: URL): Promise<readonly Row[]> {
  const names = await readdir(folder)
  const files = names.filter((name) => name.endsWith('.pdf') && names.includes(name.replace(/pdf$/, 'txt')))
  const documents = createDocuments({ threads: 1 })
  const readers = new Map([['ours', ourReader(documents)], ...(await textPeers())])
  const rows: Row[] = []
  const sums = new Map<string, TextScore[]>()
  for (const name of files.sort()) {
    const reference = await readFile(new URL(name.replace(/pdf$/, 'txt'), folder), 'utf8')
    const row: Record<string, string> = { file: name.replace(/\.pdf$/, '') }
    for (const [reader, read] of readers) {
      const score = scoreOf(reference, await read(fileURLToPath(new URL(name, folder))))
      sums.set(reader, [...(sums.get(reader) ?? []), score])
      row[reader] = shown(score)
    }
    rows.push(row)
  }
  await documents.close()
  const means = [...sums].map(([reader, scores]): [string, string] => [reader, shown(meanOf(scores))])
  return [...rows, { file: 'mean', ...Object.fromEntries(means) }]
}

function ourReader(documents: ReturnType<typeof createDocuments>): (file: string) => Promise<string> {
  return async (file) => {
    const fileDataUrl = `data:application/pdf;base64,${(await readFile(file)).toString('base64')}`
    const signal = AbortSignal.timeout(60_000)
    const opened = await documents.open({ kind: 'value', value: { fileDataUrl } }, signal)
    return (await documents.read(opened, opened.pageCount, signal)).text
  }
}

function shown({ bag, order, adjacency }: TextScore): string {
  return [bag, order, adjacency].map((share) => share.toFixed(3).replace(/^0/, '')).join(' ')
}

function meanOf(scores: readonly TextScore[]): TextScore {
  const mean = (key: keyof TextScore) => scores.reduce((sum, score) => sum + score[key], 0) / scores.length
  return { bag: mean('bag'), order: mean('order'), adjacency: mean('adjacency') }
}
