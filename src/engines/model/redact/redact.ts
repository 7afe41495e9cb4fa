import { resumeHeading } from '../../builtin/match/read/resume-sections.ts'
import type { Segment } from '../../builtin/match/read/segment.ts'
import { injectedAt } from '../../builtin/match/resume/guard.ts'
import { resumeSegments } from '../../builtin/match/resume/segments.ts'
import { normalize } from '../../builtin/text/index.ts'
import { leaksIn, placeholders, type Span } from './leaks.ts'
import { namesIn } from './names.ts'
import { type Part, type SeenText, seenTextOf } from './seen-text.ts'

/** The personal data of a resume that may be sent to the model. */
export type MaySee = 'none' | 'personal'

/**
 * Redacts a resume for the model. Headings and the lines that the builtin reading keeps are shown. Identity
 * and contact data become placeholders; prompt injections are removed. A second pass removes leaks. With
 * `personal`, only prompt injections are removed.
 */
export function redactResume(visible: string, maySee: MaySee): SeenText {
  const segments = resumeSegments(visible).filter((segment) => !speaksToMachine(segment.text))
  const parts = maySee === 'none' ? redacted(visible, segments) : guarded(visible)
  return seenTextOf(
    visible,
    parts.flatMap((part) => withoutMarkers(visible, part)),
  )
}

const speaksToMachine = (text: string): boolean => injectedAt(normalize(text)) >= 0

function redacted(visible: string, segments: readonly Segment[]): Part[] {
  const parts: Part[] = []
  const hidden: Part[] = []
  let from = 0
  const hide = (to: number): void => {
    const gap = partsOfGap(visible, from, to)
    hidden.push(...gap.filter(({ placeholder = '' }) => placeholder !== ''))
    parts.push(...gap)
  }
  const kept = new Map<Part, Segment>()
  for (const segment of [...segments].sort((a, b) => a.start - b.start)) {
    const to = segment.start + segment.text.length
    if (to <= from) continue
    hide(Math.max(from, segment.start))
    const part = { from: Math.max(from, segment.start), to }
    kept.set(part, segment)
    parts.push(part)
    from = to
  }
  hide(visible.length)
  const names = namesIn(hidden.map((part) => visible.slice(part.from, part.to)))
  return parts.flatMap((part) => {
    const segment = kept.get(part)
    if (segment === undefined) return [part]
    const text = visible.slice(part.from, part.to)
    return cutOut(part, leaksIn(text, names, segment.section === 'education'))
  })
}

/**
 * Splits a gap into lines. Headings and punctuation remain, prompt injections are removed, and other lines
 * become placeholders.
 */
function partsOfGap(visible: string, from: number, to: number): Part[] {
  const parts: Part[] = []
  let at = from
  for (const line of visible.slice(from, to).split(/(?<=\n)/u)) {
    const words = line.trim()
    const start = at + line.indexOf(words)
    if (isHarmless(words)) parts.push({ from: at, to: at + line.length })
    else {
      parts.push({ from: at, to: start })
      parts.push({ from: start, to: start + words.length, placeholder: placeholderFor(words) })
      parts.push({ from: start + words.length, to: at + line.length })
    }
    at += line.length
  }
  return parts.filter((part) => part.to > part.from)
}

/** Whether a line is a heading, a list mark or punctuation. */
function isHarmless(words: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(words)) return true
  if (words.length <= markCharactersMax && !/\p{L}/u.test(words)) return true
  return words.length <= headingCharactersMax && resumeHeading(normalize(words))?.isAlone === true
}

const markCharactersMax = 4
const headingCharactersMax = 60
const contactDigitsMin = 7

function placeholderFor(words: string): string {
  if (speaksToMachine(words)) return ''
  const digits = words.match(/\d/gu)?.length ?? 0
  const isContact = words.includes('@') || words.includes('://') || digits >= contactDigitsMin
  return isContact ? placeholders.contact : placeholders.personal
}

/** Removes lines with a prompt injection. */
function guarded(visible: string): Part[] {
  let at = 0
  return visible.split(/(?<=\n)/u).map((line) => {
    const part = { from: at, to: at + line.length }
    at = part.to
    return speaksToMachine(line) ? { ...part, placeholder: '\n' } : part
  })
}

/** Removes text that looks like a block delimiter. */
function withoutMarkers(visible: string, part: Part): Part[] {
  if (part.placeholder !== undefined) return [part]
  const spans = [...visible.slice(part.from, part.to).matchAll(/[<>＜＞〈〉]{2,}/gu)].map(
    ({ 0: signs, index }) => ({
      start: index,
      end: index + signs.length,
      placeholder: ' ',
    }),
  )
  return cutOut(part, spans)
}

function cutOut(part: Part, spans: readonly Span[]): Part[] {
  const parts: Part[] = []
  let from = part.from
  for (const { start, end, placeholder } of [...spans].sort((a, b) => a.start - b.start)) {
    const [first, behind] = [part.from + start, part.from + end]
    if (behind <= from) continue
    if (first > from) parts.push({ from, to: first })
    parts.push({ from: Math.max(first, from), to: behind, placeholder })
    from = behind
  }
  if (from < part.to) parts.push({ from, to: part.to })
  return parts
}
