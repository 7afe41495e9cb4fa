import { allMatches, longPattern, normalize, usStates } from '../../text/index.ts'
import { vocabulary } from '../../vocabulary.ts'
import { isTradeName } from './trade-names.ts'

/**
 * The span of a personal detail that says nothing about work: name, gender, age, marriage, ethnicity,
 * origin, politics, health, looks, photo or contact data. These are removed before anything is read, so
 * that they can't affect the score.
 */
export interface Span {
  readonly start: number
  readonly end: number
}

const chineseLabels =
  '姓\\s{0,4}名|性\\s{0,4}别|年\\s{0,4}龄|民\\s{0,4}族|籍\\s{0,4}贯|出生日期|出生年月|出生地|出生时间|出生|生\\s{0,4}日|户籍所在地|户籍地|户籍|户口所在地|户口性质|户口|婚姻状况|婚姻状态|婚姻|婚育状况|婚育|婚否|政治面貌|政治身份|宗教信仰|宗教|身\\s{0,4}高|体\\s{0,4}重|视\\s{0,4}力|健康状况|身体状况|生肖|星座|血型|身份证号码|身份证号|身份证|证件号码|国\\s{0,4}籍|照\\s{0,4}片|联系电话|联系方式|手机号码|手机号|手\\s{0,4}机|电话号码|电\\s{0,4}话|电子邮箱|电子邮件|邮\\s{0,4}箱|微信号|微\\s{0,4}信|个人主页|联系地址|家庭住址|家庭地址|通讯地址|通信地址|现住址|现居住地|现居地|现居|居住地址|居住地|所在地|所在城市|常住地|住\\s{0,4}址|地\\s{0,4}址|邮\\s{0,4}编|紧急联系人|姓氏|子女情况|子女|生育状况|配偶|性取向|居住证|兵役状况|座机|护照号码?|母亲|父亲|页脚'
/** Labels that are also terms of work; they need a colon. */
const chineseColonLabels =
  '求职者|候选人|应聘者|英文名|曾用名|党派|生源地|出生年份|出生地点|微博|博客|主页|个人网站|网址|邮件|邮政编码'
const englishLabels =
  "full name|first name|last name|surname|candidate name|birth year|year of birth|name|gender|sex|age|date of birth|birth date|birthday|d\\.?o\\.?b|place of birth|birthplace|marital status|marriage|children|nationality|citizenship|ethnicity|ethnic group|race|religion|native place|hometown|height|weight|blood group|photograph|photo|phone number|phone|mobile number|mobile no|mobile|cell phone|cell|telephone|tel|contact number|contact no|contact|e-?mail address|e-?mail id|e-?mail|wechat|whatsapp|skype|qq|permanent address|current address|home address|mailing address|address|linkedin|passport no|passport|father'?s name|mother'?s name|pronouns|political status|political affiliation|political views|residence|current residence|zip code|zip|postcode|home town|hometown|native country|twitter|instagram|sexual orientation|zodiac|website|visa status|visa|immigration status|weixin|github|portfolio|home ?page|facebook|birth place|country of birth|country of origin|place of origin|political party|ethnic origin|given name|family name|middle name|maiden name|preferred name|family status|kids|spouse|disability status|veteran status|health status|religious affiliation|emergency contact|home phone|work phone|postal code"
