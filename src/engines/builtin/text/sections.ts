import { isBenefits } from './benefits.ts'
import { bareHeading, headingCharactersMax, headingKind, leadingSigns, type SectionKind } from './headings.ts'
import { cutAtHeadings } from './inline-headings.ts'
import { cutAt, type Line, splitLines } from './lines.ts'
import { normalize } from './normalize.ts'
import { leadingTitle } from './title.ts'

export interface Section {
  readonly kind: SectionKind
  /** The heading as written, without its punctuation; empty without a heading. */
  readonly heading: string
  readonly lines: readonly Line[]
}

/** A longer line is not read as a heading. */
const headingLineMax = 200
const inlineEnd = /[:：】〗\]」』]/u

/**
 * Splits a job description into sections, in order. Text before the first heading is `plain`. A leading
 * title becomes its own line; benefits become their own section. With `areItems`, every line is a list
 * item; only a bare heading is a heading.
 */
export function splitSections(text: string, { areItems = false } = {}): Section[] {
  const sections: Section[] = []
  let open: OpenSection = { kind: 'plain', heading: '', lines: [] }
  const close = (next: OpenSection): void => {
    if (open.lines.length > 0 || open.heading !== '') sections.push(open)
    open = next
  }
  const add = (line: Line): void => {
    for (const { line: part, isOffer } of cutAtBenefits(line)) {
      if (isOffer && open.kind !== 'offer') {
        const before = open
        close({ kind: 'offer', heading: '', lines: [part] })
        close({ kind: before.kind, heading: '', lines: [] })
      } else open.lines.push(part)
    }
  }
  let isLabel = false
  const lines = splitLines(text).flatMap(cutAtHeadings).flatMap(cutAfterTitle).flatMap(cutAtSpaces)
  for (const line of lines) {
    const found = readHeading(areItems ? { ...line, isItem: true } : line)
    if (found === undefined) {
      if (isLabel && !line.isItem) close({ kind: 'plain', heading: '', lines: [] })
      isLabel = false
      add(line)
    } else {
      close({ kind: found.kind, heading: found.heading, lines: [] })
      if (found.rest !== undefined) add(found.rest)
      isLabel = found.rest !== undefined && payLabel.test(found.heading)
    }
  }
  close(open)
  return sections
}

/** `Pay: $18.50/hr` is about pay; the lines after it have another subject. */
const payLabel = /^(?:base )?(?:pay|salary|pay range|salary range|compensation|薪资|薪酬|薪资范围)$/iu

interface OpenSection {
  readonly kind: SectionKind
  readonly heading: string
  readonly lines: Line[]
}

interface FoundHeading {
  readonly kind: SectionKind
  readonly heading: string
  /** The text after the heading on its line. */
  readonly rest?: Line
}

/** Reads the heading that a line is or begins with (`岗位职责：负责…`, `Requirements: 3 years`). */
function readHeading(line: Line): FoundHeading | undefined {
  const whole = line.text.length <= headingLineMax ? bareHeading(line.text) : ''
  const isMarked = /^[#*【[]|[:：】\]*]$/u.test(line.text) || (!line.isItem && isTitleCase(line.text))
  const look = { isItem: line.isItem, isMarked, isAlone: true }
  const kind = whole.length <= headingCharactersMax ? headingKind(normalize(whole), look) : undefined
  if (kind !== undefined) return { kind, heading: whole }
  const body = line.text.replace(leadingSigns, '')
  const end = body.slice(0, headingCharactersMax).search(inlineEnd)
  if (end < 0) return markdownHeading(line, whole)
  const heading = bareHeading(body.slice(0, end))
  const isAlone = /[】〗\]」』]/u.test(body.charAt(end))
  const inlineKind = headingKind(normalize(heading), { isMarked: true, isAlone })
  if (inlineKind === undefined) return markdownHeading(line, whole)
  const after = body.slice(end).replace(/^[\s:：】〗\]」』*_]+/u, '')
  if (after === '') return { kind: inlineKind, heading }
  const rest = { text: after, start: line.start + line.text.length - after.length, isItem: false }
  return { kind: inlineKind, heading, rest }
}

