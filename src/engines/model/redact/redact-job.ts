import { contactSpans } from '../../builtin/match/person/fields.ts'
import { placeholders } from './leaks.ts'

/**
 * A job description as a model may see it: without how to reach its recruiter. Line by line, as patterns of
 * contact data are read.
 */
export function redactJob(jdText: string): string {
  return jdText
    .split('\n')
    .map((line) => {
      let text = ''
      let from = 0
      for (const { start, end } of [...contactSpans(line)].sort((a, b) => a.start - b.start)) {
        if (end <= from) continue
        text += line.slice(from, Math.max(from, start)) + placeholders.contact
        from = end
      }
      return text + line.slice(from)
    })
    .join('\n')
}
