/**
 * Cleans each character so that the text can be searched and stored. Control characters, lone surrogates
 * and forms that only a font needs are removed or replaced. All white space becomes one kind of space. No
 * other normalisation applies: a full-width comma stays full-width.
 */
export function cleanCharacter(codePoint: number): string {
  if (isSpace(codePoint)) return ' '
  if (codePoint < 0x20 || codePoint === 0x7f || codePoint > 0x10ffff) return ''
  const character = String.fromCodePoint(codePoint)
  if (codePoint < 0x7f || isUsualChinese(codePoint)) return character
  if (hyphens.test(character)) return '-'
  if (fontBullets.has(codePoint)) return '•'
  if (unprintable.test(character) || unseen.test(character)) return ''
  return (
    radicals.get(codePoint) ?? (presentationForms.test(character) ? character.normalize('NFKC') : character)
  )
}

/** Whether the character becomes a space: all white space except line and paragraph separators. */
export function isSpace(codePoint: number): boolean {
  return spaces.has(codePoint)
}

/** Tabs, line breaks and the category Zs. */
const spaces: ReadonlySet<number> = new Set([
  ...[0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005],
  ...[0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x202f, 0x205f, 0x3000],
])

/** Most characters of a Chinese page are in this range. None of them changes. */
function isUsualChinese(codePoint: number): boolean {
  return codePoint >= 0x4e00 && codePoint <= 0x9fff
}

/** The soft hyphen (some programs draw it), the hyphen and the non-breaking hyphen. */
const hyphens = /[\u00ad\u2010\u2011]/
/** The bullets of the Symbol and Wingdings fonts, which are in the private use area. */
const fontBullets = new Set([0xf0b7, 0xf0a7, 0xf06c, 0xf09f, 0xf0d8, 0xf0fc, 0xf076])
/**
 * Control characters, lone surrogates, private use (the glyphs of icon fonts), noncharacters, replacement
 * characters, and invisible marks of direction and width. Joiners stay, because some scripts need them.
 */
const unprintable = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\ufff9-\ufffd]/u
const unseen = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/
/** Ligatures, and the radicals and compatibility forms that Chinese fonts use in place of the character. */
const presentationForms = /[\u2e80-\u2fdf\uf900-\ufaff\ufb00-\ufb06\u{2f800}-\u{2fa1f}]/u

/**
 * Radicals that a font draws exactly as the character. Programs that map the glyph to text then write the
 * radical. Unicode normalisation leaves them unchanged (they are in EquivalentUnifiedIdeograph.txt). The
 * last one would be normalised to 戶, but fonts for China draw it for 户.
 */
const radicals: ReadonlyMap<number, string> = new Map(
  pairsOf(`
    ⺁厂 ⺂乛 ⺄乙 ⺅亻 ⺆冂 ⺈刀 ⺉刂 ⺋㔾 ⺎兀 ⺏尣 ⺐尢 ⺒巳 ⺓幺 ⺔彑 ⺖忄 ⺗㣺 ⺘扌 ⺙攵
    ⺛旡 ⺝月 ⺞歺 ⺠民 ⺡氵 ⺢氺 ⺣灬 ⺤爫 ⺦丬 ⺨犭 ⺩王 ⺪疋 ⺫目 ⺬示 ⺭礻 ⺯糹 ⺰纟 ⺲罒
    ⺶羊 ⺹耂 ⺺肀 ⺻聿 ⺼肉 ⺾艹 ⺿艹 ⻀艹 ⻁虎 ⻂衤 ⻃覀 ⻄西 ⻅见 ⻆角 ⻈讠 ⻉贝 ⻋车 ⻌辶
    ⻍辶 ⻏阝 ⻐钅 ⻑長 ⻒镸 ⻓长 ⻔门 ⻖阝 ⻗雨 ⻘青 ⻙韦 ⻚页 ⻛风 ⻜飞 ⻝食 ⻟飠 ⻠饣 ⻢马
    ⻣骨 ⻤鬼 ⻥鱼 ⻦鸟 ⻧卤 ⻨麦 ⻩黄 ⻪黾 ⻫斉 ⻬齐 ⻭歯 ⻮齿 ⻯竜 ⻰龙 ⻲亀 ⼾户
  `).map(([radical = '', character = '']) => [radical.codePointAt(0) ?? 0, character]),
)

/** Makes any text safe for a reply: well-formed, with no control characters except line breaks. */
export function cleanText(text: string): string {
  return text.replace(/[^\n\P{Cc}]|\p{Cs}|\p{Noncharacter_Code_Point}/gu, '')
}

function pairsOf(list: string): string[][] {
  return list
    .trim()
    .split(/\s+/)
    .map((pair) => [...pair])
}
