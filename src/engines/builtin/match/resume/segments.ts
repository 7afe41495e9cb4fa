import { allMatches, type Line, normalize, splitLines } from '../../text/index.ts'
import { vocabulary } from '../../vocabulary.ts'
import { withoutPersonalBlocks } from '../person/blocks.ts'
import { type Part, withoutPersonalClauses } from '../person/clauses.ts'
import { isOnlyPersonal } from '../person/cues.ts'
import { isHeadOnly, labelledSpans, personalSpans, type Span, tableSpans } from '../person/fields.ts'
import { isTraitDemand } from '../person/traits.ts'
import { degreeMentions, namesSchool } from '../read/degrees.ts'
import { isList, isTitle } from '../read/line-shapes.ts'
import { type ResumeSection, resumeHeading } from '../read/resume-sections.ts'
import { partOf, type Segment } from '../read/segment.ts'
import { injectedAt } from './guard.ts'

const segmentsMax = 3_000
const sentence =
  /[。！？!?；;]+|(?<=[a-z0-9)%][.])(?<!\b(?:Mr|Mrs|Ms|Dr|St|[BM]\.(?:Sc|Tech|Eng|Ed|Com|Arch)|Ph|Inc|Ltd|Corp)\.)\s+(?=[A-Z])/gu

/** Splits a resume into sentences and list items, without personal data and injected instructions. */
export function resumeSegments(resumeText: string): Segment[] {
  const segments: Segment[] = []
  let running: ResumeSection = 'plain'
  let namesLeft = nameLinesMax
  for (const line of joinWrapped(resumeText, withoutPersonalBlocks(splitLines(resumeText)))) {
    const heading = resumeHeading(normalize(line.text.slice(0, headingLineMax)))
    if (running === 'education' && isTitleHeld(line.text)) running = 'plain'
    const section: ResumeSection = heading?.section ?? running
    /** In a line such as `求职意向：…` or `Hobbies: …`, the heading covers only that line. */
    const isAside = section === 'wish' || (heading !== undefined && isOnlyPersonal(normalize(line.text)))
    if (!isAside || heading?.isAlone) running = section
    if (heading?.isAlone && line.text.length <= headingLineMax) continue
    if (namesLeft > 0 && isHeadOnly(line.text)) continue
    const isHead = namesLeft > 0 && section === 'plain'
    const nameMayStand = isHead && (namesLeft === nameLinesMax || 'alone')
    const before = segments.length
    const parts = withoutTable(line.text).flatMap(sentences).flatMap(withoutLabels)
    for (const sentence of parts.flatMap(withoutPersonalClauses)) {
      const spans = personalSpans(sentence.text, sentence.start === 0 && nameMayStand)
      for (const piece of withoutSpans(sentence, spans)) {
        if (segments.length >= segmentsMax) return segments
        const norm = normalize(piece.text).replace(/\s{2,}|[^\S ]/g, ' ')
        if (isTraitDemand(norm)) continue
        const segment = { text: piece.text, norm, start: line.start + piece.start, section }
        const own = beforeInjected(segment)
        if (own !== undefined) segments.push(own)
      }
    }
    if (segments.length > before) namesLeft -= 1
  }
  return segments
}

/** The part of a segment before injected instructions; undefined if nothing remains. */
function beforeInjected(segment: Segment): Segment | undefined {
  const at = injectedAt(segment.norm)
  if (at < 0) return segment
  const own = partOf(segment, 0, at)
  return own.norm === '' ? undefined : { ...own, isBrokenOff: true }
}

/** True for a title line under education without a school, degree or subject: work experience begins here. */
function isTitleHeld(text: string): boolean {
  if (text.length > titleCharactersMax) return false
  const norm = normalize(text)
  const { titles, concepts } = vocabulary().findAll(norm, text)
  return (
    isTitle(titles, norm.length) &&
    !namesSchool(norm) &&
    degreeMentions(norm).length === 0 &&
    !concepts.some(({ concept }) => concept.kind === 'majors')
  )
}
const titleCharactersMax = 60

/** An unlabelled name is looked for only in the first lines. */
const nameLinesMax = 3
const headingLineMax = 200
const wrappedCharactersMin = 30

/** True if a text can be part of a sentence; a list of names can't. */
function isSentencePart(text: string): boolean {
  const norm = normalize(text)
  return injectedAt(norm) < 0 && (/[.](?!\w)/.test(text) || !isList(norm, []))
}

/** A label such as `description - …` starts a new item. */
const label = /^[a-z]{3,20} ?[:\-–] /u

/** Joins lines that a page layout broke in the middle of an English sentence. */
function joinWrapped(text: string, lines: readonly Line[]): Line[] {
  const joined: Line[] = []
  for (const line of lines) {
    const last = joined.at(-1)
    const goesOn =
      !line.isItem && /^[a-z]/.test(line.text) && !label.test(line.text) && isSentencePart(line.text)
    if (
      last !== undefined &&
      goesOn &&
      last.text.length >= wrappedCharactersMin &&
      /[\w,&)-]$/.test(last.text) &&
      isSentencePart(last.text)
    ) {
      const end = line.start + line.text.length
      joined[joined.length - 1] = { ...last, text: text.slice(last.start, end) }
    } else joined.push(line)
  }
  return joined
}

/** The parts of a sentence outside the spans, without the separators around them. */
function withoutSpans({ text: line, start }: Part, spans: readonly Span[]): Part[] {
  if (spans.length === 0) return trimmed(line, start)
  const parts: Part[] = []
  let from = 0
  for (const span of [...spans, { start: line.length, end: line.length }].sort((a, b) => a.start - b.start)) {
    if (span.start > from) parts.push(...trimmed(line.slice(from, span.start), start + from))
    from = Math.max(from, span.end)
  }
  return parts
}

/** A line without the cells that are labelled as personal data. */
function withoutTable(line: string): Part[] {
  const spans = /[|｜\t]/u.test(line) ? tableSpans(line) : []
  return spans.length === 0 ? [{ text: line, start: 0 }] : withoutSpans({ text: line, start: 0 }, spans)
}

const withoutLabels = (part: Part): Part[] => withoutSpans(part, labelledSpans(part.text))

function sentences(part: Part): Part[] {
  const found: Part[] = []
  let from = 0
  for (const match of allMatches(part.text, sentence)) {
    const end = match.index + match[0].length
    found.push(...trimmed(part.text.slice(from, end), part.start + from))
    from = end
  }
  found.push(...trimmed(part.text.slice(from), part.start + from))
  return found
}

const separator = /[\s|｜/,，;；、·•:：\-–—]/u

function trimmed(text: string, start: number): Part[] {
  let from = 0
  let end = text.length
  while (from < end && separator.test(text.charAt(from))) from += 1
  while (end > from && separator.test(text.charAt(end - 1))) end -= 1
  return end > from ? [{ text: text.slice(from, end), start: start + from }] : []
}
