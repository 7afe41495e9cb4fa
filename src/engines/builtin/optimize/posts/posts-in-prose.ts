import { endsWithTitle, type Language } from '../../text/index.ts'
import { endsAsTitle } from '../parts/trades.ts'
import { firstUpper } from '../plain/plain-text.ts'

/** One of several jobs that a sentence offers, and the words about it. */
interface Sought {
  readonly title: string
  readonly count: string
  readonly said: string[]
}

const chineseNumber = '[一两二三四五六七八九十\\d]{1,3}'
/** After a list of jobs: the number of openings for each. */
const chineseOfEach = `各${chineseNumber}[名个位人]|各?若干[名个位人]?`
/** Titles without their separators: a list that can be read in several ways is tried in all of them. */
const chineseTitle = `(?:(?!和|跟|以及|还有)[\\u3400-\\u9fffA-Za-z]){2,10}?`
const chineseCounted = `(?:还要|再招)?(?:${chineseNumber}[个名位]${chineseTitle}|${chineseTitle}(?:(?<![一两二三四五六七八九十])${chineseNumber}[名个位人]|若干[名个位人]?))`
/** `招前台2名，保安1名`, `招收银员和理货员`. */
const chineseCall = new RegExp(
  `(?:招聘?|诚聘|急聘|急招|需要|缺|找)(?![商生标投募贤聘])[：:]?\\s?(${chineseCounted}(?:(?:[、，,]\\s?|和)${chineseCounted}){1,7}|${chineseTitle}(?:(?:、|和|跟|以及|还有)${chineseTitle}){1,7}(?:${chineseOfEach})?)(?=[，,。；;！!]|$)`,
  'u',
)
const chineseSought = new RegExp(
  `^(?:还要|再招)?(?:(${chineseNumber})[个名位])?(${chineseTitle})(?:(${chineseNumber})[名个位人]|(若干)[名个位人]?)?$`,
  'u',
)
const englishCount = '(?:an?|one|two|three|four|five|six|\\d{1,2})'
const englishOne = `(?:${englishCount} )?(?:(?!and\\b|or\\b)[A-Za-z/-]{2,16} ){0,3}?[A-Za-z/-]{3,16}`
/** `We need two line cooks and a dishwasher.` */
const englishCall = new RegExp(
  `\\b(?:need|needs|hiring|looking for|seeking|recruiting)(?: for)? (?:(?:two|three|four|2|3|4) (?:things|people|roles|positions|hires)(?:: | - |, ))?(${englishOne}(?:, ${englishOne}){0,4},? and ${englishOne})(?=[.!;,]|$| (?:at|for|in|to)\\b)`,
  'iu',
)
const englishSought = new RegExp(`^(?:(${englishCount}) )?(.{3,60})$`, 'iu')
const counted = new Map(
  ['a', 'an', 'one', 'two', 'three', 'four', 'five', 'six'].map((word, at) => [word, at < 3 ? 1 : at - 1]),
)
const bracketedOne = `an? ((?:[A-Za-z/-]{2,16} ){0,3}?[A-Za-z/-]{3,16}) [(]([^()]{3,160})[)]`
/** `A pastry cook (full time, $18/hr), a barista (part time) and a dishwasher (weekends).` */
const englishBracketed = new RegExp(
  `(?<=^|[.!:] |for |need |hiring )${bracketedOne}(?:,? (?:and )?${bracketedOne}){1,7}[.]?`,
  'iu',
)
const lineCharactersMax = 1200
const stemCharacters: Record<Language, number> = { zh: 2, en: 5 }

/** Turns a sentence that offers several jobs into one line per job. */
export function withSoughtApart(text: string, language: Language): string {
  return text
    .split('\n')
    .map((line) => (line.length <= lineCharactersMax ? linesOf(line, language) : line))
    .join('\n')
}

/** `急招：厨师1名（川菜），7000；配菜2名，5000` */
const chineseListed =
  /^([\u3400-\u9fffA-Za-z]{2,10}?)(\d{1,3}|[一两二三四五六七八九十])[名个位人](?:[（(]([^（）()]{1,20})[）)])?[，,：:\s]{0,2}(.{0,120})$/u
const chineseOpening =
  /^(.{0,14}?)(?:招聘?|诚聘|急聘|急招)(?![商生标投募贤])[：:\s]{0,2}|^([\u3400-\u9fff]{2,10}(?:部|店|组|车间|中心|公司|厂|科|队))[：:]\s?/u

