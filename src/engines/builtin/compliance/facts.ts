import { type Severity, severities } from '../../../contract/index.ts'
import type { Language } from '../text/index.ts'
import { fold } from './fold.ts'
import en from './rules/en/facts.json' with { type: 'json' }
import zh from './rules/zh/facts.json' with { type: 'json' }

/** The facts that a job description should state, from `facts.json` of a language. */
export interface FactsSource {
  readonly name: string
  readonly severity: Severity
  readonly legalBasis: string
  /** `{facts}` is replaced by the labels of the missing facts. */
  readonly suggestion: string
  /** A shorter text is not a complete job description, so its facts are not checked. */
  readonly charactersMin: number
  readonly facts: readonly {
    readonly fact: string
    readonly label: string
    /** Whether the law named in `legalBasis` requires it. */
    readonly required: boolean
    readonly stated: readonly string[]
  }[]
  readonly fires: readonly string[]
  readonly quiet: readonly string[]
}

export interface Fact {
  readonly fact: string
  readonly label: string
  readonly required: boolean
}

const sources: Record<Language, unknown> = { zh, en }
const compiled = new Map<string, RegExp>()

/** Reads and checks the facts of a language. Throws if the file is malformed. */
export function factsSource(language: Language): FactsSource {
  const source = sources[language] as FactsSource
  const isSound = severities.includes(source.severity) && source.facts.length > 0
  if (!isSound) throw new Error(`facts.json of ${language}: a severity or a fact is not in order`)
  return source
}

/** The facts that a text doesn't state. `text` is the complete input, including headings. */
export function absentFacts(text: string, language: Language): Fact[] {
  const folded = fold(text, true).text
  return factsSource(language).facts.filter(
    ({ fact, stated }) => folded.search(statedPattern(language, fact, stated)) < 0,
  )
}

function statedPattern(language: Language, fact: string, stated: readonly string[]): RegExp {
  const key = `${language} ${fact}`
  const known = compiled.get(key)
  if (known !== undefined) return known
  const any = stated.join('|')
  const made = new RegExp(language === 'en' ? `(?<![a-z0-9_])(?:${any})(?![a-z0-9_])` : any, 'imu')
  compiled.set(key, made)
  return made
}
