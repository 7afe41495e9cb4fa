import { cleanCharacter } from '../clean-text.ts'
import { type Box, unionOf } from '../layout/box.ts'
import { boxOf, isBlank } from '../layout/fragments.ts'
import { isWide } from '../layout/wide.ts'
import type { PageCharacters } from '../page-characters.ts'
import { clipsAway } from './clip.ts'
import { contrastOf, luminanceOf } from './contrast.ts'
import { type Drawing, drawWithout, pixelsOf, scaleOf } from './drawing.ts'
import { around, contrastMin, drawnAmong } from './drawn-letters.ts'
import { objectsFarFrom } from './far-objects.ts'
import { type FormSurfaces, formSurfaces } from './form-surfaces.ts'
import type { PdfiumLibrary } from './library.ts'
import { coreOf, groundIn } from './looked-at.ts'
import type { PageFrame } from './page-frame.ts'
import { objectsOf, type PageObjects, type Surface, type TextPlace } from './page-objects.ts'
import { isBlended, plainGrounds, standsOut, touches } from './plain-ground.ts'
import { type FindSurface, surfaceFinder } from './surface-finder.ts'
import { type Paint, paintOf, type TextRun } from './text-runs.ts'

/** The visibility of a character. `overPicture`: not painted itself, over an image. */
export type Sight = 'seen' | 'hidden' | 'overPicture'

/** Smaller text is unreadable and treated as hidden. */
const sizePointsMin = 2
/** A font may declare too small a size. Its boxes then show the actual size. */
const boxHeightMin = 2.6

/**
 * Decides for each character whether a reader of the page can see it. The page's objects decide most cases:
 * dark text on an empty ground with nothing over it is visible. The rest is drawn with and without the
 * text. If no pixel changes, the text is hidden.
 */
export function sightOf(
  library: PdfiumLibrary,
  page: number,
  frame: PageFrame,
  characters: PageCharacters,
  runs: readonly TextRun[],
): Sight[] {
  const sights = new Array<Sight>(characters.count).fill('seen')
  const objects = objectsOf(library, page, frame)
  const findSurface = surfaceFinder(objects.surfaces)
  const isPlain = plainGrounds(library, frame)
  const doubtful: Doubt[] = []
  for (const run of runs) {
    const place = objects.texts.get(run.object)
    const paint = paintOf(library, run.object)
    const doubt = doubtAbout(library, frame, objects, run, place, paint)
    const whole = boxOfRun(characters, run)
    const near = doubt === 'all' ? [] : suspectsOf(surfacesAround(whole, objects.surfaces), place, paint)
    const findNear = surfaceFinder(near)
    if (doubt === 'none' && near.length === 0 && isWithin(whole, frame) && isLarge(run)) continue
    const mayStandOut = doubt === 'light' || near.length > 0
    const isOnTop = mayStandOut && near.every(({ order }) => isUnder(order, place))
    for (let index = run.first; index < run.end; index++) {
      if (isBlank(characters, index)) continue
      const box = boxOf(characters, index)
      const core = coreOf(box)
      const touchesIt = (surface: Surface) => touches(surface.box, core)
      if (isOutside(box, frame) || isTiny(run, box)) sights[index] = 'hidden'
      else if (doubt !== 'none' || findNear(core, touchesIt) !== undefined) {
        if (mayStandOut && standsOut(core, paint, place, findSurface(core, touchesIt), isPlain)) continue
        doubtful.push({ index, box, run, place, paint, isOnTop })
      }
    }
  }
  if (doubtful.length > 0) look(library, page, frame, characters, doubtful, findSurface, sights)
  return sights
}

interface Doubt {
  readonly index: number
  readonly box: Box
  readonly run: TextRun
  readonly place: TextPlace | undefined
  readonly paint: Paint
  /** Whether it is certainly painted with nothing over it, so only its ground is in doubt. */
  readonly isOnTop: boolean
}

function isOutside(box: Box, { width, height }: PageFrame): boolean {
  const x = (box.left + box.right) / 2
  const y = (box.bottom + box.top) / 2
  return x < 0 || y < 0 || x > width || y > height
}

