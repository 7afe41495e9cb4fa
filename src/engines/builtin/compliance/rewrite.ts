import type { Language } from '../text/index.ts'
import { longPattern } from '../text/index.ts'
import type { Hit } from './scan.ts'
import { gap, gapFor, hangsOn, isBroken, leadsOn } from './seams.ts'

const clauseMark: Record<Language, RegExp> = { zh: /([，,；;。！!？?、])/u, en: /([,;]|[.!?](?=\s|$))/u }

/**
 * A line without the words of its hits, or with their replacements. The rest of a clause is dropped if it
 * has no meaning left; a number or a Latin word is never dropped.
 */
export function rewriteLine(line: string, hits: readonly Hit[], language: Language): string {
  const edits = withoutNested(hits.filter((hit) => hit.replacement !== null))
  if (edits.length === 0) return line
  let text = ''
  let at = 0
  for (const { start, end, replacement } of edits) {
    const before = withArticle(text + line.slice(at, start).replaceAll(gap, ''), replacement)
    text = before + atPlace(replacement || gapFor(line.slice(start, end), language), line, start)
    at = end + (replacement === '' ? commaBehind(before, line.slice(end)) : 0)
  }
  text += line.slice(at).replaceAll(gap, '')
  return tidy(text, language)
}

/** The length of the comma of an adjective that goes: `our young, friendly crew`. */
const commaBehind = (before: string, after: string): number =>
  /\b(?:an?|the|our|your|their|its|my|of|for|with)\s$/iu.test(before.slice(-determinerMax))
    ? (/^,\s?(?=[a-z])/u.exec(after)?.[0].length ?? 0)
    : 0

const determinerMax = 8

