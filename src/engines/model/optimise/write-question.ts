import { block } from '../prompts/blocks.ts'
import type { Prompt } from '../prompts/prompts.ts'
import type { ChatRequest } from '../server/chat.ts'
import { checkForm, linesSchema, type WrittenLine } from './check-lines.ts'
import type { FactSheet } from './facts.ts'

const completionTokensBase = 400
const completionTokensPerFact = 160
const completionTokensCeiling = 8_192

/** The first question contains the facts. The second adds the previous lines and their mistakes. */
export function writeRequest(
  prompt: Prompt,
  { title, facts }: Pick<FactSheet, 'title' | 'facts'>,
  marker: string,
  again?: { readonly lines: readonly WrittenLine[]; readonly mistakes: readonly string[] },
): ChatRequest<readonly WrittenLine[]> {
  const listed = facts.map(({ part, text }, index) => `${index + 1}. [${part}] ${text}`)
  const user = [block('FACTS', marker, [`Title: ${title.replace(/^#\s*/u, '')}`, ...listed].join('\n'))]
  if (again !== undefined) {
    user.push(block('LINES', marker, JSON.stringify({ lines: again.lines })))
    user.push(`Your lines have mistakes. Write all lines again without them:\n${again.mistakes.join('\n')}`)
  }
  user.push('Write the lines as JSON.')
  return {
    system: prompt.text,
    user: user.join('\n\n'),
    schema: linesSchema,
    check: checkForm,
    completionTokensMax: completionTokensFor(facts.length),
  }
}

export function completionTokensFor(facts: number): number {
  return Math.min(completionTokensCeiling, completionTokensBase + completionTokensPerFact * facts)
}
