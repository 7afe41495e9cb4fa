const mark = /【待补充(?:：[^】\n]{1,60})?】|\\?\[To be added(?:: [^\]\n]{1,80}?)?\\?\]/gu
const bare = /^\s{0,3}(?:[-*•]\s{0,3}|#{1,2}\s{0,3})?(?:[^：:\n]{1,24}[：:])?\s{0,9}$/u
/** What was made of other lines, and headings that only order what says by itself what it is. */
const made =
  /（详见任职要求）$|\s\(see Requirements\)$|^## (?:岗位概述|工作地点与基本信息|Location and basics)$/u
const soft = /^- (?:综合素质：|Working style: )/u

/**
 * A result of ours that is given again, without the marks of what is missing: what was filled in stays, and
 * what wasn't is asked for once more. Any other text is as it was.
 */
export function withoutOwnMarks(text: string): string {
  if (!/待补充|To be added|^## (?:岗位概述|Location and basics)$/mu.test(text)) return text
  const kept = text.split('\n').flatMap((line) => {
    const rest = line.replace(mark, '').trimEnd()
    if (made.test(rest) || (rest !== line.trimEnd() && bare.test(rest))) return []
    if (!soft.test(rest)) return [rest]
    return rest
      .replace(soft, '')
      .split(/；|;\s/u)
      .map((each) => `- ${each}`)
  })
  const isHeading = (line: string | undefined) => line === undefined || /^#{1,2}\s/u.test(line)
  const next = (at: number) => kept.slice(at + 1, at + linesAheadMax).find((line) => line !== '')
  return kept.filter((line, at) => !/^##\s/u.test(line) || !isHeading(next(at))).join('\n')
}

const linesAheadMax = 4
