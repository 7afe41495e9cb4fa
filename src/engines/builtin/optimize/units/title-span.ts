import { readFileSync } from 'node:fs'
import { type LearnedTable, readTable } from '../../compliance/index.ts'
import { endsWithTitle, type Language, normalize } from '../../text/index.ts'
import { vocabulary } from '../../vocabulary.ts'
import { type Chain, likeliestChain } from './chain.ts'
import type { Role } from './roles.ts'

/** Whether a token is outside a title, begins one or continues one. */
export const spanTags = ['out', 'begin', 'in'] as const

/** A word, a Chinese character or a sign. */
export interface Token {
  readonly text: string
  readonly start: number
  readonly end: number
}

const tokenPattern =
  /[\p{Script=Latin}\d]+(?:['’.+#&/-]+[\p{Script=Latin}\d]+)*[+#]{0,2}|[\u3400-\u9fff]|\S/gu

export function tokensOf(text: string): Token[] {
  return [...text.slice(0, charactersMax).matchAll(tokenPattern)].map(({ index, 0: words }) => ({
    text: words,
    start: index,
    end: index + words.length,
  }))
}

const charactersMax = 160

/** The spans of a unit that name a job, according to the learned table. */
export function titleSpans(text: string, role: Role, language: Language): string[] {
  const tokens = tokensOf(text)
  if (tokens.length === 0) return []
  const tags = likeliestChain(chainOf(text, tokens, role, language), tableOf(language))
  const spans: { start: number; end: number }[] = []
  for (const [at, { start, end }] of tokens.entries()) {
    const last = spans.at(-1)
    if (tags[at] === 'begin' || (tags[at] === 'in' && (at === 0 || tags[at - 1] === 'out')))
      spans.push({ start, end })
    else if (tags[at] === 'in' && last !== undefined) last.end = end
  }
  return spans.map(({ start, end }) => text.slice(start, end))
}

/** The features of each token of a unit. */
export function chainOf(text: string, tokens: readonly Token[], role: Role, language: Language): Chain {
  const words = tokens.map((token) => normalize(token.text).replace(/\d+/gu, '0'))
  const named = namedIn(text, tokens)
  const features = tokens.map((token, at) => {
    const near = (by: number) => words[at + by] ?? (at + by < 0 ? '<' : '>')
    const own = [
      `w ${near(0)}`,
      `-1 ${near(-1)}`,
      `+1 ${near(1)}`,
      `-2 ${near(-2)} ${near(-1)}`,
      `+2 ${near(1)} ${near(2)}`,
      `-w ${near(-1)} ${near(0)}`,
      `w+ ${near(0)} ${near(1)}`,
      `r ${role}`,
      `r${role} ${Math.min(at, 2)}`,
      `form ${formOf(token.text)}`,
      `form-1 ${formOf(tokens[at - 1]?.text ?? '')} ${formOf(token.text)}`,
      `form+1 ${formOf(token.text)} ${formOf(tokens[at + 1]?.text ?? '')}`,
      ...(named[at] === '' ? [] : [`n ${named[at]}`, `n ${named[at]} ${role}`]),
      ...(named[at + 1] ? [`n+1 ${named[at + 1]}`] : []),
      ...(named[at - 1] ? [`n-1 ${named[at - 1]}`] : []),
    ]
    if (language === 'zh')
      own.push(`3 ${near(-1)}${near(0)}${near(1)}`, `-3 ${near(-3)}${near(-2)}${near(-1)}`)
    else own.push(`end ${near(0).slice(-3)}`, `end+1 ${near(1).slice(-3)}`)
    return own
  })
  return { features, steps: tokens.map(() => 'token') }
}

function formOf(text: string): string {
  if (text === '') return 'edge'
  if (/^[\u3400-\u9fff]$/u.test(text)) return 'han'
  if (/\d/u.test(text)) return 'digit'
  if (/^[A-Z]{2,}$/u.test(text)) return 'capitals'
  if (/^[A-Z]/u.test(text)) return 'capital'
  return /^\p{L}/u.test(text) ? 'small' : text
}

/** Where a token is in a span of words that the lists of titles know. */
function namedIn(text: string, tokens: readonly Token[]): string[] {
  const plain = normalize(text.slice(0, charactersMax))
  const found = plain.length === Math.min(text.length, charactersMax) ? vocabulary().findTitles(plain) : []
  return tokens.map(({ start, end }) => {
    const hit = found.find((each) => each.start <= start && end <= each.end)
    if (hit !== undefined) return hit.end === end ? 'end' : 'inside'
    return endsWithTitle(text.slice(0, end)) && /[\p{L})）]$/u.test(text.slice(0, end)) ? 'ends' : ''
  })
}

const tables = new Map<Language, LearnedTable>()

function tableOf(language: Language): LearnedTable {
  const known = tables.get(language)
  if (known !== undefined) return known
  const table = readTable(
    readFileSync(new URL(`./${language}-titles.generated.tsv`, import.meta.url), 'utf8'),
  )
  tables.set(language, table)
  return table
}
