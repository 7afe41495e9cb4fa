import {
  endsWithTitle,
  isBenefits,
  type Language,
  longPattern,
  normalize,
  priorityOf,
} from '../../text/index.ts'
import { isSkillList } from '../../vocabulary.ts'
import type { Part } from '../draft.ts'
import { isPay } from '../facts/pay.ts'
import { type Cues, cues } from '../words/cues.ts'

const basicsCharactersMax = 80

/** Whether a line, or a clause of it, states a preference rather than a requirement. */
export function isPreferred(text: string): boolean {
  return priorityOf(normalize(text), 'must') === 'preferred' || evenBetter.test(text)
}

/** `if you know Revit, even better`, `bakery exp pref`, `nice but not needed` */
const evenBetter =
  /\beven better\b|\bpref\b|\b(?:nice|great|good|welcome|handy|useful) but\b|\b(?:would|will) help\b|\bif possible\b|\bnot (?:needed|compulsory)\b(?! (?:to|in)\b)/iu

/** The part that a line's own words indicate. */
export function partByWords(line: string, language: Language): Part | undefined {
  const key = language + line
  if (known.has(key)) return known.get(key)
  const part = readWords(line, language)
  if (known.size >= knownMax) known.clear()
  if (line.length <= knownCharactersMax) known.set(key, part)
  return part
}

/** The same line is classified alone, among its neighbours, and as it will be published. */
const known = new Map<string, Part | undefined>()
const knownMax = 2_000
const knownCharactersMax = 300

function readWords(line: string, language: Language): Part | undefined {
  const text = normalize(line).trim()
  const cue = cues[language]
  if (cue.apply.test(text) || cue.legal.test(text)) return 'other'
  if (announces[language].test(text)) return 'summary'
  if (isBasic(text, cue)) return 'basics'
  if (isPay(line, language)) return 'offer'
  if (cue.offer.test(text) || (latinLabel.test(text) && cues.en.offer.test(text))) return 'offer'
  if (isExtra.test(text) || isBonus.test(text)) return 'must'
  if (cue.duty.test(text) && !isPreferred(text)) return 'duties'
  if (language === 'en' && weHire.test(text)) return 'summary'
  if (language === 'en' && jobDoes(line)) return 'duties'
  if (cue.company.test(text) || (language === 'en' ? tellsEmployer(line) : chineseEmployer.test(text)))
    return 'company'
  if (cue.benefit.test(text) && !cue.must.test(text)) return 'offer'
  if (language === 'en' && narrative.test(text) && !demanding.test(text))
    return hires.test(text) ? 'summary' : undefined
  if (language === 'en' && calls.test(text) && !demanding.test(text)) return 'summary'
  if (cue.must.test(text) || isPreferred(text) || isSkillList(text, line)) return 'must'
  return language === 'en' && hires.test(text) ? 'summary' : undefined
}

