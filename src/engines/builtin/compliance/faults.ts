import { PrefixTree } from '../prefix-tree.ts'
import { endsWithTitle, type Language } from '../text/index.ts'
import { harmfulWords, judgeClause, type ReadClause, type Stretch } from './clauses/index.ts'
import { type Folded, fold } from './fold.ts'
import { readLawfully } from './lawful-reasons.ts'
import { type Exchange, exchangesFor, type Rule, rulesFor } from './rules.ts'

/** Words that break a rule, and their position in a text. */
export interface Fault extends Stretch {
  readonly rule: Rule
  /** Only likely: a person must check it. */
  readonly isDoubtful: boolean
  /** Their replacement; empty if they are removed. */
  readonly put: string
}

/** The words of a text that break a rule, in its order. `whole`: the text that may contain lawful reasons. */
export function faultsIn(text: string, language: Language, whole: string): Fault[] {
  return readLawfully(text, language, whole)
    .flatMap((clause) => partsOf(clause, language).flatMap((part) => faultsOf(part, language)))
    .sort((a, b) => a.start - b.start || b.end - a.end)
}

/** The words in brackets and those before them apart, if one of the two breaks a rule alone. */
function partsOf(clause: ReadClause, language: Language): ReadClause[] {
  const isWhole = clause.verdict === 'aside' || clause.isLawful || clause.isCounted
  if (isWhole || !bracket.test(clause.text)) return [clause]
  const parts = [...clause.text.matchAll(outsideBrackets)].map(({ 0: text, index }): ReadClause => {
    const judgement = judgeClause(text, language)
    const isHarm = judgement.harm >= partHarmMin && !judgement.theme.startsWith('probation')
    const verdict = isHarm && text.trim().length > 1 ? 'harm' : 'fine'
    const start = clause.start + index
    return { ...clause, text, start, end: start + text.length, judgement, verdict, theme: judgement.theme }
  })
  return parts.some(({ verdict }) => verdict === 'harm') ? parts : [clause]
}

const bracket = /[(（)）]/u
const outsideBrackets = /[^(（)）]+/gu
const partHarmMin = 0.88

function faultsOf(clause: ReadClause, language: Language): Fault[] {
  const folded = fold(clause.text)
  const exchanged = exchangesIn(folded, language)
  const isTold = clause.verdict === 'harm' || clause.verdict === 'doubt'
  const isFine = clause.judgement.fine >= surelyFineMin || clause.verdict === 'aside'
  const named = exchanged
    .filter(({ exchange: { where } }) => where === 'always' || (where === 'anywhere' && !isFine))
    .map(({ start, end, exchange }) => ({
      rule: exchange.rule,
      start: clause.start + start,
      end: clause.start + end,
      isDoubtful: false,
      put: exchange.put,
    }))
  if (!isTold) return named
  const isDoubtful = clause.verdict === 'doubt'
  const told = themesOf(clause, language).flatMap(({ theme, stretch }): Fault[] => {
    const rule = rulesFor(language).get(theme)
    if (rule === undefined) return []
    const inside = exchanged.filter(
      ({ exchange, start, end }) =>
        exchange.rule === rule && exchange.where === 'span' && stretch.start <= start && end <= stretch.end,
    )
    // `985/211本科` has `211本科` in it.
    const words = inside.filter(
      (each) => !inside.some((other) => other !== each && other.start <= each.start && each.end <= other.end),
    )
    const found = words.length > 0 ? words.map((each) => ({ ...each, put: each.exchange.put })) : [stretch]
    return found.map(({ start, end, ...rest }) => ({
      rule,
      start: clause.start + start,
      end: clause.start + end,
      isDoubtful,
      put: 'put' in rest ? String(rest.put) : insteadOf(rule, clause.text.slice(start, end), language),
    }))
  })
  const isCovered = (fault: Fault): boolean =>
    named.some(({ rule, start, end }) => rule === fault.rule || (start <= fault.start && fault.end <= end))
  return [...named, ...told.filter((fault) => !isCovered(fault))]
}

/** A word for a man or a woman in a clause of something else, which surely is fine. */
const surelyFineMin = 0.9

