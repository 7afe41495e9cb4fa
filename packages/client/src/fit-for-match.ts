import { resumeTextCharactersMax } from './contract.generated.ts'
import { type Entry, isDated, type Section, type SectionKind, sectionsOf } from './resume-parts.ts'

/** A passage that was cut from a resume. */
export interface CutPart {
  /** The heading of its section as written; null if the section has no heading. */
  readonly section: string | null
  /** The first line of the entry, at most 80 characters: a job, a project, a degree. */
  readonly entry: string
  /** False if the beginning of the entry was kept. */
  readonly whole: boolean
  /** The number of characters cut, not counting line breaks. */
  readonly characters: number
}

/** A resume within the limit, and the cuts that were made. */
export interface FittedResume {
  /** The lines of the resume in their order, without the lines that were cut. */
  readonly text: string
  /** In the order of the resume. Empty if the resume fits; `text` is then the input unchanged. */
  readonly cut: readonly CutPart[]
}

/**
 * Shortens a resume to the limit of a match or a batch. `limit` counts code points without surrounding
 * white space, as the service does. The order of cuts: interests and references; awards, courses and
 * publications; the oldest projects and jobs; other sections; education and skills. The name, the contact
 * and the latest job stay; they lose their last lines only if hardly anything else is left. If that
 * suffices, an entry keeps its beginning. Whole lines are cut; within a line, the cut follows a sentence or
 * a word.
 */
export function fitForMatch(text: string, limit: number = resumeTextCharactersMax): FittedResume {
  if (!Number.isInteger(limit) || limit < 1) throw new TypeError('limit must be a whole number from 1 on')
  const trimmed = text.trim()
  if (lengthOf(trimmed) <= limit) return { text, cut: [] }
  const parts = partsOf(sectionsOf(trimmed))
  // Each line counts with its line break; the last line has none.
  let excess = parts.reduce((sum, { lines }) => sum + sizeOf(lines), 0) - 1 - limit
  for (const hard of [false, true]) {
    for (const part of [...parts].sort(cutBefore)) {
      if (excess <= 0) break
      const kept = hard ? pressed(part.kept, excess, 0) : shorten(part, excess)
      excess -= sizeOf(part.kept) - sizeOf(kept)
      part.kept = kept
    }
  }
  dropBareHeadings(parts)
  const kept = parts
    .flatMap((part) => part.kept)
    .join('\n')
    .trim()
  const cut = parts.flatMap(cutOf)
  if (kept !== '' && cut.length > 0) return { text: kept, cut }
  // A single word or a lone heading is longer than the limit, so there is no sensible place to cut.
  const beginning = kept || [...trimmed].slice(0, limit).join('')
  const [first = ''] = trimmed.split('\n')
  const rest: CutPart = {
    ...{ section: null, entry: [...first].slice(0, entryCharactersMax).join(''), whole: false },
    characters: lengthOf(trimmed) - lengthOf(beginning),
  }
  return { text: beginning, cut: cut.length > 0 ? cut : [rest] }
}

const entryCharactersMax = 80

interface Part {
  /** The index of the section. */
  readonly of: number
  readonly section: string | null
  readonly lines: readonly string[]
  /** In months; see `undatedYears`. */
  readonly end: number
  /** Lower ranks are cut first. */
  readonly rank: number
  readonly place: number
  /** Its first line is the heading of its section. */
  readonly isHeading: boolean
  kept: readonly string[]
}

/** The sections that say least about a candidate's fit are cut first. */
const ranks: Readonly<Record<SectionKind, number>> = {
  ...{ least: 0, awards: 1, projects: 2, work: 2, other: 3 },
  ...{ summary: 4, education: 5, skills: 6, contact: 9 },
}
const [latestJobRank, headRank] = [8, 9]
/** An entry without a date counts as if it had ended this many years before the latest one. */
const undatedYears = 10

function partsOf(sections: readonly Section[]): Part[] {
  const entries = sections.flatMap((section, of) =>
    section.entries.map((entry, index) => ({ of, section, entry, index })),
  )
  const latest = latestOf(entries)
  const ends = entries.flatMap(({ entry }) => (Number.isFinite(entry.end) ? Number(entry.end) : []))
  const undatedEnd = Math.max(...ends, 0) - undatedYears * 12
  const parts: Part[] = []
  for (const each of entries) {
    const { of, section, entry, index } = each
    const isHead = section.heading === null ? entry.end === null && index === 0 : section.kind === 'contact'
    const usual = section.heading === null ? ranks.work : ranks[section.kind]
    const rank = isHead ? headRank : each === latest ? latestJobRank : usual
    for (const { lines, isContact } of withContactApart(entry, section.kind)) {
      parts.push({
        ...{ of, section: section.heading, lines, kept: lines, place: parts.length },
        end: entry.end ?? undatedEnd,
        rank: isContact ? headRank : rank,
        isHeading: section.heading !== null && index === 0 && lines[0] === entry.lines[0],
      })
    }
  }
  return parts
}

interface Placed {
  readonly section: Section
  readonly entry: Entry
}

