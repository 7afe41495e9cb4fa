import { closingQuote } from './json-shape.ts'

/** Bytes `start` to `end` of a JSON text. */
export interface JsonRange {
  readonly start: number
  readonly end: number
}

/** The text stops being JSON at some byte. */
export class NotJson extends Error {
  override readonly name = 'NotJson'
}

export class TooManyValues extends Error {
  override readonly name = 'TooManyValues'
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const minus = 0x2d
const zero = 0x30
const letterU = 0x75

const setOf = (characters: string) => {
  const set = new Uint8Array(256)
  for (const each of characters) set[each.charCodeAt(0)] = 1
  return set
}
const isSpace = setOf(' \t\n\r')
const isDigit = setOf('0123456789')
const isHex = setOf('0123456789abcdefABCDEF')
const isEscaped = setOf('"\\/bfnrtu')
const words = ['true', 'false', 'null'].map((each) => new TextEncoder().encode(each))

const windowBytes = 64 * 1024

/** Copies a piece to the same buffer as the last one: a thousand copies would wait for garbage collection. */
function copyTo(window: Uint8Array, bytes: Uint8Array, start: number, end: number): Uint8Array {
  const piece = bytes.subarray(start, Math.min(end, start + windowBytes))
  window.set(piece)
  return window.subarray(0, piece.length)
}

/** A JSON text, read byte by byte. */
export class JsonText {
  readonly bytes: Uint8Array
  /** The bytes read. Indexing a resizable buffer takes several times as long. */
  readonly #memory: Uint8Array
  #window: Uint8Array = new Uint8Array(0)
  #windowStart = 0
  #valuesLeft: number

  constructor(bytes: Uint8Array, valuesMax = Number.POSITIVE_INFINITY) {
    this.bytes = bytes
    this.#memory = new Uint8Array(Math.min(bytes.length, windowBytes))
    this.#valuesLeft = valuesMax - 1
  }

  /** 0 behind the end. */
  byte(at: number): number {
    return this.#window[at - this.#windowStart] ?? this.#load(at)
  }

  #load(at: number): number {
    if (at >= this.bytes.length) return 0
    this.#window = copyTo(this.#memory, this.bytes, at, this.bytes.length)
    this.#windowStart = at
    return this.#window[0] ?? 0
  }