function isWithin({ left, bottom, right, top }: Box, { width, height }: PageFrame): boolean {
  return left >= 0 && bottom >= 0 && right <= width && top <= height
}

function isTiny(run: TextRun, box: Box): boolean {
  const height = Math.max(box.top - box.bottom, box.right - box.left)
  return (run.heightPoints < sizePointsMin && height < boxHeightMin) || run.widthPoints < sizePointsMin / 2
}

function isLarge(run: TextRun): boolean {
  return run.heightPoints >= sizePointsMin && run.widthPoints >= sizePointsMin / 2
}

/**
 * Whether a whole run must be drawn to decide: it may be switched off, masked or clipped. Light text is
 * visible only on a dark ground.
 */
function doubtAbout(
  library: PdfiumLibrary,
  frame: PageFrame,
  objects: PageObjects,
  run: TextRun,
  place: TextPlace | undefined,
  paint: Paint,
): 'none' | 'light' | 'all' {
  if (place === undefined || place.form !== null || !objects.complete || paint.optional) return 'all'
  if (paint.colour === null || paint.colour[3] < faintAlpha) return 'all'
  if (isBlended(library, run.object) || clipsAway(library, run.object, frame)) return 'all'
  return luminanceOf(paint.colour) > lightLuminance ? 'light' : 'none'
}

function isUnder(order: number, place: TextPlace | undefined): boolean {
  return place !== undefined && order < place.order
}

const faintAlpha = 100
const lightLuminance = 190

function surfacesAround(box: Box, surfaces: readonly Surface[]): Surface[] {
  return surfaces.filter((surface) => touches(surface.box, box))
}

/** Surfaces drawn over a run, or under it in a similar colour. */
function suspectsOf(around: readonly Surface[], place: TextPlace | undefined, { colour }: Paint): Surface[] {
  return around.filter((surface) => {
    if (place === undefined || colour === null || surface.order > place.order) return true
    return surface.colour === null || contrastOf(colour, surface.colour) < doubtfulContrast
  })
}

function boxOfRun(characters: PageCharacters, { first, end }: TextRun): Box {
  let box = boxOf(characters, first)
  for (let index = first + 1; index < end; index++) {
    if (!isBlank(characters, index)) box = unionOf(box, boxOf(characters, index))
  }
  return box
}

const doubtfulContrast = 60

/**
 * Draws the page without the doubtful characters and decides most of them. The rest is also drawn with
 * them. If memory for drawing is short, the characters count as visible.
 */
function look(
  library: PdfiumLibrary,
  page: number,
  frame: PageFrame,
  characters: PageCharacters,
  doubtful: readonly Doubt[],
  findSurface: FindSurface,
  sights: Sight[],
): void {
  const boxes = doubtful.map(({ box }) => box)
  const within = around(boxes, frame)
  const scale = scaleOf(within)
  const far = objectsFarFrom(library, page, frame, boxes)
  // Before drawing: the pixels are valid only until the next call to PDFium.
  const inForms = formSurfaces(library, frame, formsOfUnpainted(doubtful))
  const objects = new Set([...far, ...doubtful.map(({ run }) => run.object)])
  drawWithout(library, page, frame, within, scale, objects, (without) => {
    const open = doubtful.filter((doubt) => {
      const sight = sightOnGround(without, frame, doubt, characters, findSurface, inForms)
      if (sight !== null) sights[doubt.index] = sight
      return sight === null
    })
    if (open.length === 0) return
    const seen = drawnAmong(library, page, frame, open, without)
    for (const { index } of open) sights[index] = seen.has(index) ? 'seen' : 'hidden'
  })
  for (const { index } of doubtful) if (isMarkBesideSeen(characters, sights, index)) sights[index] = 'seen'
}

/**
 * Commas, dots and underscores are too small to detect. So are letters that share the box of a glyph that
 * means several. They count as visible if a neighbour is.
 */
