import { normalize } from '../../text/index.ts'
import { partOf, type Segment } from '../read/segment.ts'
import { isTitleAlone } from './heads.ts'

/** A unit is a Chinese character or a Latin word. */
const unit = /[\u3400-\u9fff]|[a-z0-9\u00c0-\u024f+#]+/gu
const shingleUnits = 10
const copiedUnitsMin = 14
/** A piece of a resume is copied if at least this share of it occurs verbatim in the job description. */
const copiedShareMin = 0.7

/** Minimum length, in units, of a verbatim run that is cut out of a longer piece. */
const cutUnitsMin = 14

/** Minimum total length, in units, of consecutive pieces that also occur in the job description. */
const runUnitsMin = 8
/** Short identical pieces count as pasted from this number and this share of the job's pieces. */
const sameSegmentsMin = 3
const sameShareMin = 0.3

/** Returns a filter that drops the pieces of a resume that were copied from the job description. */
export function copyFilter(
  jdText: string,
  jdSegments: readonly Segment[],
): (segments: readonly Segment[]) => Segment[] {
  const jd = units(normalize(jdText))
  const whole = ` ${jd.join(' ')} `
  const asked = new Set(jdSegments.map((segment) => units(segment.norm).join(' ')))
  // A title line isn't copied text: the person may have held the same title.
  const sentences = jdSegments.filter((segment) => !isTitleAlone(segment))
  const clauses = sentences.flatMap(({ norm }) => norm.split(/[,，;；]/u).map((clause) => units(clause)))
  const tails = new Set(
    [...clauses, ...sentences.map(({ norm }) => units(norm))]
      .filter(({ length }) => length >= tailUnitsMin)
      .map((each) => each.join(' ')),
  )
  let rows: ReadonlySet<string> | undefined
  /** All units that a piece is compared with; a piece with any other unit can't match. */
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
  /** It was cut off from the text before it. */
  readonly isTail: boolean
}

/** Cuts the segments where a long copied run begins or ends; a run may span several segments. */
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

/** Marks the copied units that lie in a run of at least `cutUnitsMin`. */
function longRuns(copied: readonly boolean[]): readonly boolean[] {
  const long = copied.map(() => false)
  for (let at = 0; at < copied.length; ) {
    const end = endOfRun(copied, at)
    if (end - at >= cutUnitsMin) long.fill(true, at, end)
    at = Math.max(end, at + 1)
  }
  return long
}

/** Lookup sets of the job description's units, pairs and runs. */
interface KnownRows {
  readonly units: ReadonlySet<string>
  /** Whether the job has this run of `shingleUnits`; the set is built on the first call. */
  readonly hasRow: (row: string) => boolean
  readonly pairs: ReadonlySet<string>
  /** Its sentences and clauses of at least `tailUnitsMin` units, their last units, and their lengths. */
  readonly tails: ReadonlySet<string>
  readonly tailEnds: ReadonlySet<string>
  readonly tailLengths: readonly number[]
}

/** Minimum length, in units, of a job sentence copied to the end of a resume sentence. */
const tailUnitsMin = 7

/** The index where a copied job sentence begins at the end of a sentence; 0 if none. */
function tailStart(text: readonly string[], { tails, tailEnds, tailLengths }: KnownRows): number {
  if (!tailEnds.has(text.at(-1) ?? '')) return 0
  const starts = tailLengths.map((length) => text.length - length).filter((start) => start > 0)
  return starts.find((start) => tails.has(text.slice(start).join(' '))) ?? 0
}

/** For each unit, whether it lies in a run that occurs in the job description. */
function copiedUnits(text: readonly string[], known: KnownRows): readonly boolean[] {
  const copied = text.map(() => false)
  let knownInRow = 0
  text.forEach((each, index) => {
    knownInRow = known.units.has(each) ? knownInRow + 1 : 0
    if (knownInRow < shingleUnits) return
    // Cheap check first: most runs of known units fail on their last pair.
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

/** Whether a short piece occurs in the job description; its last word may be cut off. */
function stands(text: readonly string[], whole: string): boolean {
  if (text.length === 0 || text.length >= copiedUnitsMin) return false
  return whole.includes(` ${text.slice(0, Math.max(1, text.length - 1)).join(' ')} `)
}

interface Piece {
  readonly text: readonly string[]
  readonly isCopied: boolean
  /** It occurs verbatim in the job description. */
  readonly stands: boolean
}

/** Indexes of pieces that occur in the job description, two or more in a row. */
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

/** All runs of `length` consecutive units. */
export function rowsOf(text: readonly string[], length: number): string[] {
  const joined = text.join(' ')
  const starts = [0]
  for (const each of text) starts.push((starts.at(-1) ?? 0) + each.length + 1)
  return starts.slice(length).map((next, at) => joined.slice(starts[at], next - 1))
}

/** Minimum share of a piece's unit pairs that occur in the job, for a piece next to a copied one. */
const patchedShareMin = 0.75

/** Whether a piece consists mostly of unit pairs from the job. */
function isPatched(text: readonly string[], { units, pairs }: KnownRows): boolean {
  const own = rowsOf(text, 2)
  if (own.length === 0) return text.every((each) => units.has(each))
  return own.filter((pair) => pairs.has(pair)).length >= own.length * patchedShareMin
}

/** Also leaves out the neighbours of pieces that are left out, where `mayBe` allows it. */
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
