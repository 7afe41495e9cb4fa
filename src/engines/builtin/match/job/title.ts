import { leadingTitle, normalize, type Section, splitSections } from '../../text/index.ts'
import { vocabulary } from '../../vocabulary.ts'

const firstLinesMax = 3
const titleCharactersMax = 80

/**
 * The job title as given, or else from the first lines of the job description; undefined if they have none.
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
  const demanded = sections.filter(isOfDemands).flatMap((section) => section.lines)
  const lines = jdText
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.slice(0, firstLinesMax).find((line) => {
    if (line.length > titleCharactersMax || demanded.some(({ text }) => line.endsWith(text))) return false
    return vocabulary().findTitles(normalize(line)).length > 0
  })
}

/** `任职要求：` followed by `持有焊工证`: a demand that names a title isn't a title. */
const isOfDemands = ({ kind, heading }: Section): boolean =>
  heading !== '' && (kind === 'must' || kind === 'preferred')
