import { gapMark, labelsOf } from '../words/labels.ts'

const { zh, en } = labelsOf
const bare = /^\s{0,3}(?:[-*•]\s{0,3}|#{1,2}\s{0,3})?(?:[^：:\n]{1,24}[：:])?\s{0,9}$/u
/** Headings that only order lines whose own words name their part. */
const ordering = [
  zh.headings.summary,
  zh.headings.basics,
  en.headings.basics,
  zh.unsettledHeading,
  en.unsettledHeading,
].map((each) => `## ${each}`)
/** Addresses are in code spans. */
const address = /`((?:https?:|www\.|mailto:)[^`\s]{1,500})`/giu
/** Lines of our output that were derived from other lines. */
const made = [zh.seeMust(''), en.seeMust('')]
const soft = [zh, en].map(({ pair, softSkills }) => `- ${pair(softSkills, '')}`)

/**
 * Removes the marks of missing facts from our own output when it is submitted again. Filled-in facts stay,
 * and the others are asked for again. Any other text is unchanged.
 */
export function withoutOwnMarks(text: string): string {
  const lines = text.split('\n')
  if (text.search(gapMark) < 0 && !lines.some((line) => ordering.includes(line))) return text
  const kept = lines.flatMap((line) => {
    const rest = line.replace(gapMark, '').replace(address, '$1').trimEnd()
    const isMade = ordering.includes(rest) || made.some((end) => rest.endsWith(end))
    if (isMade || (rest !== line.trimEnd() && bare.test(rest))) return []
    const lead = soft.find((each) => rest.startsWith(each))
    if (lead === undefined) return [rest]
    return rest
      .slice(lead.length)
      .split(/；|;\s/u)
      .map((each) => `- ${each}`)
  })
  const isHeading = (line: string | undefined) => line === undefined || /^#{1,2}\s/u.test(line)
  const next = (at: number) => kept.slice(at + 1, at + linesAheadMax).find((line) => line !== '')
  return kept.filter((line, at) => !/^##\s/u.test(line) || !isHeading(next(at))).join('\n')
}

const linesAheadMax = 4
