import type { Language } from '../../text/index.ts'
import { isOfHours } from '../job/cues.ts'
import type { RequirementKind, Status } from '../weights.ts'

/** The open points of one requirement for one candidate. All texts are short and verbatim. */
export interface Gap {
  readonly kind: RequirementKind
  readonly status: Status
  readonly requirement: string
  readonly norm: string
  /** The resume's text on it, even if weak; empty if there is none. */
  readonly quote: string
  /** Names that are demanded and missing, and names that the resume only touches on. */
  readonly missing: readonly string[]
  readonly faint: readonly string[]
  /** The line of the most recent dated job; empty if there is none, or if a question already named it. */
  readonly lastJob: string
}

/** One question to the candidate: what the resume says about the requirement, and what is open. */
export function questionOn(language: Language, gap: Gap): string {
  const ask = language === 'zh' ? zh : en
  const isHours = gap.kind === 'other' && isOfHours(gap.norm)
  if (gap.kind === 'place' || isHours) return ask.confirm(gap)
  if (gap.status === 'met') return ask.claimed(gap)
  if (isCounted(gap.kind)) return gap.quote === '' ? ask.unstated[gap.kind](gap) : ask.short[gap.kind](gap)
  if (gap.quote === '') {
    if (certificate.test(gap.norm)) return ask.unstated.certificate(gap)
    return gap.kind === 'other' ? ask.story(gap) : ask.never(gap)
  }
  return gap.missing.length > 0 || gap.faint.length > 0 ? ask.names(gap) : ask.deeper(gap)
}

/** A certificate that isn't in the vocabulary is asked for in the same way. */
const certificate =
  /(?:[格业书作]证|证书|执照|资质)$|\b(?:certifi(?:cate|cation|ed)|licen[cs]ed?|registration|qualification)\b/u

type Counted = 'years' | 'degree' | 'major' | 'language' | 'certificate'
const isCounted = (kind: RequirementKind): kind is Counted =>
  kind === 'years' || kind === 'degree' || kind === 'major' || kind === 'language' || kind === 'certificate'

type Ask = (gap: Gap) => string
interface Questions {
  readonly confirm: Ask
  /** Met according to the resume. */
  readonly claimed: Ask
  /** The resume doesn't mention it. */
  readonly unstated: Readonly<Record<Counted, Ask>>
  /** The resume mentions it, but not sufficiently. */
  readonly short: Readonly<Record<Counted, Ask>>
  readonly never: Ask
  /** The same for requirements that are neither skills nor duties. */
  readonly story: Ask
  /** Some of several demanded names are open. */
  readonly names: Ask
  readonly deeper: Ask
}

const inZh = (names: readonly string[]): string => names.join('、')
const zh: Questions = {
  confirm: ({ requirement }) => `与候选人确认：「${requirement}」`,
  claimed: ({ requirement, quote }) =>
    `简历写「${quote}」：对应「${requirement}」，请讲一件具体的事，本人负责哪一部分，结果如何？`,
  unstated: {
    years: ({ requirement, lastJob }) =>
      lastJob === ''
        ? `简历没有写明年限：对应「${requirement}」的工作，从何时做到何时，在哪家公司？`
        : `「${requirement}」：「${lastJob}」及之前的工作中，哪几段属于这一类，各从何时到何时？`,
    degree: ({ requirement }) => `简历没有写明学历：最高学历是什么，哪年取得，是否达到「${requirement}」？`,
    major: ({ requirement }) => `简历没有写明专业：所学专业或主修课程是什么，与「${requirement}」是否相关？`,
    language: ({ requirement }) => `简历没有提到「${requirement}」：目前水平如何，有无成绩，工作中怎样使用？`,
    certificate: ({ requirement }) => `简历没有提到「${requirement}」：是否持有，哪年取得，现在是否有效？`,
  },
  short: {
    years: ({ requirement, quote }) =>
      `简历写「${quote}」，还不足以确认「${requirement}」：此外还有哪些同类工作，各从何时到何时？`,
    degree: ({ requirement, quote }) =>
      `简历写「${quote}」，要求「${requirement}」：有无更高或在读学历，何时取得？`,
    major: ({ requirement, quote }) => `简历写「${quote}」：学过哪些与「${requirement}」相关的课程或培训？`,
    language: ({ requirement, quote }) =>
      `简历写「${quote}」，要求「${requirement}」：有无更高的成绩，能否举一次工作中使用的例子？`,
    certificate: ({ requirement, quote }) =>
      `简历写「${quote}」，要求「${requirement}」：是否持有这一种、这一级，现在是否有效？`,
  },
  never: ({ requirement, lastJob }) =>
    lastJob === ''
      ? `简历没有提到「${requirement}」：是否做过，最近一次在哪里，本人负责哪一部分？`
      : `简历没有提到「${requirement}」：在「${lastJob}」期间或之前是否做过，本人负责哪一部分？`,
  story: ({ requirement }) => `简历看不出「${requirement}」：请讲一件能说明它的事，当时怎样做的？`,
  names: ({ requirement, missing, faint, quote }) =>
    missing.length > 0
      ? `「${requirement}」中，简历写了「${quote}」，没有提到${inZh(missing)}：是否用过，用来做了什么？`
      : `简历写「${quote}」，看不出${inZh(faint)}用到什么程度：用它独立完成过什么，结果如何？`,
  deeper: ({ requirement, quote }) =>
    `简历写「${quote}」：与「${requirement}」相比还差哪一部分，由本人还是他人完成，规模多大？`,
}

