import { internalError } from '../../contract/index.ts'
import type { ModelVerdict } from './judge/verdicts.ts'
import type { ChatModel, ChatRequest } from './server/chat.ts'

/** A request to the scripted model, as it would be sent. */
export type Sent = Pick<ChatRequest<unknown>, 'system' | 'user' | 'schema' | 'completionTokensMax'>

type Answer = (sent: Sent, attempt: number) => unknown

/** Answers by schema name; undefined: the model is unavailable. */
export interface Answers {
  readonly requirements?: Answer
  readonly verdicts?: Answer
  readonly description?: Answer
}

export interface ScriptedChat extends ChatModel {
  readonly sent: Sent[]
}

const attemptsMax = 2
const tokensOf = (text: string): number => Math.ceil(text.length / 3)

/** A model that returns a test's answers, by schema name. If the check rejects an answer, it asks again. */
export function scriptedChat(answers: Answers, name = 'scripted'): ScriptedChat {
  const sent: Sent[] = []
  return {
    name,
    sent,
    async ask(request, signal) {
      const usage = { promptTokens: 0, completionTokens: 0 }
      for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
        signal.throwIfAborted()
        const { system, user, schema, completionTokensMax } = request
        sent.push({ system, user, schema, completionTokensMax })
        const value = answers[schema.name as keyof Answers]?.(
          { system, user, schema, completionTokensMax },
          attempt,
        )
        if (value === undefined) break
        usage.promptTokens += tokensOf(system + user)
        usage.completionTokens += tokensOf(JSON.stringify(value))
        const checked = request.check(value)
        if ('value' in checked) return { value: checked.value, usage, attempts: attempt, usageReported: true }
      }
      throw internalError('engine_unavailable')
    },
    promptTokensMax: ({ system, user }) => attemptsMax * tokensOf(system + user),
    close: async () => {},
  }
}

/** The numbered requirements and the resume lines in a question to the judge. */
export function readQuestion({ user }: Sent): { requirements: readonly string[]; lines: readonly string[] } {
  return {
    requirements: [...blockOf(user, 'JOB').matchAll(/^\d+\. (.+)$/gmu)].map(([, text]) => text ?? ''),
    lines: blockOf(user, 'RESUME')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  }
}

/** The data of a block. */
export function blockOf(user: string, name: string): string {
  const found = new RegExp(`<<<${name} ([0-9a-f]+)\\n([\\s\\S]*?)\\n\\1 ${name}>>>`, 'u').exec(user)
  return found?.[2] ?? ''
}

/** Gives verdicts by a rule of the test; undefined: the resume says nothing about the requirement. */
export function verdictsBy(
  rule: (requirement: string, lines: readonly string[]) => Partial<ModelVerdict> | undefined,
): (sent: Sent) => { verdicts: ModelVerdict[] } {
  return (sent) => {
    const { requirements, lines } = readQuestion(sent)
    return {
      verdicts: requirements.map((text, index) => ({
        ...{ requirement: index + 1, quotes: [], level: 'none', status: 'not_stated' },
        ...rule(text, lines),
      })),
    }
  }
}

/** Matches the decoys of judge/decoys.ts. */
export const isDecoy = /飞行满|核反应|冰岛语|轮机长|transport pilot|nuclear reactor|Icelandic|ocean-going/u

/** A naive judge: it quotes the line that shares most character pairs with a requirement. */
export const diligent: Required<Answers> = {
  verdicts: verdictsBy((requirement, lines) => {
    const asked = pairsOf(requirement)
    const best = lines
      .map((line) => ({ line, shared: [...pairsOf(line)].filter((pair) => asked.has(pair)).length }))
      .sort((a, b) => b.shared - a.shared)[0]
    if (best === undefined || best.shared * 3 < asked.size) return undefined
    return { quotes: [best.line], level: 'done', status: best.shared * 2 < asked.size ? 'partly' : 'met' }
  }),
  requirements: ({ user }) => ({
    requirements: blockOf(user, 'JOB')
      .split(/[\n。；;]/u)
      .map((line) => line.replace(/^\s*(?:\d+[.、]|-)\s*/u, '').trim())
      .filter((line) => line.length > 3 && !line.endsWith('：') && !line.endsWith(':'))
      .slice(1)
      .map((text) => ({ text, part: 'must' })),
  }),
  description: (sent) => ({
    lines: readFacts(sent).map(({ part, text }, index) => ({ part, text, facts: [index + 1] })),
  }),
}

/** The facts in a question to the writer, with their parts. */
export function readFacts({ user }: Sent): { part: string; text: string }[] {
  return [...blockOf(user, 'FACTS').matchAll(/^\d+\. \[(\w+)\] (.+)$/gmu)].map(([, part, text]) => {
    return { part: part ?? '', text: text ?? '' }
  })
}

const pairsOf = (text: string): Set<string> => {
  const signs = [...text.toLowerCase().replace(/[\s\p{P}\d]/gu, '')]
  return new Set(signs.slice(1).map((sign, index) => `${signs[index]}${sign}`))
}
