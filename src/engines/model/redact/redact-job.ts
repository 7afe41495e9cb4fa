import { contactSpans } from '../../builtin/match/person/fields.ts'
import { placeholders } from './leaks.ts'

/** A job description without the recruiter's contact data. Patterns of contact data match single lines. */
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
