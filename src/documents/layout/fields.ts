import { type Box, heightOf, onOneLine, overlapX } from './box.ts'
import type { Fragment } from './fragments.ts'

/**
 * In heights of a line: maximum distance of a field below its label, and maximum offset of their left
 * edges.
 */
const offMax = { under: 1.5, beside: 1 }

/**
 * Moves each field of a form behind its label where the labels are on one line above the fields. People fill
 * in forms in this order. Labels above several fields are table headings, so their rows are kept.
 */
export function fieldsBehindLabels(fragments: readonly Fragment[]): readonly Fragment[] {
  const fields = fragments.filter(({ annotation }) => annotation)
  if (fields.length === 0) return fragments
  const over = new Map<Fragment, Fragment>()
  for (const field of fields) {
    const above = fragments.filter((other) => isUnder(field, other))
    const label = above.toSorted((a, b) => a.bottom - b.bottom)[0]
    const isInTable = label?.annotation || fields.some((other) => isUnder(other, field))
    const isLabelledBeside = fragments.some((other) => !other.annotation && isBehind(field, other))
    if (label !== undefined && !isInTable && !isLabelledBeside) over.set(label, field)
  }
  const labels = [...over.keys()]
  const inLine = labels.filter((label) => labels.some((other) => other !== label && onOneLine(other, label)))
  const fieldOf = new Map(inLine.map((label) => [label, over.get(label)]))
  const moved = new Set(fieldOf.values())
  return fragments.flatMap((each) => {
    if (moved.has(each)) return []
    const field = fieldOf.get(each)
    return field === undefined ? [each] : [each, { ...field, annotation: false }]
  })
}

function isUnder(field: Box, label: Box): boolean {
  const height = heightOf(label)
  const gap = label.bottom - field.top
  const isAligned = Math.abs(label.left - field.left) < height * offMax.beside && overlapX(label, field) > 0
  return isAligned && gap > -height / 2 && gap < height * offMax.under
}

function isBehind(field: Box, label: Box): boolean {
  return onOneLine(label, field) && label.right <= field.left
}
