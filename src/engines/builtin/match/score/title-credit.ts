import { normalize, words } from '../../text/index.ts'
import { vocabulary } from '../../vocabulary.ts'
import type { ResumeFacts } from '../resume/resume.ts'
import { titleNear } from '../weights.ts'

/** The similarity of the resume's titles to the job title, 0 to 1; undefined if the job has no title. */
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
