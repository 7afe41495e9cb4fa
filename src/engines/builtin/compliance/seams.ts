import type { Language } from '../text/index.ts'
import { longPattern } from '../text/index.ts'

/** Marks the position of removed words until the rest of their clause has been checked. */
export const gap = '\uE000'

/** Two marks for words that may have been a part of the sentence, one for mere descriptions (`young`). */
export function gapFor(taken: string, language: Language): string {
  const isPart = language === 'zh' ? taken.length >= partCharactersMin : !isDescription(taken)
  return isPart ? gap + gap : gap
}

const partCharactersMin = 6

/** Whether the rest of a clause is no longer a sentence. A clause with a number is kept in any case. */
export function isBroken(clause: string, language: Language): boolean {
  if (/[0-9]/u.test(clause)) return false
  return language === 'zh' ? isBrokenChinese(clause.trim()) : isBrokenEnglish(clause)
}

/** Whether a clause only gives the reason, time or manner of a removed clause before it. */
export function hangsOn(clause: string, language: Language): boolean {
  return !/[0-9]/u.test(clause) && hanging[language].test(clause.trim())
}

/** Whether a clause only gives the reason or the condition of the next. */
export function leadsOn(clause: string, language: Language): boolean {
  return !/[0-9]/u.test(clause) && leading[language].test(clause.trim())
}

const leading: Record<Language, RegExp> = {
  en: /^(?:since|because|due to|owing to|given that|if)\b/iu,
  zh: /^(?:因为?|由于|鉴于|考虑到|为了?|凡是?)/u,
}
const hanging: Record<Language, RegExp> = {
  en: longPattern(
    'iu',
    String.raw`^(?:since|as|because|so|but|nor|then|due to|owing to|even|however|no matter|no exceptions|
      though|although|which|where|that's|it's|this is|otherwise|or (?:you|we|it)|
      and (?:you|we|they|it|that|this)|regardless|sorry|unfortunately|ever|will|is|are|can't|cannot|won't|
      with no|please$|thanks$|thank you)\b`,
  ),
  zh: longPattern(
    'u',
    `^(?:否则|不然|因为|以免|免得|大家都|离职(?:时|后)?[退还返归]|解约时|休假时|到期[退还返归]|期满[退还返归]|拒绝者|违者|
      谢谢(?:配合|理解)|合适再|耽误|我们(?:耽误|等|带|顾)不|方可|阳性|阴性|不同意|(?:形象)?不符|尤其是?|特别是|之前合作|
      上次|沟通起来|凭单|请知悉|公司不承担|过后|怕|.{1,4}了再)`,
  ),
}

/** Closed classes of English words: their possible neighbours are known without the other words. */
const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/u))
const articles = words('a an the our your their his her its my this these some any no each every another')
const prepositions = words(
  'of to for with by in at from as about on over than into before after until without',
)
const joints = words('and or but nor if because since so while')
const modals = words("will must should can may would could cannot do does don't won't can't")
const forms = words("is are was were be been being am isn't aren't")
const subjects = words("we you they i he she it who we'll you'll they'll")
/** Words that need a complement: `you'll need to`, `applications include`. */
const takers = words(
  `have has had need needs give gives hire hires want wants seek seeks seeking accept take takes include includes
   send state provide submit bring email earn make makes get put list ask show prefer only all both also not very
   less more please we're you're they're i'm that's looking`,
)

const any = (...sets: readonly ReadonlySet<string>[]) => new Set(sets.flatMap((set) => [...set]))
/** Words that can't end a clause. */
const openEnds = any(articles, prepositions, joints, modals, forms, subjects, takers)
/** Words that can't begin a clause. Some may introduce a noun phrase (`with 3 years of Java`). */
const looseStarts = any(
  prepositions,
  forms,
  words(
    `will must would should can because since so but than then your soon who that here today days years
     wanted needed please too either away again anymore apply and or`,
  ),
)
/** `Send your licence to get started` leaves `get started`, which is no duty. */
const formal = words('get start begin apply hold join be qualify all look process complete confirm')
/** Words that may follow a removed description of the words before them: `welder under 35 for nights`. */
const continuing = words('and or with for in at on to')
const people = words(
  'applicants candidates anyone everyone those everybody people persons individuals employees workers hires staff',
)
const closed = any(articles, prepositions, joints, modals, forms, subjects, takers)
/** Words before a gap, and words that can't follow them after it. */
const misfits: readonly (readonly [before: ReadonlySet<string>, behind: ReadonlySet<string>])[] = [
  [articles, any(articles, prepositions, joints, modals, forms, subjects)],
  [prepositions, any(prepositions, joints, modals, forms)],
  [modals, any(articles, prepositions, joints, modals, subjects)],
  [forms, any(joints, words('to in for at of'))],
  [joints, any(joints, modals, forms, words('of to for than'))],
  [subjects, any(articles, prepositions, joints)],
  [takers, any(joints, modals, forms, subjects, words('of than'))],
]

