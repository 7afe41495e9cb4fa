import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * The words of a run of Chinese characters: of all ways to cut it, that of the greatest product of the words'
 * frequencies, by the dictionary of jieba and as jieba does it without guessing at new words. A native call
 * takes several times as long, for it hands over every word as a copy.
 */
export function chineseWords(run: string): string[] {
  dictionary ??= readDictionary()
  const { firstNodes, weights, weightOfUnknown } = dictionary
  if (run.length >= ends.length)
    [best, ends] = [new Float64Array(run.length * 2), new Int32Array(run.length * 2)]
  best[run.length] = 0
  for (let start = run.length - 1; start >= 0; start -= 1) {
    let most = Number.NEGATIVE_INFINITY
    let node = firstNodes[run.charCodeAt(start)] ?? none
    for (let end = start + 1; node !== none; end += 1) {
      const weight = weights[node] ?? 0
      const whole = weight + (best[end] ?? 0)
      if (weight !== 0 && whole >= most) {
        most = whole
        ends[start] = end
      }
      node = end < run.length ? childOf(dictionary, node, run.charCodeAt(end)) : none
    }
    if (most === Number.NEGATIVE_INFINITY) {
      most = weightOfUnknown + (best[start + 1] ?? 0)
      ends[start] = start + 1
    }
    best[start] = most
  }
  const words: string[] = []
  for (let start = 0; start < run.length; start = ends[start] ?? run.length) {
    words.push(run.slice(start, ends[start]))
  }
  return words
}

/** From each place on: ln of the greatest product, and where its first word ends. Kept from run to run. */
let best = new Float64Array(256)
let ends = new Int32Array(256)

/** All beginnings of words as a tree: the nodes that are one character longer stand in a row, in order. */
interface Dictionary {
  /** The last character of what each node stands for. */
  readonly codes: Uint16Array
  /** The first of the nodes that are one character longer; they end where those of the next begin. */
  readonly children: Int32Array
  /** ln of the share that the word has of all; 0 where a node is no word. */
  readonly weights: Float64Array
  readonly weightOfUnknown: number
  /** The node of each first character. */
  readonly firstNodes: Int32Array
}

const root = 0
const none = root
const nodesMax = 600_000
const space = 32

let dictionary: Dictionary | undefined

function childOf({ codes, children }: Dictionary, node: number, code: number): number {
  let low = children[node] ?? 0
  let high = children[node + 1] ?? 0
  while (low < high) {
    const middle = (low + high) >>> 1
    const found = codes[middle] ?? 0
    if (found === code) return middle
    if (found < code) low = middle + 1
    else high = middle
  }
  return none
}

/** Of rows such as `中国 12345 ns`, in the order of their characters. */
function readDictionary(): Dictionary {
  const path = createRequire(import.meta.url).resolve('@node-rs/jieba/dict.js')
  const rows = readFileSync(path.replace(/dict\.js$/, 'dict.txt'), 'utf8')
    .trimEnd()
    .split('\n')
  const codes = new Uint16Array(nodesMax)
  const children = new Int32Array(nodesMax)
  const weights = new Float64Array(nodesMax)
  /** The rows that begin with what a node stands for, and how long that is. */
  const firstRow = new Int32Array(nodesMax)
  const endRow = new Int32Array(nodesMax)
  const lengths = new Uint8Array(nodesMax)
  endRow[root] = rows.length
  let nodes = root + 1
  let total = 0
  for (let node = root; node < nodes; node += 1) {
    children[node] = nodes
    const length = lengths[node] ?? 0
    for (let row = firstRow[node] ?? 0; row < (endRow[node] ?? 0); row += 1) {
      const text = rows[row] ?? ''
      const code = text.charCodeAt(length)
      if (code === space) {
        const count = Number.parseInt(text.slice(length), 10)
        weights[node] = Math.log(count)
        total += count
        continue
      }
      if (nodes === children[node] || codes[nodes - 1] !== code) {
        codes[nodes] = code
        firstRow[nodes] = row
        lengths[nodes] = length + 1
        nodes += 1
      }
      endRow[nodes - 1] = row + 1
    }
  }
  children[nodes] = nodes
  const logOfTotal = Math.log(total)
  const firstNodes = new Int32Array(65_536)
  for (let node = root + 1; node < nodes; node += 1) {
    if ((weights[node] ?? 0) > 0) weights[node] = (weights[node] ?? 0) - logOfTotal
    if (node < (children[root + 1] ?? 0)) firstNodes[codes[node] ?? 0] = node
  }
  return { codes, children, weights, weightOfUnknown: -logOfTotal, firstNodes }
}