/** Merges overlapping ranges. Only a range without overlap keeps its replacement. */
function withoutNested(hits: readonly Hit[]): { start: number; end: number; replacement: string }[] {
  const edits: { start: number; end: number; replacement: string }[] = []
  for (const { start, end, replacement } of [...hits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = edits.at(-1)
    if (last === undefined || start >= last.end) edits.push({ start, end, replacement: replacement ?? '' })
    else if (end > last.end) edits[edits.length - 1] = { start: last.start, end, replacement: '' }
  }
  return edits
}

/** Capitalizes a replacement at the start of a sentence. */
function atPlace(replacement: string, line: string, start: number): string {
  const beginsSentence = /(?:^|[.!?:•])\W{0,4}$/u.test(line.slice(Math.max(0, start - 6), start))
  return beginsSentence ? replacement.charAt(0).toUpperCase() + replacement.slice(1) : replacement
}

/** `a salesman` becomes `a sales representative`, `a young engineer` becomes `an engineer`. */
function withArticle(before: string, replacement: string): string {
  if (replacement === '') return before
  return before.replace(/\b(a)n?(?= $)/iu, /^[aeiou]/iu.test(replacement) ? '$1n' : '$1')
}

/** Tidies the text in brackets separately. Empty brackets are removed. */
function tidy(text: string, language: Language): string {
  const filled =
    language === 'en'
      ? inAgreement(
          text.replace(
            wanting,
            (_whole, verb: string, article?: string) =>
              `${verb} ${article === undefined ? 'people' : 'someone'} `,
          ),
        )
      : text
  const outer = filled.replace(brackets, (whole, open: string, inner: string, close: string) => {
    if (!inner.includes(gap)) return whole
    const rest = withoutEmptyClauses(inner, language)
    return rest === '' ? '' : `${open}${rest}${close}`
  })
  const clean = withoutEmptyClauses(outer, language)
  if (/^[\p{P}\s]*$/u.test(clean)) return ''
  return language === 'en' ? clean.charAt(0).toUpperCase() + clean.slice(1) : clean
}

/** `an [accent-free] style` becomes `a style`; `they` in place of `she` takes a plural verb. */
function inAgreement(text: string): string {
  return text
    .replace(/\b(a)n?(?=\s{0,3}\uE000{1,3}\s{0,3}([a-z]))/giu, (_whole, article: string, first: string) =>
      /[aeio]/iu.test(first) ? `${article}n` : article,
    )
    .replace(
      /\b(they) (is|has|was|does)\b/giu,
      (_whole, they: string, verb: string) => `${they} ${plurals[verb.toLowerCase()] ?? verb}`,
    )
}

const plurals: Readonly<Record<string, string>> = { is: 'are', has: 'have', was: 'were', does: 'do' }

/** `Looking for a man to drive our van` becomes `Looking for people to drive our van`. */
const wanting = longPattern(
  'giu',
  String.raw`\b(for|seeking|needs?|wants?|hire|hiring)\s{1,3}(an?\s)?(?:some\s)?\s{0,3}\uE000{1,3}\s{0,3}
    (?=(?:to|who|with|that|for|as)\b)`,
)

const brackets = /([(（])([^()（）]{0,300})([)）])/gu

/** A clause, and the mark after it. */
interface Clause {
  readonly text: string
  readonly mark: string
  readonly isKept: boolean
}

function withoutEmptyClauses(text: string, language: Language): string {
  const parts = text.split(clauseMark[language])
  const clauses = parts.flatMap((part, index): Clause[] => {
    if (index % 2 > 0) return []
    const isKept = !part.includes(gap) || saysSomething(part, language)
    return [{ text: part, mark: parts[index + 1] ?? '', isKept }]
  })
  let kept = ''
  let isAfterGap = false
  for (const { text: clause, mark, isKept } of withoutTwins(withoutReasons(clauses, language))) {
    if (isKept) {
      const rest = clause.includes(gap) ? mended(clause, language) : clause
      kept += (isAfterGap ? begun(rest, kept) : rest) + mark
    } else if (sentenceMark.test(mark)) kept = closed(kept, mark)
    isAfterGap = !isKept
  }
  return withoutLooseSigns(kept)
}

/** Capitalizes a clause that has become the first of its sentence. */
function begun(clause: string, before: string): string {
  if (!/[.!?]\s{0,3}$/u.test(before)) return clause
  return clause.replace(/^\s{0,3}[a-z](?=[a-z ])/u, (letter) => letter.toUpperCase())
}

/** Ends the rest of a sentence with the sentence's own mark. */
function closed(kept: string, mark: string): string {
  const text = kept.replace(/(?<![，,、；;\s])[，,、；;\s]+$/u, '')
  return /[。.！!？?]$/u.test(text) ? text : text + mark
}

const sentenceMark = /[。.！!？?；;]/u

/** Also removes the clauses that give the reason of a removed one, before or after it in its sentence. */
function withoutReasons(clauses: readonly Clause[], language: Language): Clause[] {
  const result: Clause[] = []
  for (const [index, clause] of clauses.entries()) {
    const before = result.at(-1)
    const next = clauses[index + 1]
    const follows = before !== undefined && !before.isKept && !sentenceMark.test(before.mark)
    const leads = next !== undefined && !next.isKept && !sentenceMark.test(clause.mark)
    const isReason = (follows && hangsOn(clause.text, language)) || (leads && leadsOn(clause.text, language))
    result.push(isReason ? { ...clause, isKept: false } : clause)
  }
  return result
}

const fillers: Record<Language, RegExp> = {
  zh: longPattern(
    'gu',
    String.raw`优先|考虑|录用|要求|条件|必须|须|需|应|且|并|和|及|与|或|等|均可|即可|人员|人士|毕业|院校|高校|学校|以上|岗位|应聘|候选人|求职者|备注|其他|其它|注|者|的|为|在|是|
      有|年龄|性别|户籍|身高|[\s:：()（）【】/\-–—~～*_#]`,
  ),
  en: longPattern(
    'giu',
    String.raw`\b(?:a|an|the|and|or|with|for|of|to|in|on|only|must|should|be|is|are|have|has|we|you|who|that|
      please|preferred|required|candidates?|applicants?|people|need|apply|also|not|looking|seeking|hiring|
      preferably)\b|[\s:()/\-–—*_#'"]`,
  ),
}

/** Of clauses with the same meaning (two replacements may coincide), keeps the longer one, or the first. */
function withoutTwins(clauses: readonly Clause[]): Clause[] {
  const said = clauses.map(({ text, isKept }) => (isKept ? text.trim().toLowerCase() : ''))
  const isTwin = (each: string, at: number) =>
    each.length >= twinCharactersMin &&
    said.some((other, index) => index !== at && other.startsWith(each) && (other !== each || index < at))
  return clauses.map((clause, at) => (isTwin(said[at] ?? '', at) ? { ...clause, isKept: false } : clause))
}

const twinCharactersMin = 20

function saysSomething(clause: string, language: Language): boolean {
  if (isBroken(clause, language)) return false
  const rest = clause.replaceAll(gap, '').replace(fillers[language], '')
  return language === 'zh' ? rest.length >= 2 || /[0-9A-Za-z]/u.test(rest) : rest.length >= 2
}

const jointBefore: Record<Language, RegExp> = {
  zh: /^[的者且并和及与或、，]+/u,
  en: /^(?:and|or|with|to|,)\s/iu,
}
const jointBehind: Record<Language, RegExp> = {
  // A run of joints is tried from its beginning only.
  zh: /(?<![且并和及与或、需也必须]|要求)(?:[且并和及与或、需也]|必?须|要求)+$/u,
  en: /\s(?:and|or|with|be|a|an|the)$/iu,
}

/** The rest of a clause, without the conjunctions that joined the removed words. */
function mended(clause: string, language: Language): string {
  const lead = /^\s*/u.exec(clause)?.[0] ?? ''
  const rest = clause.replaceAll(gap, language === 'en' ? ' ' : '').trim()
  const bare = rest.replace(jointBefore[language], '').replace(jointBehind[language], '')
  return lead + bare.replace(/ {2,}/g, ' ').trim()
}

/** A bracket without its counterpart, which was removed; not that of `1）`. */
const unpaired =
  /[(（](?![^()（）]{0,300}[)）])|(?<![(（][^()（）]{0,300}|(?:^|[；;，,。\s])[0-9a-z一-十]{1,3})[)）]/giu

function withoutLooseSigns(text: string): string {
  return text
    .replaceAll(gap, '')
    .replace(/[(（【[]\s{0,3}[,，、;；]?\s{0,3}[)）】\]]/gu, '')
    .replace(/[，,、]\s{0,3}(?=[，,、。；;！!])/gu, '')
    .replace(/(?<=[(（:：])\s?[，,、；;]/gu, '')
    .replace(/[，,、；;](?=[)）])/gu, '')
    .replace(unpaired, '')
    .replace(/ {2,}/g, ' ')
    .replace(/\s(?=[,.;!?])/gu, '')
    .trim()
    .replace(/^[，,、。；;:：.!！?？\s]+/u, '')
    .replace(/(?<![，,、\s])[，,、\s]+$/u, '')
}
