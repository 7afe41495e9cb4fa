import { type Language, readWordLists, type WordLists } from '../../text/index.ts'

/** The lists of `words/`, by language and name. */
export const wordLists: Record<Language, WordLists> = {
  zh: readWordLists(new URL('./zh.tsv', import.meta.url)),
  en: readWordLists(new URL('./en.tsv', import.meta.url)),
}

/** The cues in a normalised line that indicate its part of a job description. */
export interface Cues {
  readonly duty: RegExp
  readonly must: RegExp
  /** A line with this beginning is a benefit, regardless of its other words. */
  readonly offer: RegExp
  /** The name of a benefit makes a line an offer, unless the line states a requirement. */
  readonly benefit: RegExp
  readonly company: RegExp
  readonly basics: RegExp
  readonly apply: RegExp
  /** Statements that the law or the employer's lawyers require. */
  readonly legal: RegExp
  /** The line states a requirement, wherever it occurs. */
  readonly sureDemand: RegExp
  /** The line begins like a requirement. */
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
