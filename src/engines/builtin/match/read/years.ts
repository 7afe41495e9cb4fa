/** Years of experience that a text asks for or states. */
export interface YearsMention {
  readonly min: number
  readonly start: number
  readonly end: number
  /** Words nearby indicate that it refers to work. */
  readonly isOfWork: boolean
}

const chineseDigits: Readonly<Record<string, number>> = {
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
}
const englishNumbers: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
}
const digit = '[一二两三四五六七八九]'
const chineseNumber = `(?:[二三四]?十${digit}?|${digit})`
const number = `(\\d{1,2}(?:\\.\\d)?|${chineseNumber})`
/** The upper bound of a range: `三至五年`, `三五年`. */
const upper = `(?:\\s?(?:-|–|—|~|～|至|到|to)\\s?(?:\\d{1,2}|${chineseNumber})|${digit}(?=\\s?年))?`
const chinese = new RegExp(
  `(?<![\\d.第年月岁〇零一二两三四五六七八九十-])${number}${upper}\\s?年(?!级|龄|\\d|代|[前度](?!端)|后(?![端台勤期])|月|底|初|制)[以之]?[上]?`,
  'gu',
)
const english = new RegExp(
  `(?<![\\d.-])(\\d{1,2}(?:\\.\\d)?|one|two|three|four|five|six|seven|eight|nine|ten)(?:\\s?\\(\\d{1,2}\\))?\\s?\\+?${upper}\\s?\\+?\\s?(?:or more |plus )?(?:years?|yrs?|yoe)\\b`,
  'gu',
)
/** Cheap check: a text without these words states no years. */
const maybeYears = /年|year|yrs?|yoe/u
const aboutWork =
  /经验|经历|工作|从业|从事|开发|任职|[以之]上|experience|yoe|background|working|industry|track record|years? (?:of|in|\w+ing)\b/u
/** `Go (5+ years)`, `Java: 3年`: after a name, in brackets or after a colon. */
const behindName = /[\p{L}\d+#.]\s?(?:[(（]|[:：-]\s?)$/u
const endsThere = /^\s?(?:[)）,，;；、|]|$)/u
const somethingElse =
  /(?:past|last|next|previous|every|within|成立|创立|历史|过去|近|未来|学制|保修|质保)\s?(?:the )?$/u
const ofAge = /^\s?(?:old|of age|history|学制)/u
const yearsMax = 50
const contextCharacters = 40

/** The years of experience named in a normalised text. Years of anything else are left out. */
export function yearsMentions(normalized: string): YearsMention[] {
  return allYears(normalized).filter(({ isOfWork }) => isOfWork)
}

/** The same, including years without a word that refers to work; the caller checks the context. */
export function allYears(normalized: string): YearsMention[] {
  if (!maybeYears.test(normalized)) return []
  const found: YearsMention[] = []
  for (const match of [...normalized.matchAll(chinese), ...normalized.matchAll(english)]) {
    const end = match.index + match[0].length
    const before = normalized.slice(Math.max(0, match.index - contextCharacters), match.index)
    const after = normalized.slice(end, end + contextCharacters)
    if (somethingElse.test(before) || ofAge.test(after)) continue
    const isBehindName = behindName.test(before) && endsThere.test(after)
    const isOfWork = isBehindName || aboutWork.test(before + match[0] + after)
    const word = match[1] ?? ''
    const min = englishNumbers[word] ?? numberOf(word)
    if (min > 0 && min <= yearsMax) found.push({ min, start: match.index, end, isOfWork })
  }
  return found
}

const months = new RegExp(
  [
    String.raw`(?<![\d.-])(\d{1,2})\s?\+?${upper}\s?\+?\s?(?:or more |plus )?(?:months?|mos?)\b['’]?`,
    String.raw`(?<![\d.])(\d{1,2}|${digit})个?月(?:[以之]上)?(?=[^,，;；。]{0,16}(?:经验|经历))`,
    '(半)年(?:[以之]上)?(?=[^,，;；。]{0,16}(?:经验|经历))',
  ].join('|'),
  'u',
)
/** `within 6 months of hire` and `every 3 months` demand no months of work. */
const noTimeOfWork =
  /(?:within|every|first|last|past|next|previous|after|contract|for|试用期?|内|每|近)\s?(?:the )?$/u
const noTimeAfter = /^\s?(?:of (?:hire|employment|start|joining)|contract|probation|old|warranty|内|试用)/u

/** A demand for months of work, in years: `6 months in a warehouse` is 0.5. */
export function monthsAskedFor(normalized: string): YearsMention | undefined {
  const match = months.exec(normalized)
  if (match === null) return undefined
  const end = match.index + match[0].length
  if (noTimeOfWork.test(normalized.slice(0, match.index)) || noTimeAfter.test(normalized.slice(end))) {
    return undefined
  }
  const count = match[3] === undefined ? numberOf(match[1] ?? match[2] ?? '') : 6
  return { min: count / 12, start: match.index, end, isOfWork: true }
}

/** Parses digits, or Chinese numerals up to 49. */
function numberOf(word: string): number {
  const [tens, ones] = word.split('十')
  if (ones === undefined) return chineseDigits[word] ?? Number(word)
  return 10 * (chineseDigits[tens ?? ''] ?? 1) + (chineseDigits[ones] ?? 0)
}