function isBrokenEnglish(clause: string): boolean {
  const parts = clause.split(/\uE000+/u).map(wordsOfText)
  const gaps = clause.match(/\uE000+/gu) ?? []
  return gaps.some((each, index) => {
    const before = parts[index] ?? []
    const behind = parts[index + 1] ?? []
    const [last, first] = [before.at(-1), behind[0]]
    if (last === undefined && first === undefined) return false
    if (last === undefined) return index === 0 && beginsLoosely(behind, each.length > 1)
    if (first === undefined) return index === gaps.length - 1 && endsOpen(before, each.length > 1)
    if (misfits.some(([left, right]) => left.has(last) && right.has(first))) return true
    const isSubject = before.length <= 2 && people.has(last)
    return each.length > 1 && (isSubject || !continuing.has(first))
  })
}

function wordsOfText(text: string): string[] {
  return text.toLowerCase().match(/[a-z][a-z']*/gu) ?? []
}

function isDescription(taken: string): boolean {
  const each = wordsOfText(taken)
  return each.length <= descriptionWordsMax && !each.some((word) => closed.has(word))
}

const descriptionWordsMax = 2

/** Whether only the subject of a sentence is left, or its last word lacks a complement. */
function endsOpen(before: readonly string[], isPart: boolean): boolean {
  if (openEnds.has(before.at(-1) ?? '')) return true
  const isSubject = isPart && (articles.has(before[0] ?? '') || people.has(before[0] ?? ''))
  return isSubject && !before.some((word) => modals.has(word) || forms.has(word) || subjects.has(word))
}

/**
 * `with a van`, `and own a van` and `to drive a van` become `a van`, `own a van` and `drive a van`
 * (`mended`). A long rest has a meaning in any case.
 */
function beginsLoosely(behind: readonly string[], isPart: boolean): boolean {
  const [first = '', second = ''] = behind
  const leads = first === 'with' || first === 'and' || first === 'to'
  // `with her own grown kids` refers to the removed words.
  if (first === 'with' && (second === 'her' || second === 'his')) return true
  if (leads)
    return looseStarts.has(second) || (first === 'to' && (articles.has(second) || formal.has(second)))
  if (looseStarts.has(first)) return behind.length <= looseWordsMax
  return isPart && behind.length < looseWordsMax - 2
}

const looseWordsMax = 9

/** Clauses that only introduce the removed words, or only follow from them. */
const leadsNowhere = longPattern(
  'u',
  `^(?:招聘\\uE000{1,3}|(?:我们|我司|本?公司|本店|本单位|我们团队|[本该此]岗?职?位?|岗位|本次|因|由于|鉴于|同等条件下?|
    入职|面试|报到|上岗|应聘|投递|简历|在职期间|体检|最好|只要|希望|实行|提供|需提供|家里|身体|特别优秀者|
    [男女](?:士|性|生|员工)|给[你您]|国内|至|欢迎|第一学历|劳动|工作不努力|轻松)
    [^，。0-9A-Za-z]{0,9}\\uE000{1,3}[^0-9A-Za-z]{0,3}|
    \\uE000{1,3}(?:至|方可|士|递|采集|应聘|报名|安排面试|报告|工资|合同|来|等|女性|男性|人员|婚姻状况)[^0-9A-Za-z]{0,6})$`,
)
/** A rest of two characters is usually half of a phrase: `打卡`, `情况`, `安排`. */
const stub = /^\uE000{0,3}[^\uE000]{1,2}\uE000{0,3}$/u
/** Words after other words that belong to the removed ones. */
const tornOff = longPattern(
  'u',
  `[^\\uE000：:]\\uE000{1,3}(?:的|就|也|都|单|了|者)|^\\uE000{1,3}(?:期|[^\\uE000]{0,12}了$)|
    ^(?:上班|工作)时间\\uE000{1,3}$`,
)
/** A long removal from the middle leaves two fragments, unless an independent noun follows: `招聘…的前台`. */
const twoEnds = /[^\uE000]\uE000{2,3}[^\uE000]/u
const leadsIn = /(?:招聘?|诚聘|急聘|聘|找|寻|需要?|欢迎|(?<!岗)位|[名个的、:：（(])\uE000{2,3}[^\uE000的]/u

function isBrokenChinese(clause: string): boolean {
  if (/[A-Za-z]/u.test(clause)) return false
  if (twoEnds.test(clause) && !leadsIn.test(clause)) return true
  return leadsNowhere.test(clause) || tornOff.test(clause) || (stub.test(clause) && !job.test(clause))
}

const job =
  /经理|专员|助理|销售|司机|文员|顾问|主管|运营|前台|客服|会计|出纳|老师|教师|保安|导购|店员|秘书|普工|收银|质检|跟单|店长|迎宾|仓管|厨师|教练|保姆|翻译|编辑|护士|医生|技工|焊工|电工|骑手|保洁|行政|财务|护工|月嫂|学徒/u