const colonLabels = `(?:${chineseLabels}|${chineseColonLabels}|${englishLabels})`
/** Labels in both languages: `性别 Gender：`, `年龄(Age)：`, `**Name**:`. */
const colonLabel = `${colonLabels}(?:\\s{0,2}[/(（]?\\s{0,2}${colonLabels}\\s{0,2}[)）]?)?[*_]{0,2}\\s{0,4}[:：][*_]{0,2}`
/** A label with its colon, or a Chinese one with a space: `姓名：张三`, `Date of birth: 1990-01-02`. */
const labelled = new RegExp(
  `(?<![\\p{L}])(?:${colonLabel}|(?:${chineseLabels})[\\t \\u3000]{1,4}(?=\\S)|(?:联系电话|手机号?|电话|邮箱|微信号?)[是为]?(?=[+(\\d]|[\\w.-]{1,64}@))`,
  'giu',
)
/** A cell that begins with its label. */
const labelledCell = new RegExp(`(?<=^|[|｜\\t])[ *_\\u3000]{0,8}${colonLabel}[^|｜\\t]{0,80}`, 'giu')
const labelAlone = new RegExp(`^[*_]{0,2}${colonLabels}[*_]{0,2}\\s{0,2}([:：]?)[*_]{0,2}$`, 'iu')

/** Detects a line that is only a label; its value is beside or below it. `open` if it ends in a colon. */
export function labelOf(text: string): 'label' | 'open' | undefined {
  const found = text.length > labelCharactersMax ? null : labelAlone.exec(text.trim())
  if (found === null) return undefined
  return found[1] === '' ? 'label' : 'open'
}
const labelCharactersMax = 40

/** `Full Name - John Smith`, `Height 5 ft`, `Mobile +91`: at the start of a line, without a colon. */
const dashed = new RegExp(`^\\s{0,4}(?:${englishLabels})\\s{0,3}[-–—]\\s`, 'iu')
const unmarked =
  /^\s{0,4}(?:(?:height|weight|age|tel\.?|phone|mobile|cell|fax|zip|d\.?o\.?b\.?)\s[+(]?\d[\d\s'"().+/-]{0,24}(?:(?:ft|feet|cm|kg|lbs?)\b\.?(?:\s?\d{1,2}\s?in\b)?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\s\d{4})?|(?:hometown|birthplace)\s\p{Lu}[\p{L}, ]{1,40}$)/iu
/** A label cell, and the cell after it. */
const tableRow = new RegExp(
  `(?<=^|[|｜\\t])[ \\u3000]{0,8}(?:${chineseLabels}|${englishLabels})[ \\u3000]{0,8}[:：]?[ \\u3000]{0,8}[|｜\\t][^|｜\\t]{0,60}`,
  'giu',
)
/** The end of a label's value. Addresses contain commas, so a comma ends only short values. */
const valueEnd = /[\t|｜/;；•·]|[ \u3000]{2,}|$/u
const shortValueEnd = /[\t|｜/;；•,，。]|·(?=[男女\d]|[^\u3400-\u9fff])|[ \u3000]{2,}|$/u
const hasCommas = /地址|住址|address|地\s|residence|居|hometown|birthplace|place of birth|native place/iu
/** A date may contain the separators of other values. */
const dateValue =
  /^(?:19|20)\d\d\s?[年./-]\s?\d{1,2}(?:\s?[月./-]\s?\d{0,2}\s?日?)?|^\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d\d|^(?:\d{1,2}\s)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?(?:\s\d{1,2}(?:st|nd|rd|th)?)?,?\s(?:19|20)\d\d/iu
/** A web address may contain separators such as `/`; it ends at a space, a bar, a comma or a semicolon. */
const webValue = /^[^\s|｜,，;；]{0,200}[./@][^\s|｜,，;；]{1,200}/u
const isWeb = /主页|网站|网址|博客|linkedin|website|github|portfolio|home ?page|facebook|twitter|mail|邮/iu

/** Details that are recognised anywhere in a line, each with a string that every match contains. */
const anywhere: readonly (readonly [sign: string, pattern: RegExp])[] = [
  ['@', /[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}/gu],
  ['', /(?:https?:\/\/|www\.)[^\s，。；、|]{1,200}/giu],
  ['](', /!\[[^\]\n]{0,80}\]\([^)\n]{0,400}\)/gu],
  ['.', /(?<![\w.])[\w-]{1,60}\.(?:jpe?g|png|gif|bmp)\b/giu],
  ['/', /(?<![\w.-])(?:[\w-]{1,40}\.){1,3}(?:com|cn|org)\/[^\s，。；、|]{1,100}/giu],
  ['/', /(?:linkedin|github|gitee|facebook|twitter)\.com\/[^\s，。；、|]{1,100}/giu],
  ['岁', /(?<![\d第])[1-6]\d\s{0,2}(?:周岁|岁)/gu],
  [
    '生',
    /(?:19|20)\d\d\s?[年./-]\s?\d{1,2}\s?(?:[月./-]\s?\d{0,2}\s?日?)?\s?(?:出\s?生|生(?=[\s,，|。]|$))/gu,
  ],
  ['年', /(?:19|20)\d\d\s?年\s?(?:出\s?生|生(?=[\s,，|。]|$))/gu],
  ['生', /(?:出生于|生于)\s?(?:19|20)\d\d\s?[年./-]?(?:\s?\d{1,2}\s?[月./-]?)?(?:\s?\d{1,2}\s?日)?/gu],
  ['', /\bborn (?:(?:on|in) [\w ,.-]{0,24}?)?(?:19|20)\d\d/giu],
  ['', /\b[1-6]\d[ -]?years?[ -]old\b/giu],
  ['/', /\b(?:he\/him|she\/her|they\/them)(?:\/\w{2,6})?\b/giu],
  ['@', /(?:知乎|微博|抖音|twitter|instagram|weibo)\s?[:：]?\s?@[\w.-]{2,30}/giu],
  ['@', /(?:知乎|微博|抖音)\s?[:：]\s?@[\u3400-\u9fff]{2,12}/gu],
  ['', /\bqq[ :：]{1,2}\d{5,12}/giu],
  ['微信同', /微信同(?:手机号?|号|步)/gu],
  [
    '',
    /\b\d{1,4}[A-Z]? [A-Z][a-z]{2,20} (?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln)\b\.?(?:, [A-Z][a-z]{2,20})?/gu,
  ],
  ['', /\bpassport(?: (?:no\.?|number))? ?[:：]? ?[A-Z]{0,2}\d{6,9}\b/giu],
]
/** Numbers of telephones and identity papers. */
const numbers: readonly RegExp[] = [
  /(?<!\d)(?:0\d{2,3}-|\d{2} \d{2,4} \d{4} )\d{4,8}(?!\d)/gu,
  /(?<!\d)(?:\+?86[ -]?)?1[3-9]\d[ -]?\d{4}[ -]?\d{4}(?!\d)/gu,
  /(?<![\d.])(?:\+?\d{1,3}[ -]?)?\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?!\d)/gu,
  /\+\d{1,3}[ -]?\d{2,5}[ -]?\d{3,5}[ -]?\d{3,5}(?!\d)/gu,
  /(?<!\d)\d{17}[\dXx](?!\d)/gu,
]
const numberDigitsMin = 7
const digits = /\d/g

