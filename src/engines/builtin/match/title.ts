import { leadingTitle, normalize, splitSections, words } from '../text/index.ts'
import { vocabulary } from '../vocabulary.ts'
import type { ResumeFacts } from './resume.ts'
import { titleNear } from './weights.ts'

const firstLinesMax = 3
const titleCharactersMax = 80

/**
 * The title of the job as given, or as the first lines of the job description have it; undefined where they
 * don't.
 */
export function jobTitleOf(
  jobTitle: string | undefined,
  jdText: string,
  sections = splitSections(jdText),
): string | undefined {
  if (jobTitle !== undefined && jobTitle.trim() !== '') return jobTitle
  const first = sections[0]
  const line = first?.kind === 'plain' ? first.heading || first.lines[0]?.text : undefined
  const leading = line === undefined ? undefined : leadingTitle(line)
  if (leading !== undefined) return leading.text
  const lines = jdText
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.slice(0, firstLinesMax).find((line) => {
    return line.length <= titleCharactersMax && vocabulary().findTitles(normalize(line)).length > 0
  })
}

/** How near the titles of a resume come to the title of the job, 0 to 1; undefined where the job has none. */
export function titleCredit(title: string | undefined, facts: ResumeFacts): number | undefined {
  if (title === undefined) return undefined
  const norm = normalize(title)
  const asked = vocabulary()
    .findTitles(norm)
    .map((hit) => hit.concept)
  if (asked.length === 0) return wordCredit(norm, facts)
  const credits = asked.map((concept) => {
    const near = [...concept.implies].map((id) => titleNear * (facts.titles.get(id)?.strength ?? 0))
    return Math.max(facts.titles.get(concept.id)?.strength ?? 0, ...near, 0)
  })
  return Math.max(...credits)
}

function wordCredit(normTitle: string, facts: ResumeFacts): number | undefined {
  const asked = new Set(words(normTitle))
  if (asked.size === 0) return undefined
  const held = new Set(facts.segments.flatMap((segment) => words(segment.norm)))
  return [...asked].filter((word) => held.has(word)).length / asked.size
}