interface Themed {
  readonly theme: string
  readonly stretch: Stretch
}

/** The words of a clause that harm, and the rules that they break. */
function themesOf(clause: ReadClause, language: Language): Themed[] {
  const isWhole = clause.isCounted === true
  const stretches = (
    isWhole ? [{ start: 0, end: clause.text.length }] : stretchesOf(clause.text, language)
  ).flatMap((each) => inTwo(clause, each, language))
  const own = [...new Set([clause.theme, ...clause.judgement.themes])]
  const [only, ...others] = stretches
  if (only === undefined) return []
  if (others.length === 0) return own.map((theme) => ({ theme, stretch: only }))
  const found = stretches.flatMap((stretch) => {
    const judged = judgeClause(clause.text.slice(stretch.start, stretch.end), language)
    const themes = judged.harm >= ownThemeMin ? judged.themes : [clause.theme]
    return themes.map((theme) => ({ theme, stretch }))
  })
  const unplaced = own.filter((theme) => !found.some((each) => each.theme === theme))
  return joined([...found, ...unplaced.map((theme) => ({ theme, stretch: only }))])
}

/** `men under 38` breaks two rules: it is cut where both parts surely break different ones. */
function inTwo({ text, judgement }: ReadClause, stretch: Stretch, language: Language): Stretch[] {
  const { start, end } = stretch
  const words = text.slice(start, end)
  let best: readonly Stretch[] = [stretch]
  let surest = halfHarmMin
  for (const { index } of words.slice(0, halvedMax).matchAll(betweenWords[language])) {
    const [before, after] = [words.slice(0, index), words.slice(index)]
    const [first, second] = [judgeClause(before.trim(), language), judgeClause(after.trim(), language)]
    const harm = Math.min(first.harm, second.harm)
    const isOne = first.themes.includes(second.theme) || second.themes.includes(first.theme)
    const isPossible = [first, second].every(({ theme }) => judgement.possible.includes(theme))
    if (harm <= surest || isOne || !isPossible) continue
    surest = harm
    best = [
      { start, end: start + before.trimEnd().length },
      { start: end - after.trimStart().length, end },
    ]
  }
  return [...best]
}

const halfHarmMin = 0.95
const halvedMax = 120
const betweenWords: Record<Language, RegExp> = { zh: /(?<=..)(?=..)/gsu, en: /(?<=\S)\s/gu }

const stretchHarmMin = 0.7
/** From this probability a stretch breaks a rule of its own. */
const ownThemeMin = 0.95

/** Two stretches of one theme with nothing but a sign between them are one. */
function joined(found: readonly Themed[]): Themed[] {
  const result: Themed[] = []
  for (const { theme, stretch } of found) {
    const at = result.findIndex(
      (other) => other.theme === theme && stretch.start - other.stretch.end <= joinedMax,
    )
    const last = result[at]
    if (last === undefined) result.push({ theme, stretch })
    else result[at] = { theme, stretch: { start: last.stretch.start, end: stretch.end } }
  }
  return result
}

const joinedMax = 2

/** The harmful words of a clause; the whole clause if none are found or hardly a word is left. */
function stretchesOf(text: string, language: Language): Stretch[] {
  const lead = listMark.exec(text)?.[0].length ?? 0
  const whole = [{ start: lead, end: text.length }]
  const found = harmfulWords(text.slice(lead), language)
    .map(({ start, end }) => trimmed(text, { start: start + lead, end: end + lead }))
    .map((each) => withoutFrame(text, each, language))
    .flatMap((each) => aroundTitle(text, each, language))
  if (found.length === 0) return whole
  let rest = text.slice(lead, Math.max(lead, found[0]?.start ?? 0))
  found.forEach(({ end }, at) => {
    rest += `${language === 'zh' ? '' : ' '}${text.slice(end, found[at + 1]?.start)}`
  })
  const isMost = rest.replace(/\s/gu, '').length <= (text.length - lead) * restShareMax
  return isMost || fillers[language].test(rest) || missesHarm(rest, language)
    ? whole
    : withoutIdle(text, found, language)
}

