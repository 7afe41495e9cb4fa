/**
 * The characters of a page in drawing order, stored as columns because a page may have a million. Boxes are
 * in points from the bottom left corner of the displayed page. A box is as wide as the character's advance.
 */
export interface PageCharacters {
  readonly count: number
  readonly codePoints: Uint32Array
  /** Left, bottom, right and top of each character. */
  readonly boxes: Float32Array
  /** A sum of `characterFlags`. */
  readonly flags: Uint8Array
  /** The writing direction in counterclockwise quarter turns: 0 is to the right, 1 up the page. */
  readonly quarters: Uint8Array
  /** The doubt of each character, in hundredths: 0 for characters of a text layer. */
  readonly doubts: Uint8Array
}

export const characterFlags = {
  /** Not drawn: PDFium inserted a space or a line break between separate texts. */
  generated: 1,
  /** A hyphen at the end of a line whose word continues on the next line. */
  lineEndHyphen: 2,
  /** The font doesn't define the glyph's meaning: the code point is a guess. */
  guessed: 4,
  /** Recognised in a picture of the page, so it has no drawing order. */
  recognised: 8,
  /** Part of a form field or a note, which is drawn after the page wherever it is placed. */
  annotation: 16,
  /** Drawn, but its meaning is unknown. */
  unread: 32,
  /** The font doesn't define its meaning, which was recognised in a picture of the page. */
  repaired: 64,
} as const

export function emptyCharacters(count: number): PageCharacters {
  return {
    count,
    codePoints: new Uint32Array(count),
    boxes: new Float32Array(count * 4),
    flags: new Uint8Array(count),
    quarters: new Uint8Array(count),
    doubts: new Uint8Array(count),
  }
}

/**
 * Replaces single characters with texts whose letters share the character's box. Returns the characters and
 * the new index of each old one. An empty text removes the character.
 */
export function withTextsAt(
  from: PageCharacters,
  texts: ReadonlyMap<number, string>,
): { readonly characters: PageCharacters; readonly placeOf: Uint32Array } {
  const lettersOf = (index: number): number[] => {
    const text = texts.get(index)
    if (text === undefined) return [from.codePoints[index] ?? 0]
    return [...text].map((letter) => letter.codePointAt(0) ?? 0)
  }
  let count = from.count
  for (const index of texts.keys()) count += lettersOf(index).length - 1
  const characters = emptyCharacters(count)
  const placeOf = new Uint32Array(from.count + 1)
  let place = 0
  for (let index = 0; index < from.count; index++) {
    placeOf[index] = place
    const letters = lettersOf(index)
    const box = from.boxes.subarray(index * 4, index * 4 + 4)
    for (const [at, letter] of letters.entries()) {
      characters.codePoints[place] = letter
      characters.boxes.set(partOf(box, at, letters.length), place * 4)
      characters.flags[place] = from.flags[index] ?? 0
      characters.quarters[place] = from.quarters[index] ?? 0
      characters.doubts[place] = from.doubts[index] ?? 0
      place += 1
    }
  }
  placeOf[from.count] = place
  return { characters, placeOf }
}

/** One of N equal parts of a box, counted from the left. */
function partOf(box: Float32Array, at: number, parts: number): readonly number[] {
  const [left = 0, bottom = 0, right = 0, top = 0] = box
  const width = (right - left) / parts
  return parts === 1 ? [left, bottom, right, top] : [left + at * width, bottom, left + (at + 1) * width, top]
}

/** The characters at the given indices, in the given order. */
export function pickCharacters(from: PageCharacters, indices: readonly number[]): PageCharacters {
  const picked = emptyCharacters(indices.length)
  for (const [at, index] of indices.entries()) {
    picked.codePoints[at] = from.codePoints[index] ?? 0
    picked.boxes.set(from.boxes.subarray(index * 4, index * 4 + 4), at * 4)
    picked.flags[at] = from.flags[index] ?? 0
    picked.quarters[at] = from.quarters[index] ?? 0
    picked.doubts[at] = from.doubts[index] ?? 0
  }
  return picked
}

export const noCharacters: PageCharacters = emptyCharacters(0)