const inEn = (names: readonly string[]): string => names.join(', ')
const en: Questions = {
  confirm: ({ requirement }) => `Confirm with the candidate: "${requirement}"`,
  claimed: ({ requirement, quote }) =>
    `The resume says "${quote}", for "${requirement}": ask for one case, their own part in it, and the result`,
  unstated: {
    years: ({ requirement, lastJob }) =>
      lastJob === ''
        ? `The resume doesn't say how long: from when to when, and for whom, did they do what "${requirement}" asks for?`
        : `"${requirement}": which of their jobs up to "${lastJob}" was work of this kind, from when to when?`,
    degree: ({ requirement }) =>
      `The resume names no degree: what is their highest, when was it completed, for "${requirement}"?`,
    major: ({ requirement }) =>
      `The resume names no field of study: what did they study, or which courses, for "${requirement}"?`,
    language: ({ requirement }) =>
      `The resume doesn't mention "${requirement}": how well do they speak and write it, and where did they use it?`,
    certificate: ({ requirement }) =>
      `The resume doesn't mention "${requirement}": do they hold it, since when, and is it valid now?`,
  },
  short: {
    years: ({ requirement, quote }) =>
      `The resume says "${quote}", which doesn't settle "${requirement}": what other work of this kind, from when to when?`,
    degree: ({ requirement, quote }) =>
      `The resume says "${quote}", the job asks "${requirement}": is a higher degree completed or under way?`,
    major: ({ requirement, quote }) =>
      `The resume says "${quote}": which of the courses or training bear on "${requirement}"?`,
    language: ({ requirement, quote }) =>
      `The resume says "${quote}", the job asks "${requirement}": is there a higher test result, or a use at work?`,
    certificate: ({ requirement, quote }) =>
      `The resume says "${quote}", the job asks "${requirement}": do they hold this kind and class, valid now?`,
  },
  never: ({ requirement, lastJob }) =>
    lastJob === ''
      ? `The resume doesn't mention "${requirement}": have they done it, where last, and which part was theirs?`
      : `The resume doesn't mention "${requirement}": did they do it at "${lastJob}" or before, and which part was theirs?`,
  story: ({ requirement }) =>
    `Nothing in the resume shows "${requirement}": ask for a time when it was needed, and what they did`,
  names: ({ requirement, missing, faint, quote }) =>
    missing.length > 0
      ? `Of "${requirement}" the resume says "${quote}" and doesn't mention ${inEn(missing)}: have they used it, for what?`
      : `The resume says "${quote}", which doesn't show how far they know ${inEn(faint)}: what did they finish with it?`,
  deeper: ({ requirement, quote }) =>
    `The resume says "${quote}": what of "${requirement}" does that leave out, and was it their own work, at what scale?`,
}
