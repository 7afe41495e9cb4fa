import { jsonCandidates } from './answer-json.ts'
import { readBySchema } from './json-schema.ts'
import type { Reply } from './reply.ts'

/** A valid value, or the mistake in the answer as a sentence for the model. */
export type ReadAnswer<T> = { readonly value: T } | { readonly mistake: string }

interface Asked<T> {
  readonly schema: { readonly schema: object }
  readonly check: (value: unknown) => ReadAnswer<T>
}

/**
 * Finds the answer in a reply: in the content, else in the thoughts, where some servers put it. Missing,
 * null and blank content are equal. The answer must validate in either place.
 */
export function readAnswer<T>(reply: Reply, { schema, check }: Asked<T>): ReadAnswer<T> {
  if (reply.isRefusal) return { mistake: 'You declined to answer. The task is allowed: answer it.' }
  let first: ReadAnswer<T> | undefined
  for (const text of [reply.content, reply.reasoning]) {
    for (const candidate of jsonCandidates(text)) {
      const read = readBySchema(schema.schema, candidate)
      const checked = 'value' in read ? check(read.value) : read
      if ('value' in checked) return checked
      first ??= checked
    }
  }
  return first ?? { mistake: mistakeOf(reply) }
}

function mistakeOf({ end, content }: Reply): string {
  if (end === 'length' || end === 'capped') return 'The answer was too long and was cut off. Answer shorter.'
  if (content.trim() === '') return 'The answer was empty.'
  return 'The answer held no complete JSON object.'
}

/**
 * Whether the model thought before it answered. Some templates leave empty tags without thoughts. Some
 * servers send the answer itself as thoughts.
 */
export function hasThought({ content, reasoning, usage }: Reply): boolean {
  if ((usage?.reasoningTokens ?? 0) > 0) return true
  const isAnswer = content.trim() === '' && reasoning.trim().startsWith('{')
  if (reasoning.trim() !== '' && !isAnswer) return true
  const end = content.indexOf('</think>')
  const begin = content.indexOf('<think>')
  if (end < 0) return begin >= 0
  return content.slice(begin < 0 ? 0 : begin + '<think>'.length, end).trim() !== ''
}
