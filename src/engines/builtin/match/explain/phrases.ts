import type { Language } from '../../text/index.ts'
import type { Band } from '../weights.ts'

/** The sentences of a result. Each quotes the input; none adds a fact. */
export interface Phrases {
  readonly strength: (requirement: string, quotes: readonly string[]) => string
  readonly missingMust: (requirement: string) => string
  readonly missingPreferred: (requirement: string) => string
  /** Two judges disagree on a hard requirement. */
  readonly unknown: (requirement: string) => string
  /** Not shown, only repeated in the words of the job description. */
  readonly onlyNamed: (requirement: string, quote: string) => string
  /** Mentioned, but the evidence is too weak to count. */
  readonly touched: (requirement: string, quote: string) => string
  /** Lists the names that are missing and those only touched on; quotes show the rest. */
  readonly partly: (
    requirement: string,
    missing: readonly string[],
    faint: readonly string[],
    quotes: readonly string[],
  ) => string
  readonly conclusion: Readonly<Record<Band, string>>
  /** For a good match with nothing open. */
  readonly allMet: string
  readonly counts: (met: number, partly: number, total: number) => string
  readonly decisive: (requirement: string) => string
  /** Hard requirements that the resume doesn't mention, and those that it doesn't fully meet. */
  readonly unstated: (requirements: readonly string[]) => string
  readonly tooLittle: (requirements: readonly string[]) => string
  readonly onlyListed: string
  readonly noMusts: string
  /** Replaces the conclusion. */
  readonly nothingToCheck: string
}

const quotedZh = (quotes: readonly string[]): string => quotes.map((quote) => `「${quote}」`).join('')
const quotedEn = (quotes: readonly string[]): string => quotes.map((quote) => `"${quote}"`).join(', ')

const zh: Phrases = {
  strength: (requirement, quotes) => `符合「${requirement}」，简历原文：${quotedZh(quotes)}`,
  missingMust: (requirement) => `必备要求「${requirement}」：简历中未找到依据`,
  onlyNamed: (requirement, quote) =>
    `「${requirement}」：简历只用职位描述的字样提到（「${quote}」），没有经历可佐证`,
  touched: (requirement, quote) => `「${requirement}」：简历仅略有提及（「${quote}」），依据不足`,
  missingPreferred: (requirement) => `加分项「${requirement}」：简历中未找到依据`,
  unknown: (requirement) => `「${requirement}」：仅凭简历无法确定，需向候选人核实`,
  partly: (requirement, missing, faint, quotes) =>
    [
      `「${requirement}」：部分符合`,
      ...(missing.length === 0 ? [] : [`未提及${missing.join('、')}`]),
      ...(faint.length === 0 ? [] : [`${faint.join('、')}依据不足`]),
      `简历原文：${quotedZh(quotes)}`,
    ].join('，'),
  conclusion: {
    strong: '匹配度高，建议优先安排面试',
    good: '基本匹配，建议安排面试，并核实下列待确认项',
    weak: '匹配度尚不能确定，建议先向候选人核实必备要求，再决定是否面试',
    poor: '匹配度低，简历中能对应岗位要求的内容较少，暂不建议推进',
  },
  allMet: '基本匹配，所列要求在简历中均有对应，建议安排面试',
  counts: (met, partly, total) => `必备要求共 ${total} 项：符合 ${met} 项，部分符合 ${partly} 项`,
  decisive: (requirement) => `须先确认「${requirement}」`,
  unstated: (requirements) => `简历未写明${quotedZh(requirements)}`,
  tooLittle: (requirements) => `简历所写尚未达到${quotedZh(requirements)}`,
  onlyListed: '符合的多为列出的名称或自我评价，没有写明在哪段工作中使用',
  noMusts: '职位描述中没有可逐条核对的必备要求',
  nothingToCheck: '没有读出可逐条核对的要求，无法给出匹配结论。',
}

const en: Phrases = {
  strength: (requirement, quotes) => `Meets "${requirement}"; the resume says: ${quotedEn(quotes)}`,
  missingMust: (requirement) => `Must-have "${requirement}": nothing in the resume shows it`,
  onlyNamed: (requirement, quote) =>
    `"${requirement}": only named, in the words of the job description ("${quote}"), with no work that shows it`,
  touched: (requirement, quote) =>
    `"${requirement}": only touched on ("${quote}"), which is too little to count`,
  missingPreferred: (requirement) => `Preferred "${requirement}": nothing in the resume shows it`,
  unknown: (requirement) => `"${requirement}": the resume alone does not settle this; ask the candidate`,
  partly: (requirement, missing, faint, quotes) =>
    [
      `"${requirement}": met in part`,
      ...(missing.length === 0 ? [] : [`not mentioned: ${missing.join(', ')}`]),
      ...(faint.length === 0 ? [] : [`little shows: ${faint.join(', ')}`]),
      `the resume says: ${quotedEn(quotes)}`,
    ].join('; '),
  conclusion: {
    strong: 'Strong match: invite to an interview first',
    good: 'Good match: interview, and settle the open points below',
    weak: 'Partial match: ask about the must-haves first, before deciding on an interview',
    poor: 'Weak match: little in the resume answers what the job asks for; not recommended for now',
  },
  allMet: 'Good match: the resume answers all that is asked for; interview',
  counts: (met, partly, total) => `Must-haves: ${total} in all, ${met} met, ${partly} met in part`,
  decisive: (requirement) => `First settle "${requirement}"`,
  unstated: (requirements) => `Not stated in the resume: ${quotedEn(requirements)}`,
  tooLittle: (requirements) => `Not fully met by what the resume says: ${quotedEn(requirements)}`,
  onlyListed: 'Most of what is met is only listed or claimed, with no work that used it',
  noMusts: 'The job description has no must-have that could be checked',
  nothingToCheck: 'No requirement that could be checked was found: there is no conclusion.',
}

export function phrasesIn(language: Language): Phrases {
  return language === 'zh' ? zh : en
}