/** The job that ended last or is current; the first job if none has a date. */
function latestOf<T extends Placed>(entries: readonly T[]): T | undefined {
  const work = entries.filter(({ section }) => section.kind === 'work')
  const candidates = [work, entries].map((all) => all.filter(({ entry }) => entry.end !== null))
  const dated = candidates.find((all) => all.length > 0) ?? work
  return [...dated].sort((a, b) => Math.sign((b.entry.end ?? 0) - (a.entry.end ?? 0)) || 0)[0]
}

/** A name or a contact in the middle of a resume stays, even if the lines around it are cut. */
function withContactApart({ lines }: Entry, kind: SectionKind): { lines: string[]; isContact: boolean }[] {
  const runs: { lines: string[]; isContact: boolean }[] = []
  for (const line of lines) {
    const isContact = kind !== 'least' && tellsContact(line)
    const last = runs.at(-1)
    if (last?.isContact === isContact) last.lines.push(line)
    else runs.push({ lines: [line], isContact })
  }
  return runs
}

const contactLengthMax = 200

/** An e-mail address, a phone number, or the label of a name. */
function tellsContact(line: string): boolean {
  if (line.length > contactLengthMax) return false
  if (/[\w+-]@[\w-]{1,64}\.[a-z]/i.test(line)) return true
  if (/(?:姓\s{0,4}名|name)\s{0,3}[:：]/i.test(line)) return true
  return /(?<!\d)1[3-9]\d[ -]?\d{4}[ -]?\d{4}(?!\d)|(?:电话|手机|phone|mobile|tel)\D{0,6}\d/i.test(line)
}

/** Oldest first; among entries of the same age, the lower one first. */
function cutBefore(a: Part, b: Part): number {
  if (a.rank !== b.rank) return a.rank - b.rank
  return a.end === b.end ? b.place - a.place : a.end < b.end ? -1 : 1
}

/** What remains of a part after this many characters are cut. */
function shorten({ kept, isHeading, rank }: Part, excess: number): readonly string[] {
  const mustStay = rank >= latestJobRank
  const titles = Math.max(kept.findIndex(isDated) + 1, Math.min(2, kept.length))
  const shorter = pressed(kept, excess, isHeading ? 1 : mustStay ? titles : 0)
  // The title of an entry alone says little.
  const isBare = !isHeading && !mustStay && shorter.length < kept.length && shorter.length <= titles
  return isBare ? [] : shorter
}

/**
 * Removes lines from the end, except the first `lasting` ones, until the given number of characters is
 * gone.
 */
function pressed(kept: readonly string[], excess: number, lasting: number): readonly string[] {
  const lines = [...kept]
  let left = excess
  while (left > 0 && lines.length > lasting) {
    const last = lines.pop() ?? ''
    const room = lengthOf(last) - left
    left -= lengthOf(last) + 1
    const beginning = room > 0 ? beginningOf(last, room) : ''
    if (beginning !== '') lines.push(beginning)
  }
  return lines
}

const sentenceEnd = /[。！？；.!?;]["”’」』)）]?$/
const clauseEnd = /[\s，、：,:|]$/

/** Cuts a line at the end of a sentence, a clause or a word: the first of these that loses little. */
function beginningOf(line: string, room: number): string {
  let [at, count, word, clause, sentence] = [0, 0, 0, 0, 0]
  for (const { segment } of new Intl.Segmenter('zh', { granularity: 'word' }).segment(line)) {
    at += segment.length
    count += lengthOf(segment)
    if (count > room) break
    if (isInside(line, at)) continue
    word = at
    const end = line.slice(Math.max(0, at - 2), at)
    if (clauseEnd.test(end)) clause = at
    if (sentenceEnd.test(end)) sentence = at
  }
  const end = [sentence, clause].find((each) => each * 2 >= word) ?? word
  return line.slice(0, end).trimEnd()
}

/** Between two characters without a space, as in an address, "C++" or "3年", only Chinese words end. */
function isInside(line: string, at: number): boolean {
  const [before, after] = [line[at - 1] ?? ' ', line[at] ?? ' ']
  const apart = /[\s\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u
  if (/\d/.test(before) && /\p{L}/u.test(after)) return true
  return !apart.test(before) && !apart.test(after)
}

/** If nothing of a section is left, its heading is removed too. */
function dropBareHeadings(parts: readonly Part[]): void {
  for (const head of parts.filter(({ isHeading, kept }) => isHeading && kept.length <= 1)) {
    const own = parts.filter(({ of }) => of === head.of)
    const isCut = own.some(({ kept, lines }) => kept.length < lines.length)
    const isBare = own.every(({ kept }) => kept === head.kept || kept.join('').trim() === '')
    if (isCut && isBare) for (const part of own) part.kept = []
  }
}

function cutOf({ section, lines, kept, isHeading }: Part): CutPart[] {
  const characters = lengthOf(lines.join('')) - lengthOf(kept.join(''))
  const own = isHeading ? lines.slice(1) : lines
  const first = own.find((line) => line.trim() !== '')?.trim()
  if (characters === 0 || first === undefined) return []
  return [
    {
      section,
      entry: [...first].slice(0, entryCharactersMax).join(''),
      whole: kept.length <= (isHeading ? 1 : 0),
      characters,
    },
  ]
}

/** The length including a line break after each line. */
function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + lengthOf(line) + 1, 0)
}

/** Characters as the service counts them. */
function lengthOf(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
