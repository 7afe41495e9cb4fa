import type { Language } from '../../text/index.ts'
import type { DraftLine } from '../draft.ts'
import { isPlace } from '../facts/places.ts'
import { firstUpper } from '../plain/plain-text.ts'
import { kindOfHeading } from '../units/heading-kinds.ts'
import type { Role } from '../units/roles.ts'
import { likeliestSpan, titleSpans } from '../units/title-span.ts'
import { labelsOf } from '../words/labels.ts'
import type { RoledUnit } from './lines.ts'
import { endsAsTitle } from './trades.ts'

/** The title of a draft, and the words beside it that are not part of it. */
interface SettledTitle {
  readonly title: string | undefined
  readonly beside: readonly DraftLine[]
}

/**
 * The title of a job without the words beside it: of the unit with the label of a title, else of the first
 * that has this role and names a job, else of the unit that is likeliest to name one. Several spans of one
 * unit are the titles of one text (`月嫂、护工`).
 */
export function titleIn(
  titles: readonly RoledUnit[],
  units: readonly RoledUnit[],
  language: Language,
): SettledTitle {
  const announced = units.filter(({ role }) => announcing.has(role))
  const whole = [...titles, ...announced].map(({ text }) => text).join('\n')
  const isNamed = ({ text, role }: RoledUnit) => titleSpans(text, role, languageOf(text, language)).length > 0
  const labelled = titles.filter(({ label }) => titleLabel.test(label))
  const [first] = [...labelled, ...titles.filter(({ text }) => kindOfHeading(text) === undefined)]
  const named = labelled.find(isNamed) ?? labelled[0] ?? titles.find(isNamed)
  const sure = named ?? likeliestOf(units, language, () => 0)
  const spans = (unit: RoledUnit | undefined) =>
    unit === undefined ? undefined : spansOf(unit, whole, language)
  return (
    spans(sure) ??
    (first === undefined ? undefined : tidied(bare(first.text, language), whole, language)) ??
    spans(likeliestOf(asSummary(announced), language, () => 0)) ??
    soughtAmong(announced, whole, language) ??
    spans(likeliestOf(asSummary(announced), language, () => leadMin)) ?? { title: undefined, beside: [] }
  )
}

/** The label of a line with a title. */
export const titleLabel =
  /^(?:招聘|应聘)?(?:岗位|职位|职务|职称|工种)(?:名称)?$|^(?:job |position )?title$|^(?:position|role|vacancy|job)$/iu

const announcing: ReadonlySet<Role> = new Set(['title', 'summary', 'company', 'noise'])

/** Words to a colleague may name the job. */
const asSummary = (units: readonly RoledUnit[]) =>
  units.map((unit): RoledUnit => (unit.role === 'noise' ? { ...unit, role: 'summary' } : unit))

/** How likely a span must be, in weights of the table: a unit that announces a job often names one. */
const leadMin = -45

/** Further down, a text more often names other jobs. */
const leadLostPerUnit = 3
const unitsMax = 20

/** The unit that is likeliest to name a job. */
function likeliestOf(
  units: readonly RoledUnit[],
  language: Language,
  minOf: (unit: RoledUnit) => number,
): RoledUnit | undefined {
  let best: { unit: RoledUnit; rank: number } | undefined
  for (const [at, unit] of units.entries()) {
    const { lead } = likeliestSpan(unit.text, unit.role, languageOf(unit.text, language))
    const rank = lead - leadLostPerUnit * Math.min(at, unitsMax)
    if (lead > minOf(unit) && (best === undefined || rank > best.rank)) best = { unit, rank }
  }
  return best?.unit
}

/** The titles in a unit without the words around them. */
function spansOf({ text, role }: RoledUnit, whole: string, language: Language): SettledTitle | undefined {
  const own = languageOf(text, language)
  const clean = (spans: readonly string[]) =>
    spans
      .map((span) => bare(withBracket(ofName(begun(span, text), text), text), own))
      .filter((span) => span.length > 1 && !noJob.test(span))
  const sure = clean(inOneList(titleSpans(text, role, own), text))
  const spans = sure.length > 0 ? sure : clean([likeliestSpan(text, role, own).text])
  return spans.length === 0 ? undefined : withCount(tidied(listed(spans, own), whole, own), text, own)
}

/** The first spans, as long as only the signs and numbers of a list are between them. */
function inOneList(spans: readonly string[], text: string): string[] {
  const list: string[] = []
  let until = 0
  for (const span of spans) {
    const at = text.indexOf(span, until)
    if (list.length > 0 && !between.test(text.slice(until, at))) break
    list.push(span)
    until = at + span.length
  }
  return list
}