/** Without stretches that don't harm alone, and without which the clause harms as before. */
function withoutIdle(text: string, found: Stretch[], language: Language): Stretch[] {
  if (found.length < 2) return found
  const needed = found.filter(({ start, end }) => {
    const rest = `${text.slice(0, start).trim()} ${text.slice(end).trim()}`
    return (
      judgeClause(text.slice(start, end), language).harm >= aloneHarmMin ||
      judgeClause(rest.trim(), language).harm < withoutHarmMax
    )
  })
  return needed.length > 0 ? needed : found
}

const aloneHarmMin = 0.5
const withoutHarmMax = 0.5

/** Whether the clause is harmful without the words found, so they aren't its fault, or not all of it. */
function missesHarm(rest: string, language: Language): boolean {
  return judgeClause(rest.trim(), language).harm >= restHarmMin
}

const restHarmMin = 0.97
const restShareMax = 0.3

/** Without the words that only ask (`looking for a`) and the job or degree behind, if the rest harms. */
function withoutFrame(text: string, { start, end }: Stretch, language: Language): Stretch {
  let words = text.slice(start, end)
  const harms = (rest: string): boolean =>
    rest.trim() !== '' && judgeClause(rest.trim(), language).harm >= stretchHarmMin
  for (const cut of tails[language]) {
    const tail = cut.exec(words)?.[0] ?? ''
    if (tail !== '' && isNamed(tail, language) && harms(words.slice(0, -tail.length)))
      words = words.slice(0, -tail.length)
  }
  if (language === 'zh') {
    const title = [4, 3, 2]
      .map((length) => words.slice(-length))
      .find((tail) => isTitleAlone(tail, words, harms))
    if (title !== undefined) words = words.slice(0, -title.length)
  }
  const asking = asks[language].exec(words)?.[0].length ?? 0
  const from = asking > 0 && harms(words.slice(asking)) ? asking : 0
  return { start: start + from, end: start + words.length }
}

/** `前台` of `未婚女性前台`, but not `女性前台`. */
const isTitleAlone = (tail: string, words: string, harms: (text: string) => boolean): boolean =>
  tail.length < words.length &&
  !/^[性的人者士生]/u.test(tail) &&
  endsWithTitle(tail) &&
  !harms(tail) &&
  harms(words.slice(0, -tail.length))

/** `female caregiver age 25-45` says two things around a job. */
function aroundTitle(text: string, stretch: Stretch, language: Language): Stretch[] {
  const { start, end } = stretch
  const words = text.slice(start, end)
  const title = language === 'en' ? [...words.matchAll(word)].find(isInside(words)) : undefined
  if (title === undefined) return [stretch]
  const [before, after] = [words.slice(0, title.index), words.slice(title.index + title[0].length)]
  const both = [before, after].every((part) => judgeClause(part.trim(), language).harm >= stretchHarmMin)
  return both
    ? [
        { start, end: start + before.trimEnd().length },
        { start: end - after.trimStart().length, end },
      ]
    : [stretch]
}

const word = /\b[a-z]{4,20}\b/giu
const isInside =
  (words: string) =>
  ({ 0: found, index }: RegExpMatchArray & { index: number }): boolean =>
    index > 0 && index + found.length < words.length && endsWithTitle(found)

const isNamed = (tail: string, language: Language): boolean =>
  language === 'zh' || closing.test(tail) || endsWithTitle(tail.trim())