  /** Skips what may come before a value: a comma or an opening bracket. */
  countValue(): void {
    if (--this.#valuesLeft < 0) throw new TooManyValues()
  }

  isObjectAt(at: number): boolean {
    return this.byte(at) === openBrace
  }

  isArrayAt(at: number): boolean {
    return this.byte(at) === openBracket
  }

  isLiteralAt(at: number): boolean {
    return this.byte(at) === quote
  }
}

export function skipSpace(json: JsonText, start: number): number {
  let at = start
  while (isSpace[json.byte(at)] === 1) at += 1
  return at
}

/**
 * The end of the value that begins at `start`, by the grammar of RFC 8259. Throws `NotJson` and
 * `TooManyValues`. Allocates only one number per open container.
 */
export function valueEnd(json: JsonText, start: number): number {
  /** The brackets that close the open containers. */
  const open: number[] = []
  let at = start
  for (;;) {
    const byte = json.byte(at)
    if (byte === openBrace || byte === openBracket) {
      // In ASCII a closing bracket comes two after its opening one.
      const close = byte + 2
      json.countValue()
      at = skipSpace(json, at + 1)
      if (json.byte(at) !== close) {
        open.push(close)
        if (close === closeBrace) at = nameEnd(json, at)
        continue
      }
      at += 1
    } else at = byte === quote ? literalEnd(json, at) : scalarEnd(json, at)
    for (;;) {
      const close = open.at(-1)
      if (close === undefined) return at
      at = skipSpace(json, at)
      if (json.byte(at) === comma) {
        json.countValue()
        at = skipSpace(json, at + 1)
        if (close === closeBrace) at = nameEnd(json, at)
        break
      }
      expectByte(json, at, close)
      open.pop()
      at += 1
    }
  }
}

/** Calls `visit` with name and value of each member of the object that begins at `start`; returns its end. */
export function eachMember(
  json: JsonText,
  start: number,
  visit: (name: JsonRange, value: JsonRange) => void,
): number {
  json.countValue()
  let at = skipSpace(json, start + 1)
  if (json.byte(at) === closeBrace) return at + 1
  for (;;) {
    const name = { start: at, end: literalEnd(json, at) }
    const valueStart = afterColon(json, name.end)
    const end = valueEnd(json, valueStart)
    visit(name, { start: valueStart, end })
    at = skipSpace(json, end)
    if (json.byte(at) === closeBrace) return at + 1
    expectByte(json, at, comma)
    json.countValue()
    at = skipSpace(json, at + 1)
  }
}

/** Calls `visit` with the start of each array item; `visit` returns the item's end. */
export function eachItem(json: JsonText, start: number, visit: (itemStart: number) => number): number {
  const closeBracket = openBracket + 2
  let at = skipSpace(json, start + 1)
  if (json.byte(at) === closeBracket) return at + 1
  for (;;) {
    at = skipSpace(json, visit(at))
    if (json.byte(at) === closeBracket) return at + 1
    expectByte(json, at, comma)
    at = skipSpace(json, at + 1)
  }
}

/** The end of the character of a literal that begins at `at`: an escape or a byte. */
export function characterEnd(json: JsonText, at: number): number {
  if (json.byte(at) !== backslash) return at + 1
  return json.byte(at + 1) === letterU ? at + 6 : at + 2
}

/** Skips the name, the colon and the space before the value of a member. */
function nameEnd(json: JsonText, start: number): number {
  return afterColon(json, literalEnd(json, start))
}

function afterColon(json: JsonText, start: number): number {
  const at = skipSpace(json, start)
  expectByte(json, at, colon)
  return skipSpace(json, at + 1)
}

function literalEnd(json: JsonText, start: number): number {
  expectByte(json, start, quote)
  const end = closingQuote(json.bytes, start + 1)
  if (end === -1) throw new NotJson()
  for (let at = start + 1; at < end; ) {
    const piece = copyTo(pieceMemory, json.bytes, at, end)
    at += validBytes(piece, at + piece.length === end)
  }
  return end + 1
}

const pieceMemory = new Uint8Array(windowBytes)
const escapeBytesMax = 6

/**
 * The number of valid bytes of a piece of a literal; throws on an invalid one. If the piece isn't the last,
 * an escape cut at its end is left to the next piece.
 */
function validBytes(piece: Uint8Array, isLast: boolean): number {
  const end = isLast ? piece.length : piece.length - escapeBytesMax
  let at = 0
  while (at < end) {
    const byte = piece[at] ?? 0
    if (byte < 0x20) throw new NotJson()
    at += byte === backslash ? escapeBytes(piece, at) : 1
  }
  return at
}

function escapeBytes(piece: Uint8Array, at: number): number {
  const kind = piece[at + 1] ?? 0
  if (isEscaped[kind] !== 1) throw new NotJson()
  if (kind !== letterU) return 2
  for (let digit = at + 2; digit < at + escapeBytesMax; digit++) {
    if (isHex[piece[digit] ?? 0] !== 1) throw new NotJson()
  }
  return escapeBytesMax
}

/** The end of a number, `true`, `false` or `null`. */
function scalarEnd(json: JsonText, start: number): number {
  const word = words.find((each) => each[0] === json.byte(start))
  if (word !== undefined) {
    for (const [index, byte] of word.entries()) expectByte(json, start + index, byte)
    return start + word.length
  }
  let at = json.byte(start) === minus ? start + 1 : start
  at = json.byte(at) === zero ? at + 1 : digitsEnd(json, at)
  if (json.byte(at) === 0x2e) at = digitsEnd(json, at + 1)
  if ((json.byte(at) | 0x20) === 0x65) {
    const sign = json.byte(at + 1)
    at = digitsEnd(json, sign === 0x2b || sign === minus ? at + 2 : at + 1)
  }
  return at
}

/** The end of one or more digits. */
function digitsEnd(json: JsonText, start: number): number {
  let at = start
  while (isDigit[json.byte(at)] === 1) at += 1
  if (at === start) throw new NotJson()
  return at
}

function expectByte(json: JsonText, at: number, byte: number): void {
  if (json.byte(at) !== byte) throw new NotJson()
}