function listedApart(line: string): string | undefined {
  const [opening = '', called, department] = chineseOpening.exec(line) ?? []
  const words = called ?? department ?? ''
  const end = line.indexOf('。', opening.length)
  const rest = end < 0 ? '' : line.slice(end + 1)
  const isWhole = rest === '' || chineseListed.test(rest)
  const pieces = (isWhole ? line : line.slice(0, end))
    .slice(opening.length)
    .split(/[；;。]/u)
    .filter((piece) => piece.trim() !== '')
  const found = pieces.map((piece) => chineseListed.exec(piece.trim()))
  if (found.length < 2 || found.some((each) => each === null)) return undefined
  // `主要是管20人` counts no openings: without a call, each name has to be a title.
  if (opening === '' && !found.every((each) => endsWithTitle(each?.[1] ?? ''))) return undefined
  const heads = found.map((each) => {
    const [, title = '', count = '', inside = '', rest = ''] = each ?? []
    return headOf({ title, count, said: [inside, rest].filter(Boolean) }, '，', 'zh')
  })
  const before = words.replace(trivial.zh, '').replace(/[，,\s]{1,3}$/u, '')
  return [before, ...heads, isWhole ? '' : rest].filter(Boolean).join('\n')
}

const chineseOne = `(?:一?[个名位]|${chineseNumber}[名个位])?([\\u3400-\\u9fff]{2,10}?)`
/** `店里缺个洗头工，包住，另外找个店长，有经验的`: the next job in the text. */
const chineseFirst = new RegExp(
  `^(.{0,14}?)(?:招聘?|诚聘|急聘|急招|缺|找)(?![商生标投募贤聘])[！!：:\\s]{0,4}${chineseOne}(?=[，,。；;！!\\s]|$)`,
  'u',
)
const chineseAlso = new RegExp(
  `[，,。；;！!\\s]{1,3}(?:另外?|还|再|同时)(?:再|还)?(?:想|要)?(?:招聘?|找|缺|请)${chineseOne}(?=[，,。；;！!\\s\\d]|$)`,
  'u',
)

function alsoSoughtApart(line: string): string | undefined {
  const also = chineseAlso.exec(line)
  const first = chineseFirst.exec(line.slice(0, also?.index ?? 0))
  const titles = [first?.[2] ?? '', also?.[1] ?? '']
  if (also === null || first === null) return undefined
  if (!titles.every((title) => endsAsTitle(title, 'zh'))) return undefined
  const said = [line.slice(first[0].length, also.index), line.slice(also.index + also[0].length)].map(
    (words) => words.replace(/^[，,。；;！!\s]{1,3}/u, ''),
  )
  const before = (first[1] ?? '').replace(trivial.zh, '')
  const heads = titles.map((title, at) => headOf({ title, count: '', said: [said[at] ?? ''] }, '，', 'zh'))
  return [before, ...heads].filter(Boolean).join('\n')
}

function bracketedApart(line: string): string | undefined {
  const list = englishBracketed.exec(line)
  if (list === null) return undefined
  const all = [...list[0].matchAll(new RegExp(bracketedOne, 'giu'))].map(([, title = '', said = '']) => ({
    title,
    count: '',
    said: [said],
  }))
  if (!all.every(({ title }) => endsWithTitle(title) || tradeEnd.test(title))) return undefined
  const [before, behind] = [line.slice(0, list.index), line.slice(list.index + list[0].length)]
  return [before, ...all.map((each) => headOf(each, ', ', 'en')), behind.trim()].filter(Boolean).join('\n')
}

function linesOf(line: string, language: Language): string {
  const listed = language === 'zh' ? listedApart(line) : undefined
  if (listed !== undefined) return listed
  const also = language === 'zh' ? alsoSoughtApart(line) : undefined
  if (also !== undefined) return also
  const bracketed = language === 'en' ? bracketedApart(line) : undefined
  if (bracketed !== undefined) return bracketed
  const call = (language === 'zh' ? chineseCall : englishCall).exec(line)
  const all = call === null ? [] : soughtIn(call[1] ?? '', language)
  if (call === null || all.length < 2) return line
  const before = line.slice(0, call.index).trim().replace(trivial[language], '')
  const common: string[] = []
  let last: Sought | undefined
  for (const clause of line.slice(call.index + call[0].length).split(clauseEnd[language])) {
    const bare = clause.replace(/^[\s，,。；;.!！]+|(?<![\s，,。；;.!！])[\s，,。；;.!！]+$/gu, '')
    if (bare === '') continue
    const one = all.find(({ title }) => bare.toLowerCase().startsWith(stemOf(title, language), begin(bare)))
    if (one !== undefined) one.said.push(withoutTitle(bare, one.title, language))
    else if (last !== undefined && goesOn[language].test(bare)) last.said.push(bare)
    else common.push(bare)
    last = one
  }
  // If neither job has words of its own, one sentence is clearer.
  if (all.every(({ said, count }) => said.length === 0 && count === '')) return line
  const [mark, comma] = language === 'zh' ? ['，', '，'] : ['. ', ', ']
  const heads = all.map((each) => headOf(each, comma, language))
  return [before, ...heads, common.map((each) => (language === 'en' ? firstUpper(each) : each)).join(mark)]
    .filter(Boolean)
    .join('\n')
}