/** The patterns whose required string occurs in a line. */
function anywhereIn(line: string): readonly RegExp[] {
  const found = anywhere.filter(([sign]) => line.includes(sign)).map(([, pattern]) => pattern)
  return (line.match(digits)?.length ?? 0) < numberDigitsMin ? found : [...found, ...numbers]
}
/** Contact data anywhere in a line: mail, telephone, web addresses. */
export function contactSpans(line: string): Span[] {
  return (maybeAnywhere.test(line) ? anywhereIn(line) : []).flatMap((pattern) => spansOf(line, pattern))
}
/** Words that are personal details without a label, if they form a complete cell or word. */
const aloneWord =
  /^(?:男|女|男性|女性|未婚|已婚|离异|已育|未育|已婚已育|已婚未育|单身|中共党员|党员|预备党员|中共预备党员|共青团员|团员|群众|[\u3400-\u9fff]{1,4}族|(?:19|20)\d\d年(?:\d{1,2}月)?生|\d{3}\s?cm|\d{2,3}\s?kg|(?:民[革盟建进]|农工党|致公党|九三学社|台盟)(?:成员|会员|社员|盟员|党员)?|无党派(?:人士)?|male|female|man|woman|non-?binary|married|single|engaged|unmarried|divorced|widowed|mr|mrs|ms|he\/him|she\/her|they\/them|先生|女士|小姐)\.?$/iu