function isMarkBesideSeen(characters: PageCharacters, sights: readonly Sight[], index: number): boolean {
  const { left, bottom, right, top } = boxOf(characters, index)
  const isNarrow = right - left < (top - bottom) * narrowMax
  if (!isNarrow && /[\p{L}\p{N}]/u.test(cleanCharacter(characters.codePoints[index] ?? 0))) return false
  return [index - 1, index + 1].some((other) => sights[other] === 'seen' && !isBlank(characters, other))
}

/** In heights. Separately drawn letters are wider. */
const narrowMax = 0.08

/** Decides by the ground of a character; null if the character must be drawn on it. */
function sightOnGround(
  without: Drawing,
  frame: PageFrame,
  doubt: Doubt,
  characters: PageCharacters,
  findSurface: FindSurface,
  inForms: FormSurfaces,
): Sight | null {
  const { index, box, paint } = doubt
  if (isUnpainted(paint)) {
    const sight = unpaintedSight(doubt, findSurface, inForms)
    // OCR programs place the letters of a scan inexactly.
    const looked = sight === 'seen' ? coreOf(box) : box
    return groundIn(without, pixelsOf(without, frame, looked)).uneven ? sight : 'hidden'
  }
  const ground = groundIn(without, pixelsOf(without, frame, coreOf(box)))
  if (!paint.embedded && isWide(characters.codePoints[index] ?? 0)) {
    // PDFium has no shapes for the glyph and draws nothing.
    const contrast = paint.colour === null ? 255 : contrastOf(paint.colour, ground.colour)
    return contrast >= contrastMin && !isCovered(doubt, findSurface) ? 'seen' : 'hidden'
  }
  if (!doubt.isOnTop || paint.colour === null) return null
  const contrast = (ground.leastContrast(paint.colour) * paint.colour[3]) / 255
  return contrast >= doubtfulContrast ? 'seen' : null
}

const paintedAlphaMin = 20

function isUnpainted({ colour }: Paint): boolean {
  return colour !== null && colour[3] < paintedAlphaMin
}

function formsOfUnpainted(doubts: readonly Doubt[]): Set<number> {
  const forms = new Set<number>()
  for (const { place, paint } of doubts) if (place?.form != null && isUnpainted(paint)) forms.add(place.form)
  return forms
}

/**
 * The visibility of letters that aren't painted themselves. They are visible if their outlines are drawn as
 * shapes, as browsers do for bold text missing from the font. They are `overPicture` over an image.
 */
function unpaintedSight({ box, place }: Doubt, findOnPage: FindSurface, inForms: FormSurfaces): Sight {
  if (place === undefined) return 'hidden'
  const { form } = place
  const findInForm = form === null ? undefined : inForms.get(form)
  const findSurface: FindSurface = (around, isIt) => findOnPage(around, isIt) ?? findInForm?.(around, isIt)
  const height = box.top - box.bottom
  const isOutline = (surface: Surface) =>
    surface.kind === 'fill' && surface.box.top - surface.box.bottom < height * 2 && touches(surface.box, box)
  if (findSurface(box, isOutline) !== undefined) return 'seen'
  const middle = middleOf(box)
  const isBehind = (surface: Surface) => surface.kind === 'image' && contains(surface.box, middle)
  return findSurface(middle, isBehind) === undefined ? 'hidden' : 'overPicture'
}

function isCovered({ box, place }: Doubt, findSurface: FindSurface): boolean {
  if (place === undefined) return false
  const middle = middleOf(box)
  const covers = (surface: Surface) =>
    surface.order > place.order &&
    (surface.kind === 'image' || surface.colour?.[3] === 255) &&
    contains(surface.box, middle)
  return findSurface(middle, covers) !== undefined
}

/** The centre of a box, as an empty box. */
function middleOf({ left, bottom, right, top }: Box): Box {
  const x = (left + right) / 2
  const y = (bottom + top) / 2
  return { left: x, bottom: y, right: x, top: y }
}

function contains({ left, bottom, right, top }: Box, { left: x, bottom: y }: Box): boolean {
  return left <= x && x <= right && bottom <= y && y <= top
}
