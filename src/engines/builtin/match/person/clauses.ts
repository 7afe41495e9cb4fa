import { normalize } from '../../text/index.ts'
import { vocabulary } from '../../vocabulary.ts'
import { isOnlyPersonal, mayBePersonal } from './cues.ts'
import { saysBeside } from './fields.ts'

/**
 * Drops clauses in which a person describes themselves (`I am a 45 year old woman from Lagos`, `已婚，河南人`),
 * so that they can't affect the score. A clause that also names a skill or a title is kept. The English
 * patterns share one `\b`, so that they aren't tried inside words.
 */
const englishCue = new RegExp(
  `\\b(?:${[
    // Birth and age.
    'born\\b|(?:aged?|age of)\\s?:?\\s?\\d{2}\\b|\\d{2} years of age\\b|\\d{2}[- ]?(?:years?|yrs?)[- ]?old\\b|(?:date|place|year) of birth\\b|birthday\\b',
    // Gender and family.
    '(?:fe)?male\\b|(?:wo)?man\\b|trans(?:gender)?\\b|non-binary\\b|(?:he/him|she/her|they/them)\\b|(?:un)?married\\b|single$|divorced?\\b|widow(?:ed|er)?\\b|(?:mother|father|mom|dad|parent|grand(?:mother|father)|wife|husband|spouse) (?:of|to|and|with)\\b|(?:\\d|one|two|three|four|no) (?:kids?|children|sons?|daughters?)\\b|pregnan|retired\\b|(?:ma|pa)ternity leave\\b|expecting (?:my|our|a) |as an? (?:wo)?man\\b|as an? (?:single |working )?(?:mother|father|mom|dad|parent)\\b|(?:his|her|my) (?:wife|husband|spouse)\\b|(?:lgbt\\w{0,3}|gay|lesbian|bisexual|queer)\\b|bachelor for life\\b',
    // Origin, creed, party.
    '(?:citizen(?:ship)?|national(?:ity)?|passport|green card|immigrant|refugee|native of|visa status|ethnicity|hispanic|latino|latina|caucasian|african[- ]american|asian[- ]american|indigenous|aboriginal)\\b|(?:christian|muslim|hindu|jewish|buddhist|catholic|sikh|atheist|mormon)\\b|veteran\\b|(?:republican|democrat(?:ic)?|green|communist|labou?r) (?:party|voter)\\b|member of the (?:republicans?|democrats?|independents?)\\b|attend church\\b|(?:originally from|native of|hail(?:ing)? from|i come from|i(?:.| a)m from)\\b',
    // Body, health, habits.
    '(?:wheelchair|disabled|disability|diabetes|hiv|cancer survivor|blind|deaf|blood (?:group|type)|non-?smoker|vegetarian)\\b|\\d{3}\\s?cm\\b|\\d{2,3}\\s?kg\\b',
  ].join('|')})`,
  'u',
)
/** Patterns that match at the start of a line. */
const englishLineCue = new RegExp(
  `^(?:${[
    // Birth and age.
    '(?:(?:fe)?male|man|woman)?,? ?\\d{2}$',
    // Gender and family.
    'single\\b|(?:f|m),? ?\\d{2}$|i(?:.| a)m \\d{2}$',
    // Origin, creed, party.
    '(?:republican|democrat|liberal|conservative|socialist|black|white|asian|union member)$|(?:american|british|english|irish|nigerian|indian|pakistani|chinese|mexican|filipino|kenyan|ghanaian|canadian|australian|brazilian|german|french|polish|russian|ukrainian|turkish|egyptian|iranian|iraqi|syrian|vietnamese|korean|japanese)$',
    // Body, health, habits.
    'photograph attached$',
  ].join('|')})`,
  'u',
)
const chineseCue = new RegExp(
  [
    // Birth and age.
    '\\d{2}\\s?(?:周岁|岁)|(?:19|20)\\d\\d年(?:\\d{1,2}月)?(?:出?生)|出生|生于|属[鼠牛虎兔龙蛇马羊猴鸡狗猪]|[6-9]0后|00后',
    // Gender and family.
    '[未已]婚|[未已]育|离异|丧偶|单身(?!公寓)|(?:有|独自抚养|育有).{0,6}(?:孩子|女儿|儿子|子女|宝宝)|^育有|(?:^|是|名|的)(?:男|女)(?:性|生|士|孩)?(?:$|[^\\u3400-\\u9fff])|^[男女]$|\\d岁.{0,6}[男女]性|怀孕|哺乳期|产假|生育(?!保险|津贴|登记)|生孩子|[男女]朋友|[二三]胎|宝[妈爸]|(?:作为|是|名|的)(?:父亲|母亲|妈妈|爸爸|女性|男性)$',
    // Origin, creed, party.
    '民族|[汉满回藏苗彝壮]族|维吾尔|蒙古族|朝鲜族|籍贯|户[口籍]|身份证|(?:^|是|系)[\\u3400-\\u9fff]{2,6}人$|信仰|佛教|基督|伊斯兰|天主教|道教|(?:中共)?(?:预备)?党员|共青团员|^群众$|政治面貌|国籍|民主党派|无党派|九三学社|^(?:是一?名)?(?:群众|民[革盟建进](?:成员|会员|盟员)?)$|退[伍役]军人|老兵$|华侨|^(?:中国)?(?:台湾|香港|澳门)(?:人|籍)?$|祖籍|老家|^(?:我)?家[在住]|回民|清真|不吃猪肉|信[佛教]',
    // Body, health, habits.
    '残疾|免冠|^照片$|^\\p{Ps}?(?:照片|photo)\\p{Pe}?$|^(?:个人|基本)(?:信息|资料)$|^(?:我|本人)?(?:名?叫|姓)[\\u3400-\\u9fff]{1,4}$|^(?:我|本人)$|(?:^|[,，])现?(?:居住?|住)[于在]?[\\u3400-\\u9fff\\d]{2,20}(?:$|[,，。])|^来自[\\u3400-\\u9fff]{2,8}$|[abo]{1,2}型血|血型|星座|(?:白羊|金牛|双子|巨蟹|狮子|处女|天秤|天蝎|射手|摩羯|水瓶|双鱼)座|身高\\s?\\d|体重\\s?\\d|乙肝|糖尿病|无不良嗜好',
  ].join('|'),
  'u',
)
const everyChineseCue = new RegExp(chineseCue, 'gu')
const cues = [englishCue, englishLineCue, chineseCue]
const hasCue = (norm: string): boolean => cues.some((cue) => cue.test(norm)) || mayBePersonal(norm)

