import { removeInvisible } from './normalize.ts'
import { longPattern } from './patterns.ts'

/** Tags that begin or end a line. */
export const blockTags = /<\/?(?:p|div|br|li|ul|ol|tr|table|h[1-6]|section|article|hr)\b[^<>]{0,300}>/giu
/** HTML tags only: `vector<int>` doesn't match. */
export const otherTags = longPattern(
  'giu',
  String.raw`<\/?(?:a|abbr|address|audio|b|base|big|blockquote|body|button|canvas|center|cite|code|col|dd|del|
      details|dl|dt|em|embed|font|footer|form|frame|head|header|html|i|iframe|img|input|ins|label|link|
      main|mark|meta|nav|object|option|pre|q|s|script|select|small|source|span|strike|strong|style|sub|
      summary|sup|svg|tbody|td|textarea|tfoot|th|thead|title|u|video)(?=[\s/>])[^<>]{0,500}>`,
)
/** The opening tag of an element hidden by its style, and the element's text. */
const unseen = longPattern(
  'giu',
  String.raw`<[a-z][^<>]{0,300}(?:display\s?:\s?none|visibility\s?:\s?hidden|opacity\s?:\s?0\b(?!\.)|font-size\s?:\s?
      [01](?![\d.])|color\s?:\s?(?:#f{3}(?:f{3})?\b|white\b|transparent\b))[^<>]{0,300}>[^<]*`,
)

/** Replaces markup with spaces, character by character, so that offsets don't change. */
export function blankMarkup(text: string): string {
  if (!text.includes('<')) return text
  const newLine = (tag: string): string => `\n${blank(tag.slice(1))}`
  return replaceComments(text, blank).replace(blockTags, newLine).replace(otherTags, blank)
}

/** Like `blankMarkup`; also blanks text that styles hide. */
export function blankUnseen(text: string): string {
  return text.includes('<') ? blankMarkup(text.replace(unseen, blank)) : text
}

/**
 * Replaces each HTML comment. It uses no pattern: a pattern would scan to the end of the text for every
 * unclosed comment.
 */
export function replaceComments(text: string, replacement: (comment: string) => string): string {
  let replaced = ''
  let at = 0
  for (let start = text.indexOf('<!--'); start >= 0; start = text.indexOf('<!--', at)) {
    const end = text.indexOf('-->', start + '<!--'.length)
    if (end < 0) break
    replaced += text.slice(at, start) + replacement(text.slice(start, end + '-->'.length))
    at = end + '-->'.length
  }
  return replaced + text.slice(at)
}

const blank = (part: string): string => part.replace(/[^\n]/gu, ' ')

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  bull: '•',
  middot: '·',
  rsquo: '’',
  lsquo: '‘',
  hellip: '…',
  ldquo: '“',
  rdquo: '”',
  pound: '£',
  euro: '€',
  yen: '¥',
  times: '×',
  deg: '°',
  eacute: 'é',
  rarr: '→',
}
const names = Object.keys(named).join('|')
const entities = new RegExp(`&(?:#(\\d{2,6})|#x([0-9a-f]{2,5})|(${names}));`, 'giu')
/** An entity without its semicolon. */
export const entityBeforeSemicolon = `&(?:#x?[0-9a-fA-F]{2,6}|${names})`

/** Replaces entities by their characters: `&amp;` becomes `&`. */
export function decodeEntities(text: string): string {
  return text.replace(entities, decoded)
}

function decoded(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? whole
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  const isSign = code >= 0x20 && code !== 0x7f && code <= 0xffff && !(code >= 0xd800 && code <= 0xdfff)
  return isSign ? removeInvisible(String.fromCharCode(code)) : ' '
}
