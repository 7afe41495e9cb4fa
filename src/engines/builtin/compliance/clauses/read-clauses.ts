import { endsWithTitle, type Language } from '../../text/index.ts'
import { type Clause, clausesOf } from './clause.ts'
import { type Judgement, judgeClause } from './judge.ts'

/** `harm`: it breaks a rule; `doubt`: it may break one; `aside`: it doesn't describe the job. */
export type Verdict = 'fine' | 'aside' | 'doubt' | 'harm'

export interface ReadClause extends Clause {
  readonly verdict: Verdict
  /** The rule that it breaks, if any. */
  readonly theme: string
  readonly judgement: Judgement
  /** Whether the text gives a lawful reason for it. */
  readonly isLawful?: boolean
  /** An aside by what is said beside it: a secret, or the reason of a harmful clause. */
  readonly isBeside?: boolean
  /** Whether the numbers of its sentence break the rule, so that all its words do. */
  readonly isCounted?: boolean
}

/** The lowest probability at which a clause is reported. Measured on sentences outside the training data. */
const doubtMin: Record<Language, number> = { zh: 0.83, en: 0.78 }
const harmMin: Record<Language, number> = { zh: 0.87, en: 0.93 }
const asideMin = 0.8
/** Words with a number usually state a fact; so do cells of a table. */
const asideHardMin = 0.93
/** A clause that names the wanted person describes the job, even if it addresses a colleague. */
const hiring =
  /招(?:聘|募|[1-9一二两三四五六七八九十])|诚聘|急聘|\b(?:looking for|hiring|seeking|recruiting|needed|wanted|join)\b/iu
/** From this probability a clause before the secret one is for publication. */
const publicMin = 0.9
/** A sentence may be harmful although none of its clauses is. Then its likeliest clause is reported. */
const sentenceMin = 0.88
const likeliestMin = 0.1
/** The maximum length of a clause in the labelled data. */
const clauseCharactersMax = 300

/** The verdict on each clause of a text. */
export function readClauses(text: string, language: Language): ReadClause[] {
  const clauses = clausesOf(text, language)
  const read = clauses.map((clause) => readClause(clause, language))
  return bySentence(read).flatMap((sentence) => {
    const [first, last] = [sentence[0], sentence.at(-1)]
    if (first === undefined || last === undefined) return sentence
    const whole = text.slice(first.start, last.end)
    const read = spared(sentence, whole, language)
    if (sentence.length < 2) return read
    if (onlyInside[language].test(whole)) return withoutSecret(sentence, language)
    const isKnown = isTitled(whole) || whole.length > clauseCharactersMax
    return isKnown ? read : inSentence(read, judgeClause(whole, language), language)
  })
}

/**
 * Leaves clauses that name the job or the employer to the rules, which have a replacement for words like
 * `洗碗阿姨`. Leaves cells of a table to the rules, too.
 */
function spared(sentence: readonly ReadClause[], whole: string, language: Language): ReadClause[] {
  const isTitle = isTitled(whole)
  const isCalled = namesJob(whole, language)
  return sentence.map((clause) => {
    const isCell = cells.test(clause.text)
    const isNone = isDegreeAlone(clause.text) || isTooShort(clause.text, language)
    const isSpared =
      clause.verdict === 'harm' ? isDegreeAlone(clause.text) : isTitle || isCalled || isNone || isCell
    if (clause.verdict === 'aside' || !isSpared) return clause
    return { ...clause, verdict: 'fine', judgement: { ...clause.judgement, harm: 0 } }
  })
}

const isTitled = (whole: string): boolean =>
  jobNamed.test(whole) ||
  (whole.length <= nameCharactersMax && endsWithTitle(whole.replace(/[：:].{0,40}$/u, '')))

const namesJob = (whole: string, language: Language): boolean =>
  isTitled(whole) ||
  saysWhoIsWanted(whole, language) ||
  (language === 'en' && whole.length <= nameCharactersMax && areNames(whole))

/** `line cook needed @ The Copper Kettle` */
const saysWhoIsWanted = (text: string, language: Language): boolean =>
  language === 'en' && text.length <= nameCharactersMax && hiring.test(text)

/** `Smile Co. Dental, Plano TX` */
const areNames = (text: string): boolean => {
  const words = text.split(/\s+/u)
  return words.length > 1 && words.every((word) => /^[A-Z&]/u.test(word))
}
/** A degree without a school excludes no school. */
export const isDegreeAlone = (text: string): boolean => degree.test(text)
const degree = /^(?:中专|高中|大专|本科|硕士|博士)(?:及?以上)?(?:学历)?(?:优先)?$/u
/** `downtown Austin`: two words that exclude no group; `20-28` may be ages. */
const isTooShort = (text: string, language: Language): boolean =>
  language === 'en' &&
  text.split(/\s+/u).length < 3 &&
  !/\b(?:no|non|not|only|preferred|must|ideally)\b|^\d\d\s?(?:-|–|to)\s?\d\d$/iu.test(text)
const cells = /\s\|\s|\t/u
const nameCharactersMax = 60
const jobNamed = /^\s{0,4}(?:job title|title|position|role|岗位(?:名称)?|职位(?:名称)?)\s?[:：]/iu

