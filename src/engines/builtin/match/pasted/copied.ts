import { normalize } from '../../text/index.ts'
import { partOf, type Segment } from '../read/segment.ts'
import { isTitleAlone } from './heads.ts'

/** A unit is a Chinese character or a Latin word. */
const unit = /[\u3400-\u9fff]|[a-z0-9\u00c0-\u024f+#]+/gu
const shingleUnits = 10
const copiedUnitsMin = 14
/** A piece of a resume is taken from the job description when this much of it stands there word by word. */
const copiedShareMin = 0.7

/** So many units word by word, inside of a piece that says more, are cut out of it. */
const cutUnitsMin = 14

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
  const whole = ` ${jd.join(' ')} `
  const asked = new Set(jdSegments.map((segment) => units(segment.norm).join(' ')))
  // Who held the job under the same title didn't copy it.
  const sentences = jdSegments.filter((segment) => !isTitleAlone(segment))
  const clauses = sentences.flatMap(({ norm }) => norm.split(/[,，;；]/u).map((clause) => units(clause)))
  const tails = new Set(
    [...clauses, ...sentences.map(({ norm }) => units(norm))]
      .filter(({ length }) => length >= tailUnitsMin)
      .map((each) => each.join(' ')),
  )
  let rows: ReadonlySet<string> | undefined
  /** Of what a piece is compared with; one that has another stands nowhere there. */
  const anyUnits = new Set([...jd, ...[...asked, ...tails].flatMap((each) => each.split(' '))])
  const known = {
    units: new Set(jd),
    hasRow(row: string): boolean {
      rows ??= new Set(rowsOf(jd, shingleUnits))
      return rows.has(row)
    },
    pairs: new Set(rowsOf(jd, 2)),
    tails,
    tailEnds: new Set([...tails].map((joined) => joined.slice(joined.lastIndexOf(' ') + 1))),
    tailLengths: [...new Set([...tails].map((joined) => joined.split(' ').length))],
  }
  return (segments) => {
    const pieces = cutAtCopies(segments, known).map(({ segment, text, isTail }) => {
      const isLong = text.length >= copiedUnitsMin && coveredShare(copiedUnits(text, known)) >= copiedShareMin
      const mayStand = text.every((each, at) => anyUnits.has(each) || (at > 0 && at === text.length - 1))
      if (!mayStand) return { segment, text, isCopied: isLong, isAsked: false, stands: false }
      const joined = text.join(' ')
      const isCopied = isLong || (isTail && known.tails.has(joined))
      return { segment, text, isCopied, isAsked: asked.has(joined), stands: stands(text, whole) }
    })
    const same = pieces.filter(({ isAsked }) => isAsked)
    const isPasted = same.length >= Math.max(sameSegmentsMin, asked.size * sameShareMin)
    const inRun = runs(pieces)
    const isLeftOut = pieces.map(
      ({ isCopied, isAsked }, index) => isCopied || (isPasted && isAsked) || inRun.has(index),
    )
    spread(isLeftOut, (index) => isPatched(pieces[index]?.text ?? [], known))
    return pieces.filter((_, index) => isLeftOut[index] !== true).map(({ segment }) => segment)
  }
}

interface Cut {
  readonly segment: Segment
  readonly text: readonly string[]
  /** It was cut off from what stood before it. */
  readonly isTail: boolean
}

/** The segments, cut where a long run of the job description begins and ends, over several of them too. */
function cutAtCopies(segments: readonly Segment[], known: KnownRows): Cut[] {
  const texts = segments.map(({ norm }) => units(norm))
  const isInRun = longRuns(copiedUnits(texts.flat(), known))
  let from = 0
  return segments.flatMap((segment, nth) => {
    const text = texts[nth] ?? []
    const flags = isInRun.slice(from, from + text.length)
    from += text.length
    const starts = text.flatMap((_, at) => (at > 0 && flags[at] !== flags[at - 1] ? [at] : []))
    const tail = tailStart(text, known)
    if (tail > (starts.at(-1) ?? 0)) starts.push(tail)
    if (starts.length === 0) return [{ segment, text, isTail: false }]
    const places = [...segment.norm.matchAll(unit)].map(({ index }) => index)
    const cuts = [...starts.map((at) => places[at] ?? 0), segment.norm.length]
    return cuts
      .map((end, index) => ({ segment: partOf(segment, cuts[index - 1] ?? 0, end), isTail: index > 0 }))
      .filter(({ segment: { norm } }) => norm !== '')
      .map((part) => ({ ...part, text: units(part.segment.norm) }))
  })
}

