import { chineseHeadings, headingKind, type SectionKind } from './headings.ts'
import { type Line, splitLines } from './lines.ts'
import { normalize } from './normalize.ts'

export interface Section {
  readonly kind: SectionKind
  /** The heading as written, without its signs; empty where there is none. */
  readonly heading: string
  readonly lines: readonly Line[]
}

const headingCharactersMax = 48
/** No line longer than this is looked at as a heading by itself. */
const headingLineMax = 200
/** Signs around a heading: `【任职要求】`, `**Requirements:**`, `一、岗位职责`. */
const leadingSigns = /^[\s#*_=~【〖[「『（(<《◆■●▶|\-–—]+/u
const trailingSigns = /[\s*_=~】〗\]」』）)>》:：|。.…!！?？\-–—]+$/u
const inlineEnd = /[:：】〗\]」』]/u

/** Splits a job description into its sections, in order; text before any heading is a `plain` one. */
export function splitSections(text: string): Section[] {
  const sections: Section[] = []
  let open: { kind: SectionKind; heading: string; lines: Line[] } = { kind: 'plain', heading: '', lines: [] }
  for (const line of splitLines(text).flatMap(cutAtHeadings)) {
    const found = readHeading(line)
    if (found === undefined) {
      open.lines.push(line)
      continue
    }
    if (open.lines.length > 0 || open.heading !== '') sections.push(open)
    open = { kind: found.kind, heading: found.heading, lines: found.rest === undefined ? [] : [found.rest] }
  }
  if (open.lines.length > 0 || open.heading !== '') sections.push(open)
  return sections
}

interface FoundHeading {
  readonly kind: SectionKind
  readonly heading: string
  /** What follows the heading on its own line. */
  readonly rest?: Line
}

/** The heading that a line is, or begins with (`岗位职责：负责…`, `Requirements: 3 years`). */
function readHeading(line: Line): FoundHeading | undefined {
  const whole = line.text.length <= headingLineMax ? bare(line.text) : ''
  const kind = whole.length <= headingCharactersMax ? headingKind(normalize(whole)) : undefined
  if (kind !== undefined) return { kind, heading: whole }
  const body = line.text.replace(leadingSigns, '')
  const end = body.slice(0, headingCharactersMax).search(inlineEnd)
  if (end < 0) return markdownHeading(line, whole)
  const heading = bare(body.slice(0, end))
  const inlineKind = headingKind(normalize(heading))
  if (inlineKind === undefined) return markdownHeading(line, whole)
  const after = body.slice(end).replace(/^[\s:：】〗\]」』*_]+/u, '')
  if (after === '') return { kind: inlineKind, heading }
  const rest = { text: after, start: line.start + line.text.length - after.length, isItem: false }
  return { kind: inlineKind, heading, rest }
}

/** An unknown heading, marked as one by `#` or `【】`, ends the section before it. */
function markdownHeading(line: Line, whole: string): FoundHeading | undefined {
  const marked = /^#{1,6}\s|^【[^】]{1,30}】$/u.test(line.text)
  return marked && whole !== '' && whole.length <= headingCharactersMax
    ? { kind: 'plain', heading: whole }
    : undefined
}

function bare(text: string): string {
  return text.replace(leadingSigns, '').replace(trailingSigns, '')
}

const headingInside = new RegExp(`(?:${chineseHeadings.join('|')})(?=\\s{0,3}[:：】\\]])`, 'gu')

/** A run-on line with headings inside (`…其他工作。任职要求：1、…`) becomes one line per heading. */
function cutAtHeadings(line: Line): Line[] {
  const cuts = [...line.text.matchAll(headingInside)]
    .map((match) => (/[【[]/u.test(line.text.charAt(match.index - 1)) ? match.index - 1 : match.index))
    .filter((at) => at > 0)
  if (cuts.length === 0) return [line]
  const edges = [0, ...cuts, line.text.length]
  const parts: Line[] = []
  for (let index = 0; index + 1 < edges.length; index += 1) {
    const from = edges[index] ?? 0
    const raw = line.text.slice(from, edges[index + 1])
    const text = raw.trim()
    const start = line.start + from + (raw.length - raw.trimStart().length)
    if (text !== '') parts.push({ text, start, isItem: index === 0 && line.isItem })
  }
  return parts
}