function readClause(clause: Clause, language: Language): ReadClause {
  const judgement = judgeClause(clause.text, language)
  const { harm, aside, theme } = judgement
  const isHard = /\d|\|/u.test(clause.text)
  const verdict: Verdict = heading.test(clause.text)
    ? 'fine'
    : onlyInside[language].test(clause.text) ||
        (aside >= (isHard ? asideHardMin : asideMin) && !hiring.test(clause.text))
      ? 'aside'
      : harm >= harmMin[language]
        ? 'harm'
        : harm >= doubtMin[language]
          ? 'doubt'
          : 'fine'
  return { ...clause, verdict, theme, judgement, isBeside: onlyInside[language].test(clause.text) }
}

/** Markdown headings structure the text below them. */
const heading = /^\\?#{1,6}\s/u

/** Phrases that mark content as not for publication. */
const onlyInside: Record<Language, RegExp> = {
  zh: /(?:别|不要|不用|勿|千万别)[^，,。]{0,12}(?:写(?:进去|上去|出来|出去)|对外|外传|公开|声张)|仅(?:限)?内部|你(?:自己)?(?:心里有数|知道就(?:好|行))/u,
  en: /\bbetween (?:us|you and me)\b|\boff the record\b|\b(?:don't|do not|not to|never) (?:mention|print|publish|share this|say anything)\b|\bnot for (?:the ad|publication|posting)\b|\binternal(?: use)? only\b/iu,
}

/** The clause that is not for publication, the one before it, which it refers to, and what is unclear. */
function withoutSecret(sentence: readonly ReadClause[], language: Language): ReadClause[] {
  const secret = sentence.findIndex(({ text }) => onlyInside[language].test(text))
  return sentence.map((clause, at) =>
    secret >= 0 && at < secret - 1 && clause.judgement.fine >= publicMin
      ? clause
      : { ...clause, verdict: 'aside', isBeside: true },
  )
}

/** The reason of a removed clause is removed with it. A sentence may be harmful although no clause is. */
function inSentence(sentence: readonly ReadClause[], whole: Judgement, language: Language): ReadClause[] {
  const isTold = sentence.some(({ verdict }) => verdict === 'harm' || verdict === 'doubt')
  if (!isTold && whole.harm >= sentenceMin) {
    // A clause that names the job (`line cook needed @ The Copper Kettle`) is judged without its sentence.
    const others = sentence.filter(({ text }) => !saysWhoIsWanted(text, language))
    const likeliest = Math.max(0, ...others.map(({ judgement }) => judgement.harm))
    return sentence.map((clause) =>
      others.includes(clause) && (likeliest < likeliestMin || clause.judgement.harm === likeliest)
        ? { ...clause, verdict: 'doubt', theme: whole.theme }
        : clause,
    )
  }
  const isCleared = ({ verdict, text }: ReadClause, at: number): boolean => {
    if ((verdict !== 'doubt' && verdict !== 'harm') || restricting[language].test(text)) return false
    const pairs = [sentence.slice(at, at + 2), sentence.slice(Math.max(0, at - 1), at + 1)]
    const around = pairs
      .filter(({ length }) => length > 1)
      .map((pair) => judgeClause(pair.map((each) => each.text).join(comma[language]), language).harm)
    const harm = Math.max(whole.harm, ...around)
    if (verdict === 'doubt') return harm < clearedMax
    return harm < (isWordOrTwo(text, language) ? clearedHarmMax : clearedLongMax)
  }
  return sentence.map((clause, at) => {
    if (isCleared(clause, at)) return { ...clause, verdict: 'fine' }
    const before = sentence[at - 1]
    if (before === undefined || clause.verdict !== 'fine' || /\d/u.test(clause.text)) return clause
    const isReason = before.verdict === 'harm' && clause.judgement.fine < reasonMax
    const goesOn = before.verdict === 'aside' && clause.judgement.fine < asideNextMax
    return isReason || goesOn ? { ...clause, verdict: 'aside', isBeside: isReason } : clause
  })
}

/** `religion`, in a list of grounds that exclude no one. */
const isWordOrTwo = (text: string, language: Language): boolean =>
  language === 'zh' ? text.length < 3 : text.split(/\s+/u).length < 3

/** `限女性`, `men only`: a demand, whatever is said beside it. */
const restricting: Record<Language, RegExp> = {
  zh: /^(?:只|仅|限|要求|不要|不招|不收|谢绝)|(?:优先|勿扰|免谈)$/u,
  en: /\b(?:only|preferred)\b|\b(?:no|non|not)[\s-]\w/iu,
}

const comma: Record<Language, string> = { zh: '，', en: ', ' }
/** A harmful clause is cleared if its whole sentence and it with each of its neighbours are harmless. */
const clearedMax = 0.5
const clearedLongMax = 0.01
const clearedHarmMax = 0.25
const reasonMax = 0.5
const asideNextMax = 0.8

export function bySentence<Each extends Clause>(clauses: readonly Each[]): Each[][] {
  const sentences: Each[][] = []
  for (const clause of clauses) {
    const last = sentences.at(-1)
    if (last?.[0]?.sentence === clause.sentence) last.push(clause)
    else sentences.push([clause])
  }
  return sentences
}
