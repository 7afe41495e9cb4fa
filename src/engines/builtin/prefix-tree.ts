/**
 * All beginnings of some words as a tree. It lies in a few long arrays, the nodes that are one character
 * longer in a row: most of the time of a look-up goes into memory that isn't at hand.
 */
export interface PrefixTree {
  /** The node of each first character; `none` where no word begins so. */
  readonly firstNodes: Int32Array
  /** The last character of what each node stands for. */
  readonly codes: Uint16Array
  /** The first of the nodes that are one character longer; they end where those of the next begin. */
  readonly children: Int32Array
  /** Which word each node is, from 1; 0 where it is none. */
  readonly words: Int32Array
}

const root = 0
/** No child is the root. */
export const none = root

/** `words`: all different, in the order of their UTF-16 units. */
export function prefixTree(words: readonly string[]): PrefixTree {
  const nodesMax = words.reduce((sum, { length }) => sum + length, 2)
  const codes = new Uint16Array(nodesMax)
  const children = new Int32Array(nodesMax)
  const wordOf = new Int32Array(nodesMax)
  /** The words that begin with what a node stands for, and how long that is. */
  const first = new Int32Array(nodesMax)
  const end = new Int32Array(nodesMax)
  const lengths = new Uint16Array(nodesMax)
  end[root] = words.length
  let nodes = root + 1
  for (let node = root; node < nodes; node += 1) {
    children[node] = nodes
    const length = lengths[node] ?? 0
    for (let index = first[node] ?? 0; index < (end[node] ?? 0); index += 1) {
      const word = words[index] ?? ''
      if (word.length === length) {
        wordOf[node] = index + 1
        continue
      }
      const code = word.charCodeAt(length)
      if (nodes === children[node] || codes[nodes - 1] !== code) {
        codes[nodes] = code
        first[nodes] = index
        lengths[nodes] = length + 1
        nodes += 1
      }
      end[nodes - 1] = index + 1
    }
  }
  children[nodes] = nodes
  const firstNodes = new Int32Array(0x10000)
  for (let node = root + 1; node < (children[root + 1] ?? 0); node += 1) firstNodes[codes[node] ?? 0] = node
  return {
    firstNodes,
    codes: codes.slice(0, nodes),
    children: children.slice(0, nodes + 1),
    words: wordOf.slice(0, nodes),
  }
}

/** The node of what is one character longer; `none` where no word begins so. */
export function childOf({ codes, children }: PrefixTree, node: number, code: number): number {
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
