import type { Language } from '../../text/index.ts'
import type { Band, RequirementKind } from '../weights.ts'

/** The sentences that results are made of. Every one quotes the input; none adds a fact. */
export interface Phrases {
  readonly strength: (requirement: string, quotes: readonly string[]) => string
  readonly missingMust: (requirement: string) => string
  readonly missingPreferred: (requirement: string) => string
  /** Two judges disagree on a hard condition. */
  readonly unknown: (requirement: string) => string
  /** Not shown, but said in the words of the job description. */
  readonly onlyNamed: (requirement: string, quote: string) => string
  /** Named, and too little shown to count. */
  readonly touched: (requirement: string, quote: string) => string
  /** What isn't named at all, and what is only touched on; the quotes show the rest. */
  readonly partly: (
    requirement: string,
    missing: readonly string[],
    faint: readonly string[],
    quotes: readonly string[],
  ) => string
  readonly ask: Readonly<Record<RequirementKind, (requirement: string) => string>>
  readonly verify: (requirement: string) => string
  readonly conclusion: Readonly<Record<Band, string>>
  /** Of a good match of which nothing is open. */
  readonly allMet: string
  readonly counts: (met: number, partly: number, total: number) => string
  readonly decisive: (requirement: string) => string
  readonly noMusts: string
  /** In place of a conclusion. */
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
  ask: {
    skill: (requirement) => `请候选人举一个实际用到「${requirement}」的例子，说明本人承担的部分和结果`,
    years: (requirement) => `逐段核对任职起止时间，确认是否达到「${requirement}」`,
    degree: (requirement) => `请候选人说明最高学历，是否已取得，核对「${requirement}」`,
    major: (requirement) => `了解候选人所学专业或相关课程，核对「${requirement}」`,
    language: (requirement) => `用一段实际对话或成绩单核实「${requirement}」`,
    certificate: (requirement) => `确认是否持有证书并请出示，核实「${requirement}」`,
    domain: (requirement) => `了解候选人接触过的业务与客户，核对「${requirement}」`,
    duty: (requirement) => `了解候选人是否做过「${requirement}」，规模与结果如何`,
    place: (requirement) => `与候选人确认：「${requirement}」`,
    other: (requirement) => `请候选人用一件具体的事说明「${requirement}」`,
  },
  verify: (requirement) => `追问「${requirement}」的深度：简历只提到一部分，或仅列出名称`,
  conclusion: {
    strong: '匹配度高，建议优先安排面试',
    good: '基本匹配，建议安排面试，并核实下列待确认项',
    weak: '匹配度一般，建议先电话沟通关键要求，再决定是否面试',
    poor: '匹配度低，简历中能对应岗位要求的内容较少，暂不建议推进',
  },
  allMet: '基本匹配，所列要求在简历中均有对应，建议安排面试',
  counts: (met, partly, total) => `必备要求共 ${total} 项：符合 ${met} 项，部分符合 ${partly} 项`,
  decisive: (requirement) => `须先确认「${requirement}」`,
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
  ask: {
    skill: (requirement) =>
      `Ask for one example of "${requirement}" in real work: their own part, and the result`,
    years: (requirement) => `Go through the dates of each job to settle "${requirement}"`,
    degree: (requirement) =>
      `Ask for the highest degree, and whether it is complete, to settle "${requirement}"`,
    major: (requirement) => `Ask about the field of study or related courses, for "${requirement}"`,
    language: (requirement) => `Check "${requirement}" in conversation or by a test result`,
    certificate: (requirement) => `Ask whether they hold the certificate, and to see it: "${requirement}"`,
    domain: (requirement) => `Ask which business and clients they know, for "${requirement}"`,
    duty: (requirement) => `Ask whether they have done this before, at what scale: "${requirement}"`,
    place: (requirement) => `Confirm with the candidate: "${requirement}"`,
    other: (requirement) => `Ask for a concrete story that shows "${requirement}"`,
  },
  verify: (requirement) =>
    `Probe the depth of "${requirement}": the resume shows part of it or only names it`,
  conclusion: {
    strong: 'Strong match: invite to an interview first',
    good: 'Good match: interview, and settle the open points below',
    weak: 'Partial match: call about the key requirements before deciding on an interview',
    poor: 'Weak match: little in the resume answers what the job asks for; not recommended for now',
  },
  allMet: 'Good match: the resume answers all that is asked for; interview',
  counts: (met, partly, total) => `Must-haves: ${total} in all, ${met} met, ${partly} met in part`,
  decisive: (requirement) => `First settle "${requirement}"`,
  noMusts: 'The job description has no must-have that could be checked',
  nothingToCheck: 'No requirement that could be checked was found: there is no conclusion.',
}

export function phrasesIn(language: Language): Phrases {
  return language === 'zh' ? zh : en
}
