import { escapeMarkdown } from '../../builtin/optimize/plain/plain-text.ts'
import type { WrittenLine } from './check-lines.ts'
import type { FactSheet } from './facts.ts'

/** The builtin text with the model's lines in place of its own. */
export function putTogether({ title, sections }: FactSheet, lines: readonly WrittenLine[]): string {
  const blocks = [title]
  for (const { heading, part, kept, isList } of sections) {
    const mark = isList ? '- ' : ''
    const written = lines.filter((line) => line.part === part).map(({ text }) => mark + escapeMarkdown(text))
    const body = [...written, ...kept].join(isList ? '\n' : '\n\n')
    blocks.push(heading, body)
  }
  return `${blocks.join('\n\n')}\n`
}
