import { closingQuote } from '../../contract/index.ts'

/** Bytes `start` to `end` of a text. */
export interface Range {
  readonly start: number
  readonly end: number
}

const nameBytesMax = 16

/**
 * Where the object `params.arguments` stands in the text of a message, found by its quotes and brackets
 * without parsing it; null where it isn't found plainly (another type, names written with escapes, no
 * JSON). Of several it is the first, which a parser wouldn't choose: see `splitMessage`.
 */
export function findArguments(json: Buffer): Range | null {
  // Of the two outermost containers: whether they are objects, and the member that is being read.
  const isObject = [false, false, false]
  const names = ['', '', '']
  let nameFollows = false
  let depth = 0
  let start = -1
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case quote: {
        const close = closingQuote(json, at + 1)
        if (close === -1) return null
        if (nameFollows && depth <= 2) names[depth] = nameAt(json, at + 1, close)
        at = close
        break
      }
      case openBrace:
        if (depth === 2 && names[1] === 'params' && names[2] === 'arguments' && !nameFollows) start = at
        depth += 1
        if (depth <= 2) isObject[depth] = true
        nameFollows = depth <= 2
        break
      case openBracket:
        depth += 1
        if (depth <= 2) isObject[depth] = false
        nameFollows = false
        break
      case closeBrace:
      case closeBracket:
        depth -= 1
        if (depth === 2 && start !== -1) return { start, end: at + 1 }
        nameFollows = false
        break
      case comma:
        nameFollows = depth <= 2 && isObject[depth] === true
        break
      case colon:
        nameFollows = false
        break
    }
  }
  return null
}

function nameAt(json: Buffer, start: number, end: number): string {
  return end - start > nameBytesMax ? '' : json.toString('latin1', start, end)
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
