import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { childOf, none, type PrefixTree, prefixTree } from '../prefix-tree.ts'

/**
 * The words of a run of Chinese characters: of all ways to cut it, that of the greatest product of the words'
 * frequencies, by the dictionary of jieba and as jieba does it without guessing at new words. A native call
 * takes several times as long, for it hands over every word as a copy.
 */
export function chineseWords(run: string): string[] {
  dictionary ??= readDictionary()
  const { tree, weights, weightOfUnknown } = dictionary
  if (run.length >= ends.length)
    [best, ends] = [new Float64Array(run.length * 2), new Int32Array(run.length * 2)]
  best[run.length] = 0
  for (let start = run.length - 1; start >= 0; start -= 1) {
    let most = Number.NEGATIVE_INFINITY
    let node = tree.firstNodes[run.charCodeAt(start)] ?? none
    for (let end = start + 1; node !== none; end += 1) {
      const weight = weights[node] ?? 0
      const whole = weight + (best[end] ?? 0)
      if (weight !== 0 && whole >= most) {
        most = whole
        ends[start] = end
      }
      node = end < run.length ? childOf(tree, node, run.charCodeAt(end)) : none
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

interface Dictionary {
  readonly tree: PrefixTree
  /** ln of the share that the word of each node has of all; 0 where a node is no word. */
  readonly weights: Float64Array
  readonly weightOfUnknown: number
}

let dictionary: Dictionary | undefined
const countCharactersMax = 12

/** Of rows such as `中国 12345 ns`, in the order of their characters. */
function readDictionary(): Dictionary {
  const path = createRequire(import.meta.url).resolve('@node-rs/jieba/dict.js')
  const text = readFileSync(path.replace(/dict\.js$/, 'dict.txt'), 'utf8')
  const words: string[] = []
  const counts: number[] = []
  for (let at = 0, space = 0; at < text.length; at = text.indexOf('\n', space) + 1 || text.length) {
    space = text.indexOf(' ', at)
    words.push(text.slice(at, space))
    counts.push(Number.parseInt(text.slice(space, space + countCharactersMax), 10))
  }
  const logOfTotal = Math.log(counts.reduce((sum, count) => sum + count, 0))
  const tree = prefixTree(words)
  const weights = Float64Array.from(tree.words, (word) =>
    word === 0 ? 0 : Math.log(counts[word - 1] ?? 1) - logOfTotal,
  )
  return { tree, weights, weightOfUnknown: -logOfTotal }
}