/** `我们店里`, `We` carry no information before a call. */
export function saysNothing(words: string, language: Language): boolean {
  return trivial[language].test(words)
}

const trivial: Record<Language, RegExp> = {
  zh: /^(?:给我|帮我|我们?|本|咱们?|这边|这里)?(?:酒店|门?店|公司|工?厂|餐厅|饭店|工地|学校|项目)?[里上]?(?:现在?|最近|急|想要?|还|需要|[，,\s]){0,3}$/u,
  en: /^(?:now|we|our (?:shop|team|kitchen|site))(?: are|'re| is)?(?: also| now| currently)?$/iu,
}
const clauseEnd: Record<Language, RegExp> = { zh: /[，,。；;！!]/u, en: /(?<=[A-Za-z0-9)])[.;!](?:\s|$)/u }
/** A clause without a name of its own that describes the job before it. */
const goesOn: Record<Language, RegExp> = { zh: /^(?:要|需|会|能|有|底薪|\d)/u, en: /^(?:they|she|he) /iu }

const begin = (clause: string) => /^(?:the |our )?/iu.exec(clause)?.[0].length ?? 0

/** For a trade that no list contains. */
const tradeEnd = /\b(?:tech|hand|person|washer|keeper|help(?:er)?|porter|runner)s?$/u

function stemOf(title: string, language: Language): string {
  const known = language === 'zh' ? title : title.replace(/s$/u, '').toLowerCase()
  return language === 'zh' ? known.slice(0, stemCharacters.zh) : known
}

function withoutTitle(clause: string, title: string, language: Language): string {
  const start = begin(clause)
  if (language === 'en')
    return clause.slice(start + title.replace(/s$/u, '').length).replace(/^s?\s?[:,-]?\s?/u, '')
  const whole = clause.startsWith(title) ? title.length : stemCharacters.zh
  return clause.slice(whole).replace(/^[:：\s]{1,3}/u, '') || clause
}

function headOf({ title, count, said }: Sought, comma: string, language: Language): string {
  if (language === 'zh')
    return `${title}${count === '' ? '' : `${count}名`}：${said.join(comma)}`.replace(/：$/u, '')
  if (count === '') return `${firstUpper(title)}: ${said.join(comma)}`
  return `${count}x ${title}${said.length > 0 ? ` - ${said.join(comma)}` : ''}`
}

function soughtIn(words: string, language: Language): Sought[] {
  const each = language === 'zh' ? chineseEach.exec(words) : null
  // `塔吊司机2名、木工若干`: applies to the last job alone.
  const ofEach = each?.[0].startsWith('若干') && /[名个位人]/u.test(words.slice(0, each.index)) ? null : each
  const listed = words.slice(0, ofEach?.index)
  const pieces = listed.split(language === 'zh' ? /[、，,]\s?|和|跟|以及|还有/u : /,? and |, /iu)
  const all = pieces
    .map((piece) => readSought(piece.trim(), language))
    .map((each) =>
      each === undefined || ofEach === null ? each : { ...each, count: ofEach[1] ?? ofEach[2] ?? '' },
    )
  return all.every((each) => each !== undefined) ? all : []
}

const chineseEach = new RegExp(`各(${chineseNumber})[名个位人]$|(?:各)?(若干)[名个位人]?$`, 'u')

function readSought(piece: string, language: Language): Sought | undefined {
  if (language === 'en') {
    const [, word = '', name = ''] = englishSought.exec(piece) ?? []
    const isTitle = endsWithTitle(name.replace(/s$/u, '')) || tradeEnd.test(name)
    if (!isTitle || (word === '' && !name.endsWith('s'))) return undefined
    return { title: name, count: String(counted.get(word.toLowerCase()) ?? word), said: [] }
  }
  const [, before, title = '', behind, open] = chineseSought.exec(piece) ?? []
  const count = before ?? behind ?? open ?? ''
  const isHow = /^(?:全职|兼职|早班|晚班|白班|夜班|[男女])/u.test(title)
  if (title === '' || isHow || (count === '' && !endsWithTitle(title))) return undefined
  return { title, count, said: [] }
}