/** A month on its own beside such words is the month of birth. */
const monthAlone = /^(?:19[4-9]\d|200\d)[年./-]\d{1,2}月?$/u
/** Sex as a letter, age as a number, or nationality. */
const besideAlone =
  /^(?:[mf]|[1-6]\d|american|british|irish|scottish|nigerian|indian|pakistani|mexican|filipino|kenyan|ghanaian|canadian|australian|brazilian|egyptian|iranian)$/iu
/** Nationalities that are also languages: two of them in one line are languages. */
const languageToo =
  /^(?:english|chinese|german|french|italian|spanish|polish|russian|ukrainian|turkish|japanese|vietnamese|korean)$/iu

/** Whether a word beside a personal detail is one too. `all` are the words of the line. */
export function saysBeside(word: string, all: readonly string[]): boolean {
  if (besideAlone.test(word)) return true
  return languageToo.test(word) && all.filter((each) => languageToo.test(each)).length === 1
}

/** Whether a text names a skill: then it isn't the name of a person or place, nor a number. */
export const namesSkills = (text: string): boolean => vocabulary().find(normalize(text), text).length > 0

/** A letter for sex next to an age. */
const letterAndAge = /(?:^|[|,(/])\s?[MF]\s?[|,/]\s?[1-6]\d\b/u
/** `Boston, MA 02108`, `123 Main St, Anywhere`: an address in a cell of its own. */
const cell = /[^|｜•·\t]+/gu
const placeCharactersMax = 80
const chineseAddress =
  /^(?=.{5})(?=.{0,10}[市区县州])(?:[\u3400-\u9fff]{2,8}(?:省|自治区))?(?:[\u3400-\u9fff]{2,6}[市州])?(?:[\u3400-\u9fff]{1,6}[区县])?(?:[\u3400-\u9fff]{1,12}(?:路|街|大道|巷|弄|园|村|镇))?(?:\d{1,4}[号弄栋室楼]){0,3}$/u
const englishAddress =
  /^(?:Flat|Apt\.?|Apartment|Unit|Suite) \d{1,4}[A-Z]?, [\w .]{2,40}(?:, [A-Z][\w .]{2,30}){0,2}$|^[A-Z][a-z]{2,20}(?: [A-Z][a-z]{2,20})? \d{5,6}$/u
const placeCell = longPattern(
  'u',
  String.raw`^[A-Z][A-Za-z.' -]{2,30},\s?(?:UK|U\.K\.|USA?|England|Ireland|Scotland|Canada|Australia|India|Pakistan|Nigeria|Kenya|Ghana|China|Singapore|Germany|France|Spain|Italy|Mexico|Brazil|Philippines|Vietnam|Indonesia|Malaysia|Bangladesh|Egypt|Turkey|Poland|Ukraine|Russia|Japan|Korea|South Africa|UAE)\.?$|
    ^\p{Lu}[\p{L}.' -]{2,30} \d{1,4}[a-z]?,\s?(?:[A-Z]{1,2}-)?\d{4,6} \p{Lu}[\p{L}.' -]{2,30}$|
    ^[A-Z][A-Za-z.' -]{2,30},\s?(?:${usStates})(?:,?\s\d{5}(?:-\d{4})?)?(?:,\s?(?:USA|US))?\.?$|^\d{1,5}\s[\w .]{2,40}\b(?:St|Street|Ave|Avenue|Rd|Road|Blvd|Boulevard|Lane|Ln|Drive|Dr|Way|Court|Ct|Parkway|Pkwy|Square|Place)\b[\w ,.-]*$`,
)
export const isPlaceCell = (text: string): boolean =>
  [placeCell, englishAddress, chineseAddress].some((pattern) => pattern.test(text))
const aloneCharactersMax = 12
const aloneLineMax = 160
const alonePiece = /[^\s|｜/,，;；、·•()（）\t]+/gu

/** Cheap checks first: most lines contain nothing that the patterns above match. */
const maybeLabelled = /[:：]|[\u3400-\u9fff][\t \u3000]|(?:电话|手机号?|邮箱|微信号?)[是为]?[+(\w]/u
const maybeAnywhere = /[\d@/]|www|微信同|\.(?:jpe?g|png|gif|bmp)/iu
const maybeAlone =
  /\d years? old|[男女族社盟]|民[革建进]|无党派|农工党|致公党|engaged|binary|[未已]婚|离异|[未已]育|单身|[党团]员|群众|[年月]生|先生|小姐|\dcm|\dkg|male|man|married|single|divorced|widowed|m(?:r|rs|s)\b|\/(?:him|her|them)/iu
const maybePlace = /,\s?[A-Z]|\d\s[\w .]|[市区县州]|[a-z] \d{5}/u

/** `born in Paris, France`, `living at Flat 3, Main Road, London`. */
const statedPlace =
  /\b(?:[Bb]orn (?:(?:on )?[\w/-]{1,12}(?: \w{1,9},?){0,2} )?in|(?:[Ll]iv(?:e|es|ing)|[Rr]esid(?:e|es|ing)|[Bb]ased) (?:in|at)|I['’ ]a?m (?:originally )?from|[Oo]riginally from|[Nn]ative of)(?:,? (?:\d{1,5}|\p{Lu}[\p{L}'’.]{1,20})(?= \p{Lu}|[ ,.]|$)(?: \d{1,5}| \p{Lu}[\p{L}'’]{1,20}){0,2}){1,3}/gu
const maybeStatedPlace = /\b(?:[Bb]orn|[Ll]iv|[Rr]esid|[Bb]ased|from|of)/u

/**
 * Labels with their values, and other details with commas. Runs before a sentence is split at commas,
 * because an address or a date may contain some.
 */
export function labelledSpans(sentence: string): Span[] {
  const labels = maybeLabelled.test(sentence) ? allMatches(sentence, labelled) : []
  const other = maybeStatedPlace.test(sentence) ? statedPlaces(sentence) : []
  return [...other, ...politeNames(sentence), ...valueSpans(sentence, labels)]
}

/**
 * Ends before the first skill: `based in Berlin, Python and Docker services` names a place and then skills.
 */
function statedPlaces(sentence: string): Span[] {
  return spansOf(sentence, statedPlace).flatMap(({ start, end }) => {
    const places = sentence.slice(start, end).split(/(?<=,)/u)
    const skills = places.findIndex(namesSkills)
    const length = (skills < 0 ? places : places.slice(0, skills)).join('').length
    return length === 0 ? [] : [{ start, end: start + length }]
  })
}

const spansOf = (text: string, pattern: RegExp): Span[] =>
  allMatches(text, pattern).map(({ 0: found, index }) => ({ start: index, end: index + found.length }))

function valueSpans(sentence: string, labels: readonly RegExpExecArray[]): Span[] {
  return labels.map(({ 0: label, index: start }, index) => {
    const from = start + label.length
    return { start, end: from + valueLength(label, sentence.slice(from, labels[index + 1]?.index)) }
  })
}

/**
 * The unlabelled personal details of one line. `nameMayStand`: a name may begin the line; with `alone`, it
 * must fill the line.
 */
export function personalSpans(line: string, nameMayStand: boolean | 'alone'): Span[] {
  const spans: Span[] = []
  const lead = dashed.exec(line)?.[0].length
  if (lead !== undefined) spans.push({ start: 0, end: lead + valueLength('', line.slice(lead)) })
  const measure = unmarked.exec(line)
  if (measure !== null) spans.push({ start: 0, end: measure[0].length })
  spans.push(...contactSpans(line))
  spans.push(...aloneSpans(line))
  for (const match of maybePlace.test(line) ? allMatches(line, cell) : []) {
    if (match[0].length <= placeCharactersMax && isPlaceCell(match[0].trim())) {
      spans.push({ start: match.index, end: match.index + match[0].length })
    }
  }
  if (nameMayStand !== false)
    spans.push(...nameSpan(line).filter(({ end }) => nameMayStand === true || end >= line.trimEnd().length))
  return spans
}

/**
 * The personal details in a line of cells: labels with the next cell, polite names, and words with a month
 * of birth. Runs before a line is split into cells.
 */
export function tableSpans(line: string): Span[] {
  const labels = [...allMatches(line, tableRow), ...allMatches(line, labelledCell)]
  const spans = labels.map(({ 0: cells, index }) => ({ start: index, end: index + cells.length }))
  return [...spans, ...politeNames(line), ...aloneSpans(line)]
}

/** Unlabelled personal words, and the month of birth beside them. */
function aloneSpans(line: string): Span[] {
  if (!maybeAlone.test(line) && !letterAndAge.test(line)) return []
  const pieces = allMatches(line, alonePiece).filter(([piece]) => piece.length <= aloneCharactersMax)
  if (
    !pieces.some(([piece]) => aloneWord.test(piece)) &&
    !/\b[1-6]\d years? old\b/u.test(line) &&
    !letterAndAge.test(line)
  )
    return []
  const isShort = line.length <= aloneLineMax
  const isCell = (from: number, to: number): boolean =>
    /(?:^|[|｜/,，;；·(（])\s*$/u.test(line.slice(0, from)) &&
    /^\s*(?:[|｜/,，;；·)）.]|$)/u.test(line.slice(to))
  const words = pieces.map(([piece]) => piece)
  return pieces
    .map(({ 0: piece, index }) => ({ piece, start: index, end: index + piece.length }))
    .filter(
      ({ piece, start, end }) =>
        aloneWord.test(piece) ||
        monthAlone.test(piece) ||
        (isShort && saysBeside(piece, words) && isCell(start, end)),
    )
}

function valueLength(label: string, after: string): number {
  const lead = after.length - after.trimStart().length
  const rest = after.slice(lead)
  const whole = (isWeb.test(label) ? webValue.exec(rest) : null) ?? dateValue.exec(rest)
  return (
    lead + Math.max(whole?.[0].length ?? 0, rest.search(hasCommas.test(label) ? valueEnd : shortValueEnd))
  )
}

/** A heading of a resume or of its personal section, without content. */
const headOnly =
  /^[[【(（]?(?:照\s?片|相\s?片|头\s?像|个人简历|求职简历|简\s?历|个人信息|基本信息|个人资料|基本资料|个人情况|联系信息|photo(?:graph)?|resume|résumé|curriculum vitae|cv|personal (?:details|information|data|info)|contact(?: details| information| info)?)[\]】)）]?[:：]?$/iu
export const isHeadOnly = (line: string): boolean =>
  line.length <= nameCharactersMax && headOnly.test(line.trim())

const headerWord =
  /^(?:个人)?简历$|^resume$|^curriculum$|^cv$|^求职|^profile|^summary|^objective|^skills|^experience|^education/iu
export const surname =
  /^(?:欧阳|司马|上官|诸葛|东方|皇甫|尉迟|公孙|慕容|令狐|司徒|夏侯|长孙|宇文|端木|南宫|西门|[赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳酆鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄和穆萧尹姚邵湛汪祁毛禹狄米贝明臧计伏成戴谈宋茅庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路娄危江童颜郭梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万支柯昝管卢莫经房裘缪干解应宗丁宣贲邓郁单杭洪包诸左石崔吉钮龚程嵇邢滑裴陆荣翁荀羊惠甄曲家封芮羿储靳汲邴糜松井段富巫乌焦巴弓牧隗山谷车侯宓蓬全郗班仰秋仲伊宫宁仇栾暴甘厉戎祖武符刘景詹束龙叶幸司韶郜黎蓟薄印宿白怀蒲邰从鄂索咸籍赖卓蔺屠蒙池乔阴郁胥能苍双闻莘党翟谭贡劳逄姬申扶堵冉宰郦雍桑桂濮牛寿通边扈燕冀郏浦尚农温别庄晏柴瞿阎充慕连茹习宦艾鱼容向古易慎戈廖庾终暨居衡步都耿满弘匡国文寇广禄阙东殴殳沃利蔚越夔隆师巩厍聂晁勾敖融冷訾辛阚那简饶空曾毋沙乜养鞠须丰巢关蒯相查后荆红游竺权逯盖益桓公肖闫覃涂代邸苑仝])/u
/** The name is the line, or a surname begins the text before the first separator. */
const chineseNameAlone = /^(?:[\u3400-\u9fff]{2,4}|[\u3400-\u9fff]{1,6}(?:·[\u3400-\u9fff]{1,8}){1,2})\s*$/u
const chineseName = /^[\u3400-\u9fff·]{2,4}(?=$|[\s|｜,，/\-–—_（(：:])/u
const englishName =
  /^(?:(?:Mr|Mrs|Ms|Dr)\.?\s)?\p{Lu}[\p{L}'’-]{0,20}\.?(?:\s\p{Lu}[\p{L}'’.-]{0,20}){1,3}(?=$|\s{2,}|\s?[|｜,，/\-–—•(:\t])/u
const workWord =
  /高级|资深|初级|中级|应届|全栈|前端|后端|熟悉|精通|师|员|经理|主管|总监|助理|顾问|开发|运营|销售|设计|会计|教师|老师|护士|医生|技能|经历|教育|优势|评价|engineer|developer|manager|designer|analyst|consultant|teacher|nurse|accountant|sales|marketing|assistant|director|specialist|skill|experience|education|software|data|project|work|university|summary|profile|objective|java|python|professional|career|technical|details/iu

const chinesePolite = new RegExp(
  `(?<![\\u3400-\\u9fff])${surname.source.slice(1)}[\\u3400-\\u9fff]{0,3}?\\s?(?:(?:先生|女士|小姐)(?![\\u3400-\\u9fff])|(?=[\\s|｜/,，(（]{1,3}[男女](?![\\u3400-\\u9fff])))`,
  'gu',
)
const englishPolite = /\b(?:Mr|Mrs|Ms|Miss|Mx|Dr)\.?\s\p{Lu}[\p{L}'’-]{1,20}(?:\s\p{Lu}[\p{L}'’-]{1,20})?/gu

/** `Jane Doe, Female`, `John Smith (M, 35)`. */
const englishNameAndSex =
  /(?<![\p{L}-])\p{Lu}[\p{L}'’-]{1,20}(?: \p{Lu}[\p{L}'’.-]{0,20}){1,2}(?=\s?[,|(/–-]\s?(?:(?:[Ff]em|[Mm])ale|[Nn]on-binary|[Ww]?o?[Mm]an|[MF])\s?(?:[,|)/]|$))/gu

/** `I'm Jane Doe, …` */
const iAm = /(?<![\p{L}])I(?:['’]|\sa)m \p{Lu}[\p{L}'’-]{1,20}(?: \p{Lu}[\p{L}'’.-]{0,20}){1,2}(?=[,.]|$)/gu

const maybePolite =
  /I(?:['’]|\sa)m |male|binary|[MF]\s?(?:[,|)/]|$)|[Mm]an\b|先生|[男女]|小姐|\bM(?:r|rs|s|iss|x)\b|\bDr\b/u

/** `Mrs. Jane Smith`, `王女士`, `张伟｜女`: anywhere in a line. `Ms Excel` is not a name. */
function politeNames(line: string): Span[] {
  if (!maybePolite.test(line)) return []
  const withSex = [...spansOf(line, englishNameAndSex), ...spansOf(line, iAm)].filter(
    ({ start, end }) => vocabulary().findTitles(normalize(line.slice(start, end))).length === 0,
  )
  const polite = [...allMatches(line, chinesePolite), ...allMatches(line, englishPolite)]
    .filter(([name]) => vocabulary().find(normalize(name), name).length === 0)
    .map(({ 0: name, index }) => ({ start: index, end: index + name.length }))
  return [...polite, ...withSex]
}

/** True for a line that is only a name, as the first line of a resume may be. */
export function isNameAlone(line: string): boolean {
  if (line.length > nameCharactersMax || (/^[\u3400-\u9fff]+$/u.test(line) && !surname.test(line)))
    return false
  return nameSpan(line).some(({ end }) => end >= line.trimEnd().length)
}
const nameCharactersMax = 40

/** True for a line with contact data or unlabelled personal details. */
export function isPersonalLine(line: string): boolean {
  if (line.length > aloneLineMax) return false
  return aloneSpans(line).length > 0 || anywhereIn(line).some((pattern) => line.search(pattern) >= 0)
}

/** `王 Java`: a surname and a name in Latin letters. */
const mixedName = new RegExp(`^(?:${surname.source.slice(1)})\\s?[A-Z][a-z]{1,14}\\s*$`, 'u')

/** `Java Smith`: a line of two words, one a skill and the other unknown. */
function isNameOfSkillAndMore(line: string, name: string): boolean {
  const parts = name.split(/\s+/u)
  if (parts.length !== 2 || line.trim() !== name) return false
  const norm = normalize(name)
  const hits = vocabulary().find(norm, name)
  if (vocabulary().findTitles(norm).length > 0 || hits.length !== 1) return false
  const [hit] = hits
  const rest = hit === undefined ? norm : (norm.slice(0, hit.start) + norm.slice(hit.end)).trim()
  return hit?.concept.kind === 'skills' && /^[\p{L}'’-]{3,20}$/u.test(rest) && !generalWord.test(rest)
}

const generalWord =
  /^(?:senior|junior|lead|advanced|basic|core|skills?|experience|knowledge|expert|tools?|based|projects?|programming|language|systems?|services?|applications?|basics|training|certified|certification|solutions|technologies|framework|frameworks|web|full|stack|team|technical|corporate|strategic|general|global|digital|key|major|other)$/u

/** `Baker, Jordan`: a surname that is also a trade, followed by a first name. */
const surnameFirst = /^(\p{Lu}[\p{L}'’-]{1,20}), (\p{Lu}[\p{L}'’-]{1,20}(?: \p{Lu}\.?)?)\s*$/u

function isSurnameFirst(line: string): boolean {
  const [, last, first] = surnameFirst.exec(line) ?? []
  return last !== undefined && first !== undefined && isTradeName(`${first} ${last}`)
}

/** The name at the start of a resume's first line, if there is one. */
export function nameSpan(line: string): Span[] {
  const start = line.length - line.trimStart().length
  const rest = line.slice(start)
  if (isSurnameFirst(rest)) return [{ start, end: line.trimEnd().length }]
  const chinese = chineseNameAlone.exec(rest) ?? (surname.test(rest) ? chineseName.exec(rest) : null)
  const name = chinese ?? englishName.exec(rest)
  if (name === null && mixedName.test(rest)) return [{ start, end: line.trimEnd().length }]
  if (name !== null && isNameOfSkillAndMore(rest, name[0])) return [{ start, end: start + name[0].length }]
  if (name === null || workWord.test(name[0]) || headerWord.test(name[0])) return []
  if (vocabulary().findTitles(normalize(name[0])).length > 0 && !isTradeName(name[0])) return []
  return [{ start, end: start + name[0].length }]
}
