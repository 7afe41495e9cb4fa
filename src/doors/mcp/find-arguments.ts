import { closingQuote } from '../../contract/index.ts'

/** Bytes `start` to `end` of a text. */
export interface Range {
  readonly start: number
  readonly end: number
}

const nameBytesMax = 16

/**
 * Finds the object `params.arguments` in the text of a message by quotes and brackets, without parsing it.
 * Null if that is not reliable (another type, escaped names, invalid JSON). Of duplicates it returns the
 * first, whereas a parser uses the last: see `splitMessage`.
 */
export function findArguments(json: Buffer): Range | null {
  // For the two outermost containers: whether each is an object, and the current member.
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
