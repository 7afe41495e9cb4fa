import { fileObjects } from './file-objects.ts'

/** The glyph names of a font in the file, where they differ from the usual encoding. */
export interface FontEncoding {
  /** Without the subset prefix, so several fonts may have the same name; empty for Type 3. */
  readonly baseFont: string
  /** Glyph names by code. */
  readonly names: ReadonlyMap<number, string>
  /** The width of the glyph of a code, in thousandths of the font size; null if the file doesn't give it. */
  widthOf(code: number): number | null
}

/** The encodings of the single-byte fonts of a file (ISO 32000-2, 9.6.5). */
export function fontEncodingsOf(file: Uint8Array): FontEncoding[] {
  const objects = fileObjects(file, isAboutFonts)
  const encodings: FontEncoding[] = []
  for (const font of objects.values()) {
    const baseFont = font.includes('/Type3') ? '' : nameIn(entryOf(objects, font, 'BaseFont'))
    if (baseFont === null) continue
    const encoding = font.includes('/Differences') ? font : entryOf(objects, font, 'Encoding')
    const names = differencesIn(entryOf(objects, encoding, 'Differences'))
    if (names.size > 0) encodings.push({ baseFont, names, widthOf: widthsOf(objects, font) })
  }
  return encodings
}

/** Whether an object is a font, an encoding, or a name or list that these may refer to. */
function isAboutFonts(text: string): boolean {
  if (['/BaseFont', '/Type3', '/Differences'].some((each) => text.includes(each))) return true
  return /^\s{0,4}(?:\/[^\s/]{1,127}\s{0,4}$|\[[\s\d./A-Za-z_-]{0,8000}\])/.test(text)
}

function nameIn(text: string): string | null {
  return /^\s{0,4}\/(?:[A-Z]{6}\+)?([^\s/<>[\]()]{1,127})/.exec(text)?.[1] ?? null
}

/** The text after an entry of a dictionary, to the end of the dictionary, or the object that it refers to. */
function entryOf(objects: ReadonlyMap<number, string>, dictionary: string, entry: string): string {
  const at = dictionary.indexOf(`/${entry}`)
  if (at < 0) return ''
  const value = dictionary.slice(at + entry.length + 1)
  const number = /^\s{0,4}(\d{1,10})\s{1,4}\d{1,5}\s{1,4}R/.exec(value)?.[1]
  return number === undefined ? value : (objects.get(Number(number)) ?? '')
}

/** `/Differences [27 /f_i 30 /f_l /parenleft]`: each code is followed by names for it and the next codes. */
function differencesIn(text: string): Map<number, string> {
  const names = new Map<number, string>()
  const list = listIn(text)
  let code = 0
  for (const token of list.match(/\/[^\s/<>[\]()]{1,127}|\d{1,3}/g) ?? []) {
    if (!token.startsWith('/')) code = Number(token)
    else if (code < 256) {
      names.set(code, unescaped(token.slice(1)))
      code += 1
    }
  }
  return names
}

function widthsOf(objects: ReadonlyMap<number, string>, font: string): FontEncoding['widthOf'] {
  const first = Number(/\/FirstChar\s{0,4}(\d{1,3})/.exec(font)?.[1] ?? Number.NaN)
  const list = listIn(entryOf(objects, font, 'Widths'))
  const widths = list.match(/\d{1,6}(?:\.\d{1,6})?/g)?.map(Number) ?? []
  return (code) => widths[code - first] ?? null
}

/** The content of the brackets at the start of a text; empty if there are none. */
function listIn(text: string): string {
  const open = text.indexOf('[')
  if (open < 0 || text.slice(0, open).trim() !== '') return ''
  const close = text.indexOf(']', open)
  return text.slice(open + 1, close < 0 ? text.length : close)
}

/** Names may contain hexadecimal character codes: `f#5fi`. */
function unescaped(name: string): string {
  return name.replaceAll(/#([\da-fA-F]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
