import type { MatchData, RequirementFinding } from '../contract/index.ts'
import type { Language } from '../engines/index.ts'
import { type Phrases, phrasesIn } from './phrases.ts'

const tagsMax = 6
const metTagsMax = 3
const tagCharactersMax = 24

/**
 * Tags to filter by: years, degree, met must-haves, one missing must-have. They use words of the job and
 * findings of the engine, never text of the resume.
 */
export function tagsOf(data: MatchData, language: Language): Tags {
  const phrases = phrasesIn(language)
  const musts = data.requirements.filter(({ priority }) => priority === 'must')
  const found = [
    ...yearsTags(data.requirements, phrases),
    ...degreeTags(data.requirements, phrases, language),
    ...metTags(musts, data.keywords),
    ...missingTags(musts, phrases),
  ]
  const unique = [...new Map(found.map((tag) => [tag.text, tag])).values()].slice(0, tagsMax)
  return {
    tags: unique.map(({ text }) => text),
    shown: unique.filter(({ speaksFor }) => speaksFor).map(({ text }) => text),
  }
}

export interface Tags {
  readonly tags: readonly string[]
  /** The tags in favour of the candidate. */
  readonly shown: readonly string[]
}

interface Tag {
  readonly text: string
  readonly speaksFor: boolean
}

function yearsTags(requirements: readonly RequirementFinding[], phrases: Phrases): Tag[] {
  for (const { kind, text, status } of requirements) {
    const years = kind === 'years' || kind === 'degree' ? yearsIn(text) : undefined
    if (years === undefined) continue
    if (status === 'met') return [{ text: phrases.years(years), speaksFor: true }]
    if (kind === 'years' && status === 'not_met')
      return [{ text: phrases.yearsShort(years), speaksFor: false }]
  }
  return []
}

/** The years that a requirement asks for, as written there. */
function yearsIn(text: string): string | undefined {
  return /(\d{1,2}|[一二两三四五六七八九十])\s{0,3}(?:[-–~至到]\s{0,3}\d{1,2}\s{0,3})?(?:年|\+?\s{0,3}(?:years?|yrs?)\b)/iu.exec(
    text,
  )?.[1]
}

const degreeNames: Readonly<Record<Language, readonly (readonly [name: string, pattern: RegExp])[]>> = {
  zh: [
    ['大专', /大专|专科|高职/],
    ['本科', /本科|学士|bachelor/i],
    ['硕士', /硕士|研究生|master/i],
    ['博士', /博士|ph\.?d|doctor/i],
  ],
  en: [
    ['associate', /associate|diploma|大专/i],
    ["bachelor's", /bachelor|\bb\.?s\.?c?\b|本科/i],
    ["master's", /master|\bm\.?sc\b|硕士/i],
    ['doctoral', /doctor|ph\.?d|博士/i],
  ],
}

/** If a requirement names several degrees, it asks for the lowest. */
function degreeTags(
  requirements: readonly RequirementFinding[],
  phrases: Phrases,
  language: Language,
): Tag[] {
  for (const { kind, text, status } of requirements) {
    if (kind !== 'degree' || status === 'partly') continue
    const name = degreeNames[language].find(([, pattern]) => pattern.test(text))?.[0]
    if (name === undefined) continue
    if (status === 'met') return [{ text: phrases.degreeMet(name), speaksFor: true }]
    // If the clause also asks for years, it is unknown which of the two is missing.
    if (yearsIn(text) === undefined) return [{ text: phrases.degreeShort(name), speaksFor: false }]
  }
  return []
}

const vague = ['years', 'degree', 'duty', 'place', 'other']

/** Must-haves that are met, named by the terms that they share with the resume, or by their own words. */
function metTags(musts: readonly RequirementFinding[], keywords: readonly string[]): Tag[] {
  const names = musts
    .filter(({ kind, status }) => status === 'met' && !vague.includes(kind))
    .flatMap(({ text }) => {
      const named = keywords.filter((keyword) => hasTerm(text, keyword))
      return named.length > 0 ? named : [shortened(text)]
    })
  return [...new Set(names)].slice(0, metTagsMax).map((text) => ({ text, speaksFor: true }))
}

/** Whether a text contains a term. A Latin term must be a whole word (`Go` is not in `good`). */
function hasTerm(text: string, term: string): boolean {
  const [within, sought] = [text.toLowerCase(), term.toLowerCase()]
  const isWordPart = (character: string | undefined) => /[a-z0-9+#]/.test(character ?? '')
  for (let at = within.indexOf(sought); at >= 0; at = within.indexOf(sought, at + 1)) {
    const before = isWordPart(within[at - 1]) && isWordPart(sought[0])
    const after = isWordPart(within[at + sought.length]) && isWordPart(sought.at(-1))
    if (!before && !after) return true
  }
  return false
}

/** The first must-have with a distinct name that was not found. */
function missingTags(musts: readonly RequirementFinding[], phrases: Phrases): Tag[] {
  const missing = musts.find(({ kind, status }) => status === 'not_met' && !vague.includes(kind))
  return missing === undefined ? [] : [{ text: phrases.missing(shortened(missing.text)), speaksFor: false }]
}

/** A requirement as a tag: without the words that only express the demand, and truncated. */
function shortened(text: string): string {
  const bare = text
    .replace(
      /^(?:熟练(?:使用|掌握|运用)?|熟悉|精通|掌握|了解|具[有备]|有|能够?|experience (?:with|in)|knowledge of)\s*/iu,
      '',
    )
    .replace(/(?<![\s。；;，,.])[\s。；;，,.]+$/u, '')
  const characters = [...(bare === '' ? text : bare)]
  return characters.length <= tagCharactersMax
    ? characters.join('')
    : `${characters.slice(0, tagCharactersMax - 1).join('')}…`
}