/** `Software Engineer Responsibilities`: every word has a capital except short ones. */
function isTitleCase(text: string): boolean {
  return /^[A-Z]/u.test(text) && !/(?<![\p{L}'’])[a-z]{4,}/u.test(text.slice(0, headingLineMax))
}

/** An unknown heading marked by `#` or `【】` ends the section before it. */
function markdownHeading(line: Line, whole: string): FoundHeading | undefined {
  const marked = /^#{1,6}\s|^【[^】]{1,30}】$/u.test(line.text)
  return marked && whole !== '' && whole.length <= headingCharactersMax
    ? { kind: 'plain', heading: whole }
    : undefined
}

const headcount = /^\s?[(（x×*]?(\d{1,3}\s?[名人位])[)）]?/u

/** Splits the first line into its title, the number of openings and the rest. */
function cutAfterTitle(line: Line, index: number): Line[] {
  const title = index === 0 ? leadingTitle(line.text) : undefined
  if (title === undefined || title.isSentence) return [line]
  const counted = headcount.exec(line.text.slice(title.end))
  const restAt = title.end + (counted?.[0].length ?? 0)
  const part = (from: number, to: number): Line[] => {
    const raw = line.text.slice(from, to)
    const words = raw.replace(/^[\s，,。；;:：.！!|｜/–—(（x×*-]{1,8}/u, '')
    const text = words.replace(/[)）\s]{1,4}$/u, (end) => (from === restAt ? end.trimEnd() : ''))
    return text === '' ? [] : [{ text, start: line.start + from + raw.length - words.length, isItem: false }]
  }
  const first = { text: title.text, start: line.start + title.start, isItem: false }
  return [first, ...part(title.end, restAt), ...part(restAt, line.text.length)]
}

const demandAfterSpace =
  /(?<=[\u3400-\u9fff\dkK+])\s{1,3}(?=(?:base|坐标|\d{1,3}-\d{1,3}[kK]|本科|大专|硕士|博士|统招|\d{1,2}(?:-\d{1,2})?年|熟[悉练]|精通|掌握|了解|具[备有]|有.{1,16}(?:经验|优先|证)|负责|五险|六险|双休|月薪|薪资|包[吃住]|限|年龄|\d{2}岁|沟通|抗压|责任心))/gu

/** Splits a line without punctuation at its spaces: `会计 本科 3年以上经验 双休`. */
function cutAtSpaces(line: Line): Line[] {
  const places = [...line.text.matchAll(demandAfterSpace)].map((match) => match.index)
  return places.length < 2 ? [line] : cutAt(line, places)
}

/** Separates sentences, and final Chinese clauses, that only list benefits from the rest of the line. */
function cutAtBenefits(line: Line): { readonly line: Line; readonly isOffer: boolean }[] {
  const edges = [...line.text.matchAll(clauseEnd)].map((match) => match.index + match[0].length)
  const parts = edges.length === 0 ? [line] : cutAt(line, edges)
  const found: { line: Line; isOffer: boolean }[] = []
  for (const part of parts) {
    const isOffer = isBenefits(normalize(part.text))
    const last = found.at(-1)
    if (last === undefined || last.isOffer !== isOffer) found.push({ line: part, isOffer })
    else {
      const text = line.text.slice(last.line.start - line.start, part.start - line.start + part.text.length)
      found[found.length - 1] = { line: { ...last.line, text }, isOffer }
    }
  }
  return found.length > 0 ? found : [{ line, isOffer: false }]
}

const clauseEnd =
  /[。；！]|，|(?<=[\u3400-\u9fff]),|(?<=\d),(?=[\u3400-\u9fff])|(?<=(?:[a-z0-9)\]]|[A-Z]{2})[.;!])(?<!(?:[(](?:c|ca|approx|est)|\bincl)\.)\s{1,9}(?=[A-Z0-9$€£])/gu
