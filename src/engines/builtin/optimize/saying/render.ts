import { countTokens } from '../../text/index.ts'
import { type Part, parts } from '../draft.ts'
import { escapeMarkdown } from '../plain/plain-text.ts'
import type { Labels } from '../words/labels.ts'
import type { Content, ContentLine } from './content.ts'

export interface Rendered {
  readonly content: string
  /** The lines that did not fit, by part, in the words of the input. */
  readonly omitted: readonly { readonly part: Part; readonly lines: readonly string[] }[]
}

/** The parts to drop first if not everything fits. */
const dispensable: readonly Part[] = [
  'other',
  'company',
  'summary',
  'offer',
  'preferred',
  'duties',
  'must',
  'basics',
]
/** Tokens for headings and line ends, in addition to those of the lines. */
const layoutTokens = 120

/** The content as Markdown, within `tokensMax` tokens. Lines that don't fit are dropped whole and named. */
export function render(
  title: ContentLine,
  content: Content,
  unsettled: readonly string[],
  tokensMax: number,
  labels: Labels,
): Rendered {
  const questions = [...new Set(unsettled)]
  const open = questions.map((words) => labels.unsettled(escapeMarkdown(inBrackets(words))))
  const lines = new Map<Part, string[]>(parts.map((part) => [part, content[part].map(markdownOf)]))
  const heading = markdownOf(title)
  const omitted = new Map<Part, string[]>()
  let tokens = layoutTokens + countTokens(heading)
  for (const part of parts) for (const line of lines.get(part) ?? []) tokens += countTokens(line) + 3
  for (const line of open) tokens += countTokens(line) + 3
  while (tokens > tokensMax && open.length > 0) {
    tokens -= countTokens(open.pop() ?? '') + 3
    const said = questions.pop()
    if (said !== undefined) omitted.set('other', [said, ...(omitted.get('other') ?? [])])
  }
  for (const part of dispensable) {
    const texts = lines.get(part) ?? []
    for (let index = texts.length - 1; index >= 0 && tokens > tokensMax; index -= 1) {
      const said = content[part][index]?.text ?? ''
      if (said === '') continue
      tokens -= countTokens(texts[index] ?? '') + 3
      texts.splice(index, 1)
      omitted.set(part, [said, ...(omitted.get(part) ?? [])])
    }
  }
  return {
    content: layout(heading, lines, open, labels),
    omitted: [...omitted].map(([part, said]) => ({ part, lines: said })),
  }
}

/** A quote is in brackets; a reader of the text must be able to find its end. */
function inBrackets(words: string): string {
  return words
    .replace(listMark, '')
    .replace(/\s+/gu, ' ')
    .replace(/[[【]/gu, '(')
    .replace(/[\]】]/gu, ')')
}

export const listMark = /^\s{0,3}\\?(?:[-•*·]|\d{1,2}[.、)）])\s{0,2}(?=\D)/u

function layout(
  heading: string,
  lines: ReadonlyMap<Part, readonly string[]>,
  open: readonly string[],
  labels: Labels,
): string {
  const blocks = [`# ${heading}`]
  for (const part of parts) {
    const texts = lines.get(part) ?? []
    if (texts.length === 0) continue
    const isProse = part === 'summary' || part === 'company'
    const body = isProse ? texts.join('\n\n') : texts.map((text) => `- ${text}`).join('\n')
    blocks.push(`## ${labels.headings[part]}`, body)
  }
  if (open.length > 0)
    blocks.push(`## ${labels.unsettledHeading}`, open.map((line) => `- ${line}`).join('\n'))
  return `${blocks.join('\n\n')}\n`
}

function markdownOf({ before = '', text, after = '' }: ContentLine): string {
  return `${before}${escapeMarkdown(text)}${after}`
}