/** A line that only says that a person is wanted. */
const announces: Record<Language, RegExp> = {
  zh: /^.{0,16}(?:直招|诚招|急招|诚聘|急聘)[\u3400-\u9fff]{2,8}$|^(?:[给帮]我|我们?|店里|公司)?.{0,3}(?:招|要|找|缺)(?:一?[个名位]|[一两二三\d]{1,2}[个名位人])[^，,。\d]{2,12}$|^.{0,40}(?:招聘|招募|招人|公告|启事|简章)(?:[—–-]{1,2}.{2,30})?$/u,
  en: /^(?:we(?:'re| are) |now )?(?:hiring|recruiting)[!.]?$/u,
}

/** `Latte art is a bonus`: not a bonus that is paid. */
const isExtra = /\b(?:is|are|would be) (?:an? )?(?:big |huge |nice |definite )?(?:bonus|plus|advantage)\b/u
const isBonus = /\ban? (?:big |nice |definite )?bonus[.;]?$/u

/** A sentence about the employer itself is no requirement. */
const narrative = /^(?:we(?:'re|'ve)?|our|this is|it'?s|so|join|together)\b/u
/** The words mean that a person is wanted, regardless of the words around them. */
const hires =
  /^.{0,80}\b(?:(?:is|are|we're) (?:currently |now |actively )?(?:looking for|seeking|hiring|recruiting)|looking for(?= (?:an?|another|two|three) )|seeks|we(?:'re| are) after(?= (?:an?|another|two|three) )|we (?:seek|need|want)(?= (?:an?|another|two|three|four|five|\d) ))\b/u
/** `Pinecrest Schools is hiring a chemistry teacher`, `Seeking a ranch hand` */
const calls =
  /^(?:(?:[a-z&'’.-]{2,20} ){1,5}is (?:currently |now )?(?:hiring|looking for|seeking)|(?:now )?seeking) an? /u
const demanding = /\d\+?\s?(?:years|yrs)|\b(?:require|must|expect|need)/u

/** `The Night Auditor closes out the day's books`. */
function jobDoes(line: string): boolean {
  const [, subject = ''] =
    /^(?:The|Our) ([A-Z][A-Za-z/& -]{2,40}?) (?!(?:is|has|needs|was|does|joins|earns|gets)\b)[a-z]{2,14}s\s/u.exec(
      line,
    ) ?? []
  return endsWithTitle(subject)
}

/** `We're a family bakery and we need a baker` */
const weHire = /^we(?:'re| are)? an? .{5,80}\bwe(?:'re| are)? (?:need|looking for|hiring|seeking)\b/u

/** `女装电商公司`: not an employer that a candidate should have worked for. */
const chineseEmployer =
  /^(?!熟|服务|有|在|做|曾|来自|去|知名|大型|一线|上市|外资|负责|管理|对接|了解|.{0,6}(?:经验|背景))[\u3400-\u9fffa-z]{2,14}(?:公司|集团|工厂|连锁店?)$/u

/** `Maple Grove Charter School`, `The Copper Ladle is a 90-seat restaurant`. */
function tellsEmployer(line: string): boolean {
  const subject = employerDoes.exec(line)?.[1]
  return isEmployerName(line) || employerIs.test(line) || (subject !== undefined && !endsWithTitle(subject))
}

/** `Acme Robotics` after the point where a title is expected. */
export function isNameAlone(line: string): boolean {
  return nameAlone.test(line) && !endsWithTitle(line)
}

const nameAlone = /^[A-Z][\w&.'’-]{0,20}(?: [A-Z][\w&.'’-]{0,20}){1,4}$/u

/** The name of an employer and nothing else: no description of it yet. */
export function isEmployerName(line: string): boolean {
  return employerName.test(line)
}

const capitalWords = String.raw`(?:[A-Z][\w.&'’-]{0,20},? (?:of |the |and |& )?)`
const employerName = longPattern(
  'u',
  `^${capitalWords}{1,5}(?:School|Academy|Hospital|Clinic|University|College|Foods|Inc\\.?|LLC|(?:Hospitality|Medical|Restaurant|Auto|Dental|Property|Insurance|Consulting) Group|Ltd\\.?|LLP|Restaurant|Hotel|Bank|Company|
    Farms?|Church|Museum|Library|Foundation|Brewing|Bakery|Caf[eé]|Contractors|Builders|Plumbing|Associates|Council|Industries)$`,
)
const employerIs = longPattern(
  'u',
  `^(?!(?:This|You|It|We|Our|There)\\b|The (?:role|position|job|candidate|post))${capitalWords}{1,5}(?:is|are) an? [^.!?]{0,80}\\b(?:company|manufacturer|
    provider|firm|agency|start-?up|restaurant|retailer|hospital|school|non-?profit|studio|bank|business|maker|clinic|bakery|brewery|hotel|distributor|
    contractor|consultancy|charity|organi[sz]ation|supplier|builder|chain|store|shop|cafe|farm|practice|dealership|carrier|brand|platform|facility|cent(?:er|re)|community)\\b`,
)

/** `Torvane makes hydraulic presses` */
const employerDoes =
  /^(?!(?:This|You|It|We|Our|There|The|Team|Role|Candidate)\b)([A-Z][\w.&'’-]{2,20}(?: [A-Z][\w.&'’-]{1,20}){0,3}) (?:makes|builds|manufactures|operates|runs|owns|helps|serves|manages|sells|distributes) [^.]{4,80}\b(?:for|in|across|to|of)\b/u

/** `Reporting to: CTO` is a basic fact; a sentence that begins with these words is not. */
function isBasic(text: string, cue: Cues): boolean {
  const isNamed = latinLabel.test(text) && cues.en.basics.test(text)
  return text.length <= basicsCharactersMax && (cue.basics.test(text) || isNamed)
}

/** `Reporting line: 销售总监` in a Chinese text. */
const latinLabel = /^[a-z][a-z ]{2,20}:/u

/** Whether a line says how to apply: contact data, where to send what. */
export function isAboutApplying(line: string, language: Language): boolean {
  return cues[language].apply.test(normalize(line).trim())
}

/** Whether the first words of a line make it a requirement, wherever it occurs. */
export function isStrictDemand(line: string, language: Language): boolean {
  return cues[language].sureDemand.test(
    normalize(line)
      .trim()
      .replace(/[。；;.,，]{1,3}$/u, ''),
  )
}

/** Whether an English sentence begins like a requirement; any Chinese sentence may be one. */
export function beginsAsDemand(line: string, language: Language): boolean {
  return cues[language].likelyDemand.test(normalize(line).trim())
}

/** `An exciting opportunity has arisen …` is no duty, though it precedes the duties. */
const opportunity = /^(?:this is )?an? (?:[a-z]{3,12} ){0,2}opportunity\b/u

/** After the benefits, an employer may continue to describe itself. */
const speaksOfItself: Record<Language, RegExp> = {
  zh: /^(?:本|我们?)(?:馆|店|厂|院|校|所|司|公司)(?:位于|成立|是一?家|创建|创立|始建|现有)/u,
  en: /^our (?:company|shop|clinic|school|firm|studio) (?:is|was|has)\b/u,
}

/** A line with these words is no benefit, wherever it occurs. */
const isRequired = /\b(?:is|are) (?:required|essential|mandatory)\b|^(?:you )?must (?!be present)/u

/** Statements that the law or the employer's lawyers require. */
export function isLegal(line: string, language: Language): boolean {
  return cues[language].legal.test(normalize(line))
}

/**
 * The part of a line under a heading: its own words can move it; otherwise its heading decides. Preferences
 * are separated later.
 */
export function partUnder(
  kind: 'duties' | 'must' | 'preferred' | 'offer',
  line: string,
  language: Language,
): Part {
  const text = normalize(line).trim()
  const cue = cues[language]
  if (cue.apply.test(text) || cue.legal.test(text)) return 'other'
  if (language === 'en' && employerIs.test(line)) return 'company'
  if (kind === 'must' && isBonus.test(text)) return kind
  if (kind === 'offer') {
    if (isBasic(text, cue)) return 'basics'
    if (speaksOfItself[language].test(text)) return 'company'
    return isRequired.test(text) ? 'must' : kind
  }
  if (isBasic(text, cue) && (kind !== 'preferred' || !cue.must.test(text))) return 'basics'
  if (cue.offer.test(text) || (latinLabel.test(text) && cues.en.offer.test(text))) return 'offer'
  const isBenefit = kind === 'duties' ? isBenefits(text) : cue.benefit.test(text)
  if (isBenefit && !cue.must.test(text)) return 'offer'
  if (cue.company.test(text) && !cue.must.test(text)) return 'company'
  if (kind === 'preferred') return kind
  if (kind === 'duties' && (opportunity.test(text) || (language === 'en' && hires.test(text))))
    return 'summary'
  const bare = text.replace(/[。；;.,，]{1,3}$/u, '')
  const goesOnAsDuty = bare.split(/[，,；;]\s?/u).some((clause, at) => at > 0 && cue.duty.test(clause))
  return kind === 'duties' && cue.sureDemand.test(bare) && !goesOnAsDuty ? 'must' : kind
}
