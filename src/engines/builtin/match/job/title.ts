import { leadingTitle, normalize, splitSections } from '../../text/index.ts'
import { vocabulary } from '../../vocabulary.ts'

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
