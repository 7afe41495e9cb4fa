import { type Box, overlapX, overlapY, unionOf } from '../layout/box.ts'
import type { Surface } from './page-objects.ts'

/**
 * Finds the last drawn surface that satisfies a predicate; undefined if there is none. The predicate must
 * be false for surfaces that neither overlap nor touch the box. Most of these are skipped.
 */
export type FindSurface = (box: Box, isIt: (surface: Surface) => boolean) => Surface | undefined

/** This many of the last surfaces are tested one by one before the tree is searched. */
const fewSurfaces = 16

/**
 * Indexes surfaces by position, so that lookups stay fast for thousands of characters over thousands of
 * surfaces. The index is a tree of nested boxes, an R-tree (Guttman, 1984) built in one pass and searched
 * from the last drawn. Surfaces must be given in drawing order.
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
  /** The bounding box of the branch. */
  readonly box: Box
  /** The drawing order of its last drawn surface. */
  readonly lastOrder: number
  /** Its surfaces; empty if it has parts. */
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