const between =
  /^(?=.{0,30}?(?:[\s、,，/&+和及与跟或兼]|\b(?:and|or)\b))(?:[\s、,，/&+和及与跟或兼]|and|or|[（(][^（）()]{1,24}[)）]|[\d一两二三四五六七八九十各若干]{1,3}\s?[名个位人])*$/iu

/** `Conservator` of `a Conservator of Waterlogged Wood`: in a sentence, a title goes on in capitals. */
function ofName(span: string, text: string): string {
  const at = text.indexOf(span)
  const more = inCapitals.exec(text.slice(at + span.length))?.[0] ?? ''
  return asked.test(text.slice(0, at)) && /^[A-Z]/u.test(span) ? span + more : span
}

const inCapitals = /^(?: (?:of |and |& )?[A-Z][A-Za-z'’-]{2,20}){1,4}/u
const asked = /\b(?:an?|the|another) (?:[a-z-]{2,14} )?$/iu

/** `招商` is work and no call. */
const begun = (span: string, text: string) =>
  notSought.test(span) && text.includes(`招${span}`) ? `招${span}` : span
const notSought = /^[商生标投募]/u

/** A title that is given, without a call: `招一个电梯维保`. */
export const givenTitle = (title: string, language: Language): SettledTitle =>
  language === 'zh' ? tidiedChinese(title) : { title, beside: [] }

/** A word for anybody. */
const noJob = /^(?:hand|person|people|someone|somebody|team|staff|guy|man|woman|人|人员|员工|师傅们?)s?$/iu

function soughtAmong(
  units: readonly RoledUnit[],
  whole: string,
  language: Language,
): SettledTitle | undefined {
  const found = units
    .map(({ text }) => soughtIn(text, languageOf(text, language)))
    .find((each) => each !== undefined)
  return found === undefined ? undefined : tidied(bare(found, language), whole, language)
}

/** A Chinese text may have a title in English. */
const languageOf = (text: string, language: Language): Language =>
  language === 'zh' && !/[\u3400-\u9fff]/u.test(text.replace(/[（(][^（）()]{1,40}[)）]/gu, ''))
    ? 'en'
    : language

/** `NDT Technician (Level II)`: a bracket behind a title belongs to it, unless it states a fact. */
function withBracket(span: string, text: string): string {
  const behind = text.slice(text.indexOf(span) + span.length)
  const bracket = /^\s?[（(][^（）()]{1,24}[)）]/u.exec(behind)?.[0] ?? ''
  return /[\d$£€￥]|[名人位]/u.test(bracket) || /\b(?:f\/t|p\/t|perm)\b/iu.test(bracket)
    ? span
    : span + bracket
}

const listed = (spans: readonly string[], language: Language) =>
  [...new Set(spans)].join(language === 'zh' ? '、' : ' / ')

/** `叉车司机两名`: the number of openings behind the title is a fact beside it. */
function withCount(found: SettledTitle, text: string, language: Language): SettledTitle {
  if (language === 'en' || found.title === undefined || found.beside.length > 0) return found
  const behind = text.slice(text.indexOf(found.title) + found.title.length)
  const before = text.slice(0, text.indexOf(found.title))
  const count =
    /^\s?[（(x×*]?((?:\d{1,3}|若干|[一两二三四五六七八九十])\s?[名人位])/u.exec(behind)?.[1] ??
    /([一两二三四五六七八九十\d]{1,3}[名个位])$/u.exec(before)?.[1]
  const { pair, gapNames } = labelsOf.zh
  return count === undefined
    ? found
    : { ...found, beside: [{ part: 'basics', text: pair(gapNames.headcount ?? '', count) }] }
}

/** The job that a sentence says is sought: `we need a line cook`, `在招司机`. */
export function soughtIn(text: string, language: Language): string | undefined {
  return text.length > announcedCharactersMax
    ? undefined
    : (candidates(text, language).find((each) => isWork(each, language)) ?? soughtAlone(text, language))
}

const announcedCharactersMax = 200

/** A title without the signs and the call around it: `【急招】`, `Now hiring:`, `wanted`. */
function bare(text: string, language: Language): string {
  const words = text
    .replace(/^[【[（(](?=[^】\])）]{2,30}[】\])）]$)|^[【[]|[】\]]$/gu, '')
    .replace(/^[\s—–~·:：#-]{1,6}(?=[\p{L}\d（(])/u, '')
    .trim()
  return language === 'zh'
    ? words
        .replace(calling, '')
        .replace(/^(.{2,12})\s(?=[\u3400-\u9fff])(.{1,20})$/u, (found, title: string) =>
          endsAsTitle(title, 'zh') ? title : found,
        )
    : words
        .replace(/^#?(?:\d{1,2}\s?[x×]?|one|two|three|four|another)\s(?=[a-z])/iu, '')
        .replace(/^(?:for )?(?:the )?(?:role|position|post|job) of (?:an? )?/iu, '')
        .replace(/^(?:now )?(?:hiring|wanted|vacancy|urgent(?:ly)?)\s?[:!-]{1,2}\s?/iu, '')
        .replace(/\s(?:wanted|needed|required)$/iu, '')
}

const calling =
  /^(?:(?:急|诚|直|高薪|现|再|想|要|我们)?(?:招募|招聘|招|聘|徵|征|诚找|找|寻)|急需|(?:岗位|职位|职务|工种)(?:名称)?[是为叫])[:：\s]?[个個]?(?=\S{2})(?![商生标投募])/u

/** Whether a span names work and is not a sentence that ends with such a name. */
function isWork(text: string, language: Language): boolean {
  const bare = text.replace(/\s?[(（][^()（）]{1,40}[)）]$/u, '')
  return text.length <= titleCharactersMax && !noTitle.test(text) && endsAsTitle(bare, language)
}

/** `麻烦挂一个会计`, `外卖站长 管40个骑手` contain more than a title. */
const noTitle =
  /[@:：。！!?？]|\s.{0,20}\d.{0,4}[\u3400-\u9fff]|(?:招|找|缺|挂|发|要|充|加)(?:一下)?[一两二三几\d]{0,2}[个名位]/u

const titleCharactersMax = 60
const linesLookedAtMax = 12

/** Spans that may be a title, the most certain first. */
function candidates(text: string, language: Language): string[] {
  const lines = text.split('\n').map((line) => line.replace(/^[\s#*>•·-]{1,6}/u, '').trim())
  const near = lines.filter((line) => line !== '').slice(0, linesLookedAtMax)
  const labelled = near.flatMap((line) => labels[language].exec(line)?.[1] ?? [])
  const whole = near.flatMap((line) => [line, line.split(beside[language])[0] ?? ''])
  const sought = near.flatMap((line) =>
    [...line.matchAll(seeking[language])].flatMap(({ index, 0: words }) =>
      beginnings(line.slice(index + words.length), language),
    ),
  )
  const first = language === 'zh' ? labelled.map((line) => line.split(beside.zh)[0] ?? '') : labelled
  const all = [...first, ...whole.filter((line) => line.length <= titleCharactersMax), ...sought]
  return all.map((each) => each.trim()).filter((each) => each.length > 1)
}

const labels: Record<Language, RegExp> = {
  zh: /^(?:招聘)?(?:岗位|职位|职务|职称|工种)(?:名称)?\s?(?:[:：]|是|为|叫)\s?(.{2,60})$/u,
  en: /^(?:job title|title|position|role|job|vacancy)\s?:\s?(.{2,80})$/iu,
}
const beside: Record<Language, RegExp> = {
  zh: /[，,。；;、|｜]|\s{2}|(?<=[\u3400-\u9fff])\s?(?=\d{1,3}\s?[名人位个])/u,
  en: /,\s|\s[-–—|·]\s|\s{2}|\.\s/u,
}
/** After these words, a sentence names the job. */
const seeking: Record<Language, RegExp> = {
  zh: /(?:招聘?|诚聘|急聘|寻|缺|找|补|挂|发布?|要)(?:[一两二三四五六七八九十几\d]{0,3}[个名位])?[【“「]?/gu,
  en: /\b(?:hiring|seeking|looking for|needs?|opening for|openings for|recruiting|after|wants?|wanted:?|(?:ad|jd|post|posting|description|role|position) for|our (?:new|next)) (?:(?:an?|the|our|another|one|two|three|four|five|six|seven|eight|ten|\d{1,2}) ){0,2}/giu,
}

/** The leading words of a text, the longest span first: one of them may be a title. */
function beginnings(text: string, language: Language): string[] {
  if (language === 'zh') {
    const words = /^[\u3400-\u9fffA-Za-z+#]{2,12}/u.exec(text)?.[0] ?? ''
    const bracket = /^[（(][^()（）]{1,20}[)）]/u.exec(text.slice(words.length))?.[0] ?? ''
    return bracket === '' ? [words] : [words + bracket, words]
  }
  const words = (/^[^.,;:()!?\n]{2,60}/u.exec(text)?.[0] ?? '').trim().split(/\s+/u)
  return Array.from({ length: Math.min(words.length, wordsMax) }, (_, at) =>
    firstUpper(words.slice(0, Math.min(words.length, wordsMax) - at).join(' ')),
  )
}
const wordsMax = 5

/** `needs six movers`, `an illustrator for our books`: a person, by the ending of the word. */
function soughtAlone(text: string, language: Language): string | undefined {
  if (language === 'zh') return undefined
  for (const { index, 0: words } of text.matchAll(seeking.en)) {
    const [, sought] = agent.exec(text.slice(index + words.length)) ?? []
    if (sought !== undefined) return firstUpper(sought)
  }
  return undefined
}

const agent =
  /^((?:[a-z-]{3,14} ){0,2}?(?!(?:number|order|summer|member|customer|partner|either|other|another|offer|answer|paper|power|water|winter|color|floor|door|error|supplier|user)s?\b)[a-z]{1,14}(?:[^aeiou\s]er|tor|ist|ian)s?)(?=[\s,.;]|$)/iu

function tidied(found: string, text: string, language: Language): SettledTitle {
  return language === 'zh' ? tidiedChinese(found) : tidiedEnglish(found, text)
}

/** `招两个店员`, `护士3名(门诊2)`: the number of openings is a fact beside the title. */
function tidiedChinese(found: string): SettledTitle {
  const { pair, gapNames } = labelsOf.zh
  const headcount = (text: string): DraftLine => ({
    part: 'basics',
    text: pair(gapNames.headcount ?? '', text),
  })
  const [, count, sought] =
    /^(?:急|诚|再|想)?(?:招聘?|要|缺|找)([一两二三四五六七八九十几\d]{1,2}[个名位])([\u3400-\u9fffA-Za-z]{2,12})$/u.exec(
      found,
    ) ?? []
  if (count !== undefined && sought !== undefined) return { title: sought, beside: [headcount(count)] }
  const [, title, behind] =
    /^(.{2,20}?)[，,\s]?(\d{1,3}\s?[名人位](?:[（(][^（）()]{1,40}[）)])?)$/u.exec(found) ?? []
  if (title !== undefined && behind !== undefined) return { title, beside: [headcount(behind)] }
  return { title: found, beside: [] }
}

/** `Line cook, Lubbock, Texas`, `Clerk req, Soho`, `NIGHT PORTER`. */
function tidiedEnglish(found: string, text: string): SettledTitle {
  const { pair, facts } = labelsOf.en
  const bare = found.replace(/\s(?:req|requisition)(?=,|$)/iu, '')
  const pieces = bare.split(/,\s/u)
  const work = pieces.findIndex((piece) => endsAsTitle(piece.replace(/\s?\([^()]*\)$/u, ''), 'en'))
  const kept = pieces.slice(0, work + 1)
  const beside: DraftLine[] = []
  const tail = pieces.slice(work + 1)
  if (work < 0 || tail.length === 0) return { title: inTitleCase(firstUpper(pieces.join(', '))), beside }
  while (tail.length > 0) {
    const [one = '', two = ''] = tail
    const both = `${one}, ${two}`
    const isState = two !== '' && isPlace(both, 'en')
    if (isState || isPlace(one, 'en')) {
      beside.push({ part: 'basics', text: pair(facts.place, isState ? both : one) })
      tail.splice(0, isState ? 2 : 1)
    } else if (/^(?:a )?(?:company|team|firm|shop|staff) of \d/iu.test(one)) {
      beside.push({ part: 'company', text: firstUpper(one) })
      tail.splice(0, 1)
    } else if (/^start(?:ing|s)?\b/iu.test(one)) {
      beside.push({ part: 'basics', text: firstUpper(one) })
      tail.splice(0, 1)
    } else if (bare !== found && text.split(one).length > 2) tail.splice(0, 1)
    else break
  }
  return { title: inTitleCase(firstUpper([...kept, ...tail].join(', '))), beside }
}

/** A title in capitals becomes mixed case; abbreviations (`RN`, `HVAC`) stay. */
function inTitleCase(title: string): string {
  const letters = title.replace(/\([^()]*\)|[^A-Za-z]/gu, '')
  if (letters.length < capitalsMin || letters !== letters.toUpperCase()) return title
  return title.replace(/\b[A-Z]{2,}\b/gu, (word) => {
    if (small.has(word)) return word.toLowerCase()
    const isName = word.length <= nameCharactersMax && !common.has(word) && !/[AEIOU].|.[AEIOU]/u.test(word)
    return isName ? word : word.charAt(0) + word.slice(1).toLowerCase()
  })
}
const capitalsMin = 8
const nameCharactersMax = 4
const small = new Set(['OF', 'AND', 'THE', 'FOR', 'IN', 'AT', 'TO'])
const common = new Set(['DRY'])
