/**
 * The characters of a page in the order in which they are drawn, as columns: a page may have a million of
 * them. Boxes are in points, from the bottom left corner of the page as it is shown, as wide as the
 * character's advance.
 */
export interface PageCharacters {
  readonly count: number
  readonly codePoints: Uint32Array
  /** Left, bottom, right, top of each. */
  readonly boxes: Float32Array
  /** A sum of `characterFlags`. */
  readonly flags: Uint8Array
  /** Where the writing goes, in quarters of a turn against the clock: 0 to the right, 1 up the page. */
  readonly quarters: Uint8Array
  /** How little it is sure, in hundredths: 0 for what a text layer says. */
  readonly doubts: Uint8Array
}

export const characterFlags = {
  /** Not drawn: PDFium put a space or a line break between what it found apart. */
  generated: 1,
  /** A hyphen at the end of a line whose word goes on in the next. */
  lineEndHyphen: 2,
  /** The font doesn't say what the glyph means: the code point is a guess. */
  guessed: 4,
  /** Seen in a picture of the page, which has no drawing order. */
  recognised: 8,
  /** Of a form field or a note: drawn after the page, wherever it stands. */
  annotation: 16,
  /** Drawn, and nothing says what it means. */
  unread: 32,
  /** What it means was read in a picture of the page, where its font doesn't say it. */
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
 * The characters with texts in place of single ones, whose box their letters share, and where each has
 * gone. An empty text takes a character out.
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

/** A box cut into parts from the left to the right. */
function partOf(box: Float32Array, at: number, parts: number): readonly number[] {
  const [left = 0, bottom = 0, right = 0, top = 0] = box
  const width = (right - left) / parts
  return parts === 1 ? [left, bottom, right, top] : [left + at * width, bottom, left + (at + 1) * width, top]
}

/** Some of the characters, in the order given. */
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
