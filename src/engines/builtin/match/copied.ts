import { normalize } from '../text/index.ts'
import { partOf, type Segment } from './segments.ts'

/** A unit is a Chinese character or a Latin word. */
const unit = /[\u3400-\u9fff]|[a-z0-9\u00c0-\u024f+#]+/gu
const shingleUnits = 10
const copiedUnitsMin = 14
/** A piece of a resume is taken from the job description when this much of it stands there word by word. */
const copiedShareMin = 0.7

/** So many units word by word, inside of a piece that says more, are cut out of it. */
const cutUnitsMin = 16

/** Pieces in a row that are pieces of the job too are no accident, if they are so long together. */
const runUnitsMin = 8
/** So many short pieces that are the same in both texts aren't either, if they are so much of the job's. */
const sameSegmentsMin = 3
const sameShareMin = 0.3

/** What of a resume is its own: pieces that were copied from the job description are left out. */
export function copyFilter(
  jdText: string,
  jdSegments: readonly Segment[],
): (segments: readonly Segment[]) => Segment[] {
  const jd = units(normalize(jdText))
  const known = { units: new Set(jd), rows: new Set(shingles(jd)) }
  const whole = ` ${jd.join(' ')} `
  const asked = new Set(jdSegments.map((segment) => units(segment.norm).join(' ')))
  return (segments) => {
    const pieces = segments
      .flatMap((segment) => cutAtCopies(readUnits(segment, known), known))
      .map(({ segment, text, copied }) => {
        const isCopied = text.length >= copiedUnitsMin && coveredShare(copied) >= copiedShareMin
        const joined = text.join(' ')
        return { segment, text, isCopied, isAsked: asked.has(joined), stands: stands(text, whole) }
      })
    const same = pieces.filter(({ isAsked }) => isAsked)
    const isPasted = same.length >= Math.max(sameSegmentsMin, asked.size * sameShareMin)
    const inRun = runs(pieces)
    return pieces
      .filter((piece, index) => !(piece.isCopied || (isPasted && piece.isAsked) || inRun.has(index)))
      .map(({ segment }) => segment)
  }
}

/** A piece, cut where a long run of the job description begins and ends inside of it. */
function cutAtCopies(whole: ReadUnits, known: KnownRows): ReadUnits[] {
  const { segment, text, copied } = whole
  if (text.length < cutUnitsMin || segment.text.length !== segment.norm.length) return [whole]
  const edges: number[] = []
  for (let at = 0; at < text.length; ) {
    const end = endOfRun(copied, at)
    if (end - at >= cutUnitsMin) edges.push(at, end)
    at = Math.max(end, at + 1)
  }
  if (edges.length === 0) return [whole]
  const places = [...segment.norm.matchAll(unit)]
  const cuts = edges.map((edge) => places[edge]?.index ?? segment.text.length)
  return [0, ...cuts, segment.text.length]
    .map((end, index, all) => partOf(segment, all[index - 1] ?? 0, end))
    .filter(({ norm }) => norm !== '')
    .map((part) => readUnits(part, known))
}

/** A segment, its units, and which of them are copied. */
interface ReadUnits {
  readonly segment: Segment
  readonly text: readonly string[]
  readonly copied: readonly boolean[]
}

function readUnits(segment: Segment, known: KnownRows): ReadUnits {
  const text = units(segment.norm)
  return { segment, text, copied: copiedUnits(text, known) }
}

/** The job description: its units, and all its rows of `shingleUnits`. */
interface KnownRows {
  readonly units: ReadonlySet<string>
  readonly rows: ReadonlySet<string>
}

/** Whether each unit lies in a row of units that stands in the job description. */
function copiedUnits(text: readonly string[], known: KnownRows): readonly boolean[] {
  const copied = text.map(() => false)
  let knownInRow = 0
  text.forEach((each, index) => {
    knownInRow = known.units.has(each) ? knownInRow + 1 : 0
    if (knownInRow < shingleUnits) return
    const from = index + 1 - shingleUnits
    if (known.rows.has(text.slice(from, index + 1).join(' '))) copied.fill(true, from, index + 1)
  })
  return copied
}

function endOfRun(copied: readonly boolean[], from: number): number {
  let end = from
  while (copied[end] === true) end += 1
  return end
}

/** A short piece of the job description; its last word may be cut off. */
function stands(text: readonly string[], whole: string): boolean {
  if (text.length === 0 || text.length >= copiedUnitsMin) return false
  return whole.includes(` ${text.slice(0, Math.max(1, text.length - 1)).join(' ')} `)
}

interface Piece {
  readonly text: readonly string[]
  readonly isCopied: boolean
  /** It stands in the job description as it is. */
  readonly stands: boolean
}

/** Indexes of pieces that stand in the job description, two or more in a row. */
function runs(pieces: readonly Piece[]): ReadonlySet<number> {
  const found = new Set<number>()
  let from = 0
  for (let index = 0; index <= pieces.length; index += 1) {
    const piece = pieces[index]
    if (piece !== undefined && (piece.isCopied || piece.stands)) continue
    const run = pieces.slice(from, index)
    const length = run.reduce((sum, { text }) => sum + text.length, 0)
    if (run.length > 1 && length >= runUnitsMin) for (let at = from; at < index; at += 1) found.add(at)
    from = index + 1
  }
  return found
}

const units = (normalized: string): string[] => normalized.match(unit) ?? []

function shingles(text: readonly string[]): string[] {
  const count = Math.max(0, text.length - shingleUnits + 1)
  return Array.from({ length: count }, (_, at) => text.slice(at, at + shingleUnits).join(' '))
}

function coveredShare(copied: readonly boolean[]): number {
  return copied.filter(Boolean).length / copied.length
}
