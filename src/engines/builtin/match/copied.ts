import { normalize } from '../text/index.ts'
import type { Segment } from './segments.ts'

/** A unit is a Chinese character or a Latin word. */
const unit = /[\u3400-\u9fff]|[a-z0-9\u00c0-\u024f+#]+/gu
const shingleUnits = 10
const copiedUnitsMin = 14
/** A piece of a resume is taken from the job description when this much of it stands there word by word. */
const copiedShareMin = 0.7

/** So many short pieces that are the same in both texts are no accident, if they are so much of the job's. */
const sameSegmentsMin = 3
const sameShareMin = 0.3

/** What of a resume is its own: pieces that were copied from the job description are left out. */
export function copyFilter(
  jdText: string,
  jdSegments: readonly Segment[],
): (segments: readonly Segment[]) => Segment[] {
  const known = new Set(shingles(units(normalize(jdText))))
  const asked = new Set(jdSegments.map((segment) => units(segment.norm).join(' ')))
  return (segments) => {
    const pieces = segments.map((segment) => ({ segment, text: units(segment.norm) }))
    const same = pieces.filter(({ text }) => asked.has(text.join(' ')))
    const isPasted = same.length >= Math.max(sameSegmentsMin, asked.size * sameShareMin)
    const pasted = new Set(isPasted ? same : [])
    return pieces
      .filter((piece) => !pasted.has(piece) && !isCopied(piece.text, known))
      .map(({ segment }) => segment)
  }
}

/** Longer pieces that stand in the job description word by word are copied, wherever they stand. */
function isCopied(text: readonly string[], known: ReadonlySet<string>): boolean {
  return text.length >= copiedUnitsMin && coveredShare(text, known) >= copiedShareMin
}

const units = (normalized: string): string[] => normalized.match(unit) ?? []

function shingles(text: readonly string[]): string[] {
  const count = Math.max(0, text.length - shingleUnits + 1)
  return Array.from({ length: count }, (_, at) => text.slice(at, at + shingleUnits).join(' '))
}

function coveredShare(text: readonly string[], known: ReadonlySet<string>): number {
  let covered = 0
  let until = 0
  shingles(text).forEach((shingle, at) => {
    if (!known.has(shingle)) return
    covered += at + shingleUnits - Math.max(at, until)
    until = at + shingleUnits
  })
  return covered / text.length
}