/** A part of a text, and its offset. */
export interface Part {
  readonly text: string
  readonly start: number
}

const clauseEnd = /[,，;；|｜\t]|[ \u3000]{2,}/gu
/** Separators of a line of cells: each cell is checked separately. */
const cells = /[|｜\t]/u

/** Cells between slashes: `姓名/张伟/性别/男`, `Personal: male/28`. */
const slashed = /^[^/]{1,20}(?:\/[^/]{1,14}){1,7}$/u
const wordOfPerson =
  /(?:^|[:：]\s?)(?:[男女]|[mf]|(?:fe)?male|(?:un)?married|single|性别|年龄|民族|籍贯|gender|sex|[未已]婚|\d{2}岁)$/u
const isWordOfPerson = (cell: string): boolean => wordOfPerson.test(cell)

/** The remaining parts of a sentence: all of it, nothing, or its clauses that don't describe the person. */
export function withoutPersonalClauses(sentence: Part): Part[] {
  const norm = trimmedNorm(sentence.text)
  if (isOnlyPersonal(norm)) return []
  if (slashed.test(norm) && norm.split('/').some((cell) => isWordOfPerson(cell.trim()))) return []
  if (!hasCue(norm)) return [sentence]
  if (!cells.test(sentence.text) && !saysWork(sentence.text)) return []
  let isPersonal = false
  const clauses = clausesOf(sentence)
  const norms = clauses.map(({ text }) => trimmedNorm(text))
  return clauses.filter(({ text }, index) => {
    const norm = norms[index] ?? ''
    isPersonal =
      isOnlyPersonal(norm) ||
      saysBeside(norm, norms) ||
      (isPersonal && isPlace(text)) ||
      (hasCue(norm) && !saysWork(text))
    return !isPersonal
  })
}

/** `…, Paris, France`: place names after a clause about the person. */
function isPlace(text: string): boolean {
  return placeName.test(text) && (roadName.test(text) || !saysWork(text))
}
const placeName = /^(?:[Ff]rom )?\p{Lu}[\p{L}'’]+(?: \p{Lu}[\p{L}'’]+){0,2}\.?$/u
const roadName = /^[Ff]rom | (?:Road|Street|Avenue|Lane|Drive|Court|Parkway|Square|City)\.?$/u

function trimmedNorm(text: string): string {
  return normalize(text).replace(/^[\s\p{P}]+|(?<![\s\p{P}])[\s\p{P}]+$/gu, '')
}

function saysWork(text: string): boolean {
  // `退伍军人` and `血型` are also terms of work, but not in clauses about the person.
  const norm = normalize(text).replace(everyChineseCue, ' ')
  const { concepts, titles } = vocabulary().findAll(norm, norm.length === text.length ? text : norm)
  return (
    concepts.some(({ concept }) => concept.kind !== 'soft' && concept.kind !== 'domains') ||
    titles.length > 0 ||
    /(?:19|20)\d\d.{0,12}(?:-|–|至|to).{0,12}(?:(?:19|20)\d\d|至今|present|now)/u.test(norm) ||
    /本科|硕士|博士|大专|学士|\b(?:bachelor|master|ph\.?d|degree|university|college)\b|大学|学院/u.test(norm)
  )
}

function clausesOf({ text, start }: Part): Part[] {
  const parts: Part[] = []
  let from = 0
  const push = (to: number): void => {
    const raw = text.slice(from, to)
    const trimmed = raw.trim()
    if (trimmed !== '') parts.push({ text: trimmed, start: start + from + raw.indexOf(trimmed) })
  }
  for (const match of text.matchAll(clauseEnd)) {
    push(match.index)
    from = match.index + match[0].length
  }
  push(text.length)
  return parts
}
