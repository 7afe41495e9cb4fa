import { readFileSync } from 'node:fs'
import { type LearnedTable, readTable } from '../../compliance/index.ts'
import { endsWithTitle, type Language, normalize } from '../../text/index.ts'
import { vocabulary } from '../../vocabulary.ts'
import { type Chain, likeliestChain, stepFrom } from './chain.ts'
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

/**
 * The spans of a unit that name a job, according to the learned table; without a role, from its words alone.
 */
export function titleSpans(text: string, role: Role | undefined, language: Language): readonly string[] {
  const key = `${language} ${role} ${text}`
  const before = known.get(key)
  if (before !== undefined) return before
  const spans = spansIn(text, role, language)
  if (known.size >= knownMax) known.clear()
  if (text.length <= knownCharactersMax) known.set(key, spans)
  return spans
}

/** The same unit is looked at for jobs, for their number and for the title. */
const known = new Map<string, readonly string[]>()
const knownMax = 500
const knownCharactersMax = 300

function spansIn(text: string, role: Role | undefined, language: Language): string[] {
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

/** A span that may name a job, and how much likelier it is than none, in weights of the table. */
export interface LikelySpan {
  readonly text: string
  readonly lead: number
}

/** The likeliest span of a unit to name a job, even if it's likelier that none does. */
export function likeliestSpan(text: string, role: Role | undefined, language: Language): LikelySpan {
  const tokens = tokensOf(text)
  const table = tableOf(language)
  const { features } = chainOf(text, tokens, role, language)
  const weight = (names: readonly string[], tag: (typeof spanTags)[number]) =>
    names.reduce((sum, name) => sum + weightOf(table, name, spanTags.indexOf(tag)), 0)
  const step = (from: string, tag: (typeof spanTags)[number]) => weight([stepFrom('token', from)], tag)
  const begins = features.map(
    (own, at) =>
      weight(own, 'begin') -
      weight(own, 'out') +
      step(at === 0 ? 'start' : 'out', 'begin') -
      step(at === 0 ? 'start' : 'out', 'out'),
  )
  const goesOn = features.map((own) => weight(own, 'in') - weight(own, 'out') - step('out', 'out'))
  const [beginIn, inIn] = [step('begin', 'in'), step('in', 'in')]
  const [beginOut, inOut] = [
    step('begin', 'out') - step('out', 'out'),
    step('in', 'out') - step('out', 'out'),
  ]
  let best: LikelySpan = { text: '', lead: Number.NEGATIVE_INFINITY }
  for (const [from, { start }] of tokens.entries()) {
    let lead = begins[from] ?? 0
    for (let last = from; last < Math.min(tokens.length, from + spanTokensMax); last += 1) {
      if (last > from) lead += (goesOn[last] ?? 0) + (last === from + 1 ? beginIn : inIn)
      const isEnd = last === tokens.length - 1
      const whole = lead + (isEnd ? 0 : last === from ? beginOut : inOut)
      const span = text.slice(start, tokens[last]?.end)
      if (whole > best.lead && span.length > 1) best = { text: span, lead: whole }
    }
  }
  return best
}

const spanTokensMax = 24

function weightOf({ rows, values }: LearnedTable, name: string, kind: number): number {
  const from = rows.get(name)
  return from === undefined ? 0 : (values[from + kind] ?? 0)
}

/** The features of each token of a unit. */
export function chainOf(
  text: string,
  tokens: readonly Token[],
  role: Role | undefined,
  language: Language,
): Chain {
  const words = tokens.map((token) => normalize(token.text).replace(/\d+/gu, '0'))
  const named = namedIn(text, tokens)
  const worker = tokens.map((token) => workers[language].test(token.text))
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
    if (asking[language].test(text.slice(Math.max(0, token.start - aroundMax), token.start)))
      own.push('asked')
    if (counted[language].test(text.slice(token.end, token.end + aroundMax))) own.push('counted')
    const ahead = worker.indexOf(true, at)
    own.push(`ahead ${ahead < 0 ? 'none' : Math.min(ahead - at, aheadMax)}`)
    if (language === 'zh')
      own.push(`3 ${near(-1)}${near(0)}${near(1)}`, `-3 ${near(-3)}${near(-2)}${near(-1)}`)
    else own.push(`end ${near(0).slice(-3)}`, `end+1 ${near(1).slice(-3)}`)
    return own
  })
  return { features, steps: tokens.map(() => 'token') }
}

const aroundMax = 24
const aheadMax = 8

/** The words that ask for somebody, with their number, before a title. */
const asking: Record<Language, RegExp> = {
  zh: /(?:招聘?|[诚急直]聘|征|徵|募|寻|找|需要?|缺少?|要|请|請|补充?|添|增加|挂|发布?)(?:一下)?(?:[一两二三四五六七八九十几若干俩\d]{0,3}[个個名位]?)$/u,
  en: /\b(?:hiring|seek(?:s|ing)?|look(?:s|ing)? for|need(?:s|ed|ing)?|openings? for|vacancy for|recruiting|after|wants?|wanted|require[sd]?|requisition for|(?:ad|post|jd|description|job|role|position|replacement) (?:for|of|as)|chasing|for the|the)(?: (?:an?|the|our|some|another|more|new|one|two|three|four|five|six|seven|eight|ten|\d{1,3})){0,2} $/iu,
}
/** The number of openings, or the name of a role, behind a title. */
const counted: Record<Language, RegExp> = {
  zh: /^\s?[（(x×*]?\s?(?:[一两二三四五六七八九十几\d]{1,3}|若干)\s?[个個名位人]|^(?:那个|这个)?(?:岗|职位|招聘)/u,
  en: /^\s?(?:[x×(]\s?\d|(?:roles?|positions?|jobs?|posts?|vacanc|needed|wanted|required|req)\b)/iu,
}
/** The last character or word of most titles. */
const workers: Record<Language, RegExp> = {
  zh: /^[师師员員工手长長理监监管家生匠嫂傅导導助秘台]$/u,
  en: /(?:[^aeiou\s](?:er|or)|ist|ant|man|hand|smith|tech|clerk|nurse|lead|guard|host|chef|cook|rep|aide?|head|officer|dev)s?$/iu,
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
