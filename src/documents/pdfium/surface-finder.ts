import { type Box, overlapX, overlapY, unionOf } from '../layout/box.ts'
import type { Surface } from './page-objects.ts'

/**
 * The last surface drawn of which something is true; undefined where there is none. Of surfaces that neither
 * share a point with the box nor touch it, nothing needs to be true, and most aren't asked.
 */
export type FindSurface = (box: Box, isIt: (surface: Surface) => boolean) => Surface | undefined

/** So many of the last are asked one after the other before anything else. */
const fewSurfaces = 16

/**
 * Finds surfaces where they lie, so that thousands of characters among thousands of surfaces take a few steps
 * each: a tree of boxes in boxes, as an R-tree (Guttman, 1984) that is built at once and searched from what
 * was drawn last. The surfaces come in the order of drawing.
 */
export function surfaceFinder(surfaces: readonly Surface[]): FindSurface {
  const last = surfaces.slice(-fewSurfaces)
  const others = surfaces.slice(0, -fewSurfaces)
  let tree: Branch | undefined
  return (box, isIt) => {
    const found = last.findLast(isIt)
    if (found !== undefined || others.length === 0) return found
    tree ??= branchOf(others)
    return lastIn(tree, box, isIt, undefined)
  }
}

interface Branch {
  /** Around all that it holds. */
  readonly box: Box
  /** The place in the drawing order of what was drawn last of it. */
  readonly lastOrder: number
  /** What it holds, unless it has parts. */
  readonly surfaces: readonly Surface[]
  readonly parts: readonly Branch[]
}

function branchOf(surfaces: readonly Surface[]): Branch {
  const box = surfaces.map((surface) => surface.box).reduce(unionOf)
  const lastOrder = surfaces.reduce((last, { order }) => Math.max(last, order), 0)
  if (surfaces.length <= fewSurfaces) return { box, lastOrder, surfaces, parts: [] }
  const isFlat = box.right - box.left > box.top - box.bottom
  const middle = ({ box: { left, bottom, right, top } }: Surface) => (isFlat ? left + right : bottom + top)
  const along = surfaces.toSorted((a, b) => middle(a) - middle(b))
  const half = along.length >> 1
  const parts = [branchOf(along.slice(0, half)), branchOf(along.slice(half))]
  return { box, lastOrder, surfaces: [], parts: parts.toSorted((a, b) => b.lastOrder - a.lastOrder) }
}

function lastIn(
  branch: Branch,
  box: Box,
  isIt: (surface: Surface) => boolean,
  found: Surface | undefined,
): Surface | undefined {
  const isEarlier = found !== undefined && branch.lastOrder <= found.order
  if (isEarlier || overlapX(branch.box, box) < 0 || overlapY(branch.box, box) < 0) return found
  let last = found
  for (const part of branch.parts) last = lastIn(part, box, isIt, last)
  for (const surface of branch.surfaces) {
    if ((last === undefined || surface.order > last.order) && isIt(surface)) last = surface
  }
  return last
}