/** Of what is copied, what lies in a row of `cutUnitsMin`. */
function longRuns(copied: readonly boolean[]): readonly boolean[] {
  const long = copied.map(() => false)
  for (let at = 0; at < copied.length; ) {
    const end = endOfRun(copied, at)
    if (end - at >= cutUnitsMin) long.fill(true, at, end)
    at = Math.max(end, at + 1)
  }
  return long
}

/** The job description: its units and pairs of units. */
interface KnownRows {
  readonly units: ReadonlySet<string>
  /** Whether it has a row of `shingleUnits`; they are made when one is first asked for. */
  readonly hasRow: (row: string) => boolean
  readonly pairs: ReadonlySet<string>
  /** Its sentences and clauses of `tailUnitsMin`, their last units, and how many they have. */
  readonly tails: ReadonlySet<string>
  readonly tailEnds: ReadonlySet<string>
  readonly tailLengths: readonly number[]
}

/** A whole sentence of the job behind one of the resume's own: so many units make it no accident. */
const tailUnitsMin = 7

/** Where a sentence ends in a whole one of the job; 0 where it doesn't. */
function tailStart(text: readonly string[], { tails, tailEnds, tailLengths }: KnownRows): number {
  if (!tailEnds.has(text.at(-1) ?? '')) return 0
  const starts = tailLengths.map((length) => text.length - length).filter((start) => start > 0)
  return starts.find((start) => tails.has(text.slice(start).join(' '))) ?? 0
}

/** Whether each unit lies in a row of units that stands in the job description. */
function copiedUnits(text: readonly string[], known: KnownRows): readonly boolean[] {
  const copied = text.map(() => false)
  let knownInRow = 0
  text.forEach((each, index) => {
    knownInRow = known.units.has(each) ? knownInRow + 1 : 0
    if (knownInRow < shingleUnits) return
    // Most rows of known units are none of the job's, which their last two tell.
    if (!known.pairs.has(`${text[index - 1]} ${each}`)) {
      knownInRow = 1
      return
    }
    const from = index + 1 - shingleUnits
    if (known.hasRow(text.slice(from, index + 1).join(' '))) copied.fill(true, from, index + 1)
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

export const units = (normalized: string): string[] => normalized.match(unit) ?? []

/** All rows of `length` units. */
export function rowsOf(text: readonly string[], length: number): string[] {
  const joined = text.join(' ')
  const starts = [0]
  for (const each of text) starts.push((starts.at(-1) ?? 0) + each.length + 1)
  return starts.slice(length).map((next, at) => joined.slice(starts[at], next - 1))
}

/** So much of what stands beside a copied piece, two by two units, is of the job as well. */
const patchedShareMin = 0.75

/** True for a piece that is put together from pairs of units of the job. */
function isPatched(text: readonly string[], { units, pairs }: KnownRows): boolean {
  const own = rowsOf(text, 2)
  if (own.length === 0) return text.every((each) => units.has(each))
  return own.filter((pair) => pairs.has(pair)).length >= own.length * patchedShareMin
}

/** What stands beside something that is left out is left out as well, where it may be. */
function spread(isLeftOut: boolean[], mayBe: (index: number) => boolean): void {
  const step = (index: number, from: number): void => {
    if (isLeftOut[index] === false && isLeftOut[from] === true && mayBe(index)) isLeftOut[index] = true
  }
  for (let index = 1; index < isLeftOut.length; index += 1) step(index, index - 1)
  for (let index = isLeftOut.length - 2; index >= 0; index -= 1) step(index, index + 1)
}

function coveredShare(copied: readonly boolean[]): number {
  return copied.filter(Boolean).length / copied.length
}