const closing = /^\s(?:speakers?|team|crew|company|with|for|to|and|or|of|in|at|on)$/iu
const asks: Record<Language, RegExp> = {
  zh: /^(?:诚聘|急聘|招聘?|寻?找|需要?|要求|欢迎)?(?:[一两二三四五若\d]{1,3}[名位个])?/u,
  en: /^(?:(?:we are |we're )?(?:looking for|seeking|seeks?|hiring|needs?|wanted|wants?|for)\s)?(?:an?\s|some\s|the\s)?/iu,
}
const tails: Record<Language, readonly RegExp[]> = {
  zh: [/(?:者)?(?:优先)?考虑$/u, /(?:本科|硕士|大专|博士|中专|高中)(?:及?以上)?(?:学历)?(?:者?优先)?$/u],
  en: [/\s\S+\s\S+$/u, /\s\S+$/u],
}

const listMark =
  /^\s{0,9}(?:[-–—•·・▪●○◎■□◆◇*★☆►]|\d{1,2}[.、)）])\s{0,9}|^@?(?:[\u3400-\u9fff]{1,4}|[a-z]{1,12}):\s?/iu
const fillers: Record<Language, RegExp> = {
  zh: /^[\p{P}\s]*[的者请须需要可应为是人员]{0,2}[\p{P}\s]*$/u,
  en: /^(?:\s|\p{P}|\b(?:an?|the|be|is|are|we|you|our|must|should|only|please|to|for|of|and|or|with|in|who|applicants?|candidates?)\b)*$/iu,
}

const hyphenatedMax = 21

/** Without signs and white space at its ends, and with the rest of a word at a hyphen. */
function trimmed(text: string, { start, end }: Stretch): Stretch {
  let [from, to] = [start, end]
  while (from < to && sign.test(text.charAt(from))) from += 1
  while (to > from && sign.test(text.charAt(to - 1))) to -= 1
  to +=
    /^\s?[-–—~～至到]\s?\d{1,3}/u.exec(/\d/u.test(text.charAt(to - 1)) ? text.slice(to) : '')?.[0].length ?? 0
  if (counter.test(text.slice(Math.max(0, from - 1), from + 1))) from += 1
  // `non-compete` goes whole.
  from -= /[A-Za-z]{1,20}-$/u.exec(text.slice(Math.max(0, from - hyphenatedMax), from))?.[0].length ?? 0
  to += /^-[A-Za-z]{1,20}/u.exec(text.slice(to, to + hyphenatedMax))?.[0].length ?? 0
  return from < to ? { start: from, end: to } : { start, end }
}

/** `找一位小姐姐`: the counter belongs to the number before it. */
const counter = /^[一两二三四五六七八九十几\d][位名个]$/u
const sign = /[\s,，、;；:：。.!！?？\-–—•·・▪●○◎■□◆◇*★☆►|]/u

function insteadOf({ instead = '' }: Rule, words: string, language: Language): string {
  let isWhole = true
  const put = instead.replace(/<([a-z]+)>/gu, (_sign, name: string) => {
    const known = named[name]?.exec(words)?.[0]
    isWhole &&= known !== undefined || language === 'zh'
    return known ?? '社会保险'
  })
  return isWhole ? put : ''
}

const named: Readonly<Record<string, RegExp>> = {
  language:
    /\b(?:english|spanish|french|german|mandarin|chinese|cantonese|japanese|korean|arabic|portuguese|italian|russian|dutch|hindi|hebrew|vietnamese|thai|turkish|polish|swedish)\b/iu,
  insurance: /五险一金|五险|社会保险|社保/u,
}

const trees = new Map<Language, PrefixTree<Exchange>>()

/** The words of a clause that have a replacement. */
function exchangesIn(
  { text, starts, ends }: Folded,
  language: Language,
): (Stretch & { readonly exchange: Exchange })[] {
  const tree = trees.get(language) ?? new PrefixTree(exchangesFor(language))
  trees.set(language, tree)
  const lower = text.toLowerCase()
  const found: (Stretch & { readonly exchange: Exchange })[] = []
  const isWord = (at: number): boolean => language === 'en' && /[a-z0-9]/u.test(lower.charAt(at))
  for (let start = 0; start < lower.length; start += 1) {
    if (isWord(start - 1)) continue
    let longest: (Stretch & { readonly exchange: Exchange }) | undefined
    let place = tree.first(lower.charCodeAt(start))
    for (let end = start + 1; place !== 0; end += 1) {
      const exchange = tree.heldAt(place)
      if (exchange !== undefined && !isWord(end))
        longest = { start: starts[start] ?? 0, end: ends[end - 1] ?? 0, exchange }
      place = end < lower.length ? tree.next(place, lower.charCodeAt(end)) : 0
    }
    if (longest === undefined) continue
    found.push(longest)
  }
  return found
}
