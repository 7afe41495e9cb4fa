/**
 * The text of a glyph name that PDFium's list doesn't have: a ligature that joins the names of its letters
 * (`f_f_i`, `T_h.liga`) or gives their code points (`uni00660069`). As in the Adobe Glyph List
 * specification, the part after a dot names a variant. Null for other names, such as those of icons.
 */
export function textOfGlyphName(name: string): string | null {
  const [base = ''] = name.split('.', 1)
  if (base === '' || base.length > nameLengthMax) return null
  if (joinedLetters.has(base)) return base
  const parts = base.split('_').map(textOfPart)
  if (parts.length > partsMax || parts.includes(null)) return null
  const text = parts.join('')
  // A single name is in PDFium's list or isn't text.
  return parts.length > 1 || base.startsWith('uni') ? text : null
}

const nameLengthMax = 40
const partsMax = 6

/** Ligatures that fonts name without a separator. */
const joinedLetters: ReadonlySet<string> = new Set([
  ...['ff', 'fi', 'fl', 'ffi', 'ffl', 'fb', 'ffb', 'fh', 'ffh', 'fj', 'ffj', 'fk', 'ffk', 'ft', 'fft', 'fr'],
  ...['tt', 'ti', 'tti', 'tf', 'ct', 'st', 'sp', 'Th', 'Qu', 'gg', 'gy', 'ch', 'ck'],
])

const unicodeName = /^uni((?:[\dA-F]{4}){1,4})$/
const shortUnicodeName = /^u([\dA-F]{4,6})$/

function textOfPart(part: string): string | null {
  if (/^[A-Za-z]$/.test(part)) return part
  const known = namedCharacters.get(part)
  if (known !== undefined) return known
  const codes = unicodeName.exec(part)?.[1]?.match(/.{4}/g) ?? shortUnicodeName.exec(part)?.slice(1) ?? []
  const codePoints = codes.map((code) => Number.parseInt(code, 16))
  if (codePoints.length === 0 || codePoints.some(isNoCharacter)) return null
  return String.fromCodePoint(...codePoints)
}

function isNoCharacter(codePoint: number): boolean {
  return codePoint <= 0x20 || (codePoint >= 0xd800 && codePoint <= 0xdfff) || codePoint > 0x10ffff
}

/** Other parts of ligatures. */
const namedCharacters: ReadonlyMap<string, string> = new Map([
  ['longs', 'ſ'],
  ['germandbls', 'ß'],
  ['dotlessi', 'ı'],
  ['idotaccent', 'i'],
  ['hyphen', '-'],
  ['period', '.'],
  ['slash', '/'],
  ['colon', ':'],
  ['equal', '='],
  ['greater', '>'],
  ['less', '<'],
  ['exclam', '!'],
  ['parenleft', '('],
  ['parenright', ')'],
  ['zero', '0'],
  ['one', '1'],
  ['two', '2'],
  ['three', '3'],
  ['four', '4'],
  ['five', '5'],
  ['six', '6'],
  ['seven', '7'],
  ['eight', '8'],
  ['nine', '9'],
])
