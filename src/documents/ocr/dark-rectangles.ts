import type { Greys } from './greys.ts'

/** In cells of 1/50 inch. A smaller or less long dark rectangle is a letter or an icon. */
const size = { lowMin: 5, longMin: 20, ratioMin: 2 }
/** The dark share of a rectangle, which may contain light letters, and of each of its four edges. */
const darkMin = { inside: 0.6, edge: 0.85 }

/** Marks the cells of dark rectangles by 1: bars behind headings, side bars, and heads of pages. */
export function darkRectangles(cells: Greys, darkBelow: number): Uint8Array {
  const { width, height, grey } = cells
  const dark = grey.map((value) => Number(value < darkBelow))
  const marked = new Uint8Array(grey.length)
  const cores = coresOf(dark, width, height)
  for (const box of boxesOf(cores, width)) {
    if (!isSolid(dark, width, box)) continue
    for (let y = box.top; y <= box.bottom; y++) {
      marked.fill(1, y * width + box.left, y * width + box.right + 1)
    }
  }
  return marked
}

/** The first and the last column and row. */
interface Area {
  left: number
  top: number
  right: number
  bottom: number
}

/** Dark cells with dark neighbours all around. Thin rules and letters have none. */
function coresOf(dark: Uint8Array, width: number, height: number): Uint8Array {
  const across = dark.map((value, at) => value & (dark[at - 1] ?? 0) & (dark[at + 1] ?? 0))
  const cores = across.map((value, at) => value & (across[at - width] ?? 0) & (across[at + width] ?? 0))
  for (let y = 0; y < height; y++) cores[y * width] = cores[(y + 1) * width - 1] = 0
  return cores
}

/** The boxes of connected cores, with the dark neighbours. Clears the cores. */
function boxesOf(cores: Uint8Array, width: number): Area[] {
  const boxes: Area[] = []
  for (let start = cores.indexOf(1); start !== -1; start = cores.indexOf(1, start)) {
    cores[start] = 0
    const place = [start]
    const box = { left: width, top: Math.floor(start / width), right: 0, bottom: 0 }
    for (const at of place) {
      const x = at % width
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x)
      box.bottom = Math.max(box.bottom, at)
      for (const next of [at - 1, at + 1, at - width, at + width]) {
        if (cores[next] !== 1) continue
        cores[next] = 0
        place.push(next)
      }
    }
    const bottom = Math.floor(box.bottom / width) + 1
    boxes.push({ left: box.left - 1, top: box.top - 1, right: box.right + 1, bottom })
  }
  return boxes
}

function isSolid(dark: Uint8Array, width: number, { left, top, right, bottom }: Area): boolean {
  const [wide, high] = [right - left + 1, bottom - top + 1]
  const [low, long] = [Math.min(wide, high), Math.max(wide, high)]
  if (low < size.lowMin || long < size.longMin) return false
  if (long < size.ratioMin * low && long < 2 * size.longMin) return false
  const shareOf = (area: Area) => {
    let count = 0
    for (let y = area.top; y <= area.bottom; y++) {
      for (let x = area.left; x <= area.right; x++) count += dark[y * width + x] ?? 0
    }
    return count / ((area.right - area.left + 1) * (area.bottom - area.top + 1))
  }
  const edges = [
    { left, right, top: top + 1, bottom: top + 1 },
    { left, right, top: bottom - 1, bottom: bottom - 1 },
    { left: left + 1, right: left + 1, top, bottom },
    { left: right - 1, right: right - 1, top, bottom },
  ]
  if (shareOf({ left, top, right, bottom }) < darkMin.inside) return false
  return edges.every((edge) => shareOf(edge) >= darkMin.edge)
}
