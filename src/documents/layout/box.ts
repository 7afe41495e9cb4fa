/** A rectangle in points; y grows upwards, as in a PDF. */
export interface Box {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
}

export function heightOf(box: Box): number {
  return box.top - box.bottom
}

export function unionOf(a: Box, b: Box): Box {
  return {
    left: Math.min(a.left, b.left),
    bottom: Math.min(a.bottom, b.bottom),
    right: Math.max(a.right, b.right),
    top: Math.max(a.top, b.top),
  }
}

/** The horizontal overlap of two boxes. A negative value is the gap between them. */
export function overlapX(a: Box, b: Box): number {
  return Math.min(a.right, b.right) - Math.max(a.left, b.left)
}

/** The vertical overlap of two boxes. A negative value is the gap between them. */
export function overlapY(a: Box, b: Box): number {
  return Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom)
}

/** Whether two boxes are on one line: they overlap by more than half of the lower height. */
export function onOneLine(a: Box, b: Box): boolean {
  return overlapY(a, b) > Math.min(heightOf(a), heightOf(b)) * 0.5
}
