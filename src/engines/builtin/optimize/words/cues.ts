import { type Language, readWordLists, type WordLists } from '../../text/index.ts'

/** The lists of `words/`, by language and name. */
export const wordLists: Record<Language, WordLists> = {
  zh: readWordLists(new URL('./zh.tsv', import.meta.url)),
  en: readWordLists(new URL('./en.tsv', import.meta.url)),
}

/** What in a normalised line tells the part of a job description that it belongs to. */
export interface Cues {
  readonly duty: RegExp
  readonly must: RegExp
  /** What begins so is offered, whatever else it says. */
  readonly offer: RegExp
  /** What names a benefit is an offer, where nothing is asked for. */
  readonly benefit: RegExp
  readonly company: RegExp
  readonly basics: RegExp
  readonly apply: RegExp
  /** What the law or the employer's lawyers want told. */
  readonly legal: RegExp
  /** It asks for something, wherever it stands. */
  readonly sureDemand: RegExp
  /** It begins as demands do. */
  readonly likelyDemand: RegExp
}

const zh = wordLists.zh
const en = wordLists.en
const pattern = (source: string) => new RegExp(source, 'u')
const speaker = '(?:你(?:会|将|要|需要)?|还要|同时|平时|日常)?(?:(?:主要)?就?是|每[天日周月](?:度)?)?'

export const cues: Record<Language, Cues> = {
  zh: {
    duty: pattern(`^${speaker}${zh('duty manner')}?${zh('duty')}(?![过工员师])`),
    must: pattern(zh('must')),
    offer: pattern(`^${zh('offer')}`),
    benefit: pattern(zh('benefit')),
    company: pattern(`^${zh('company start')}|${zh('company')}`),
    basics: pattern(`^${zh('basics')}`),
    apply: pattern(`^${zh('apply')}`),
    legal: pattern(zh('legal')),
    sureDemand: pattern(`^${zh('sure demand')}|优先$`),
    likelyDemand: /./u,
  },
  en: {
    duty: pattern(`^${en('duty')}(?:e?s)?\\b`),
    must: pattern(`^${en('must start')}\\b|\\b${en('must')}\\b`),
    offer: pattern(`^${en('offer')}\\b`),
    benefit: pattern(`\\b${en('benefit')}\\b`),
    company: pattern(`^${en('company start')}\\b|\\b${en('company')}\\b`),
    basics: pattern(`^${en('basics')}\\b`),
    apply: pattern(`^${en('apply')}\\b`),
    legal: pattern(`\\b${en('legal')}`),
    sureDemand: pattern(`^${en('sure demand')}|\\b(?:is a plus|preferred)$`),
    likelyDemand: pattern(`^${en('likely demand')}`),
  },
}
