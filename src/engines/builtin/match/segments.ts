import { normalize, splitLines } from '../text/index.ts'
import { looksInjected } from './guard.ts'
import { personalSpans, type Span } from './personal-data.ts'
import { type ResumeSection, resumeHeading } from './resume-sections.ts'

/** A sentence or list item of a resume. `text` is an exact part of the resume as given. */
export interface Segment {
  readonly text: string
  /** The same, normalised. */
  readonly norm: string
  readonly start: number
  readonly section: ResumeSection
}

const segmentsMax = 3_000
const sentence = /[。！？!?；;]+|(?<=[a-z0-9)%][.])\s+(?=[A-Z])/gu

/** The resume without personal data and without words addressed to a machine, one sentence or item at a time. */
export function resumeSegments(resumeText: string): Segment[] {
  const segments: Segment[] = []
  let section: ResumeSection = 'plain'
  splitLines(resumeText).forEach((line, index) => {
    const heading = resumeHeading(line.text.length > 200 ? '' : normalize(line.text))
    if (heading !== undefined) section = heading.section
    for (const part of withoutSpans(line.text, personalSpans(line.text, index === 0))) {
      for (const piece of sentences(part)) {
        if (segments.length >= segmentsMax) return
        const norm = normalize(piece.text)
        if (!looksInjected(norm)) {
          segments.push({ text: piece.text, norm, start: line.start + piece.start, section })
        }
      }
    }
  })
  return segments
}

interface Part {
  readonly text: string
  readonly start: number
}

/** What is left of a line between the spans; separators that stood between fields go with them. */
function withoutSpans(line: string, spans: readonly Span[]): Part[] {
  if (spans.length === 0) return [{ text: line, start: 0 }]
  const parts: Part[] = []
  let from = 0
  for (const span of [...spans, { start: line.length, end: line.length }].sort((a, b) => a.start - b.start)) {
    if (span.start > from) parts.push(...trimmed(line.slice(from, span.start), from))
    from = Math.max(from, span.end)
  }
  return parts
}

function sentences(part: Part): Part[] {
  const found: Part[] = []
  let from = 0
  for (const match of part.text.matchAll(sentence)) {
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
