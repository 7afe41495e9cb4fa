import { type OptimizeInput, type WarningCode, warning } from '../../contract/index.ts'
import type { Ids } from '../../kit/index.ts'
import type { OptimizeQuote, OptimizeResult } from '../engine.ts'
import { ask, type Call, countedUsage, ModelFailure, type Run } from './calls.ts'
import { mistakeCharactersMax, mistakesMax, type WrittenLine } from './optimise/check-lines.ts'
import type { FactSheet } from './optimise/facts.ts'
import { completionTokensFor, writeRequest } from './optimise/write-question.ts'
import type { Prompt } from './prompts/prompts.ts'
import type { ChatModel } from './server/chat.ts'
import type { Sheet } from './tasks.ts'

export interface OptimisingDeps {
  readonly chat: ChatModel
  readonly run: Run
  readonly prompt: Prompt
  readonly engine: { readonly name: string; readonly version: string }
  readonly fallback: 'builtin' | 'none'
  readonly ids: Ids
}

export interface Optimising {
  optimize(input: OptimizeInput, call: Call): Promise<OptimizeResult>
  quote(input: OptimizeInput, call: Call): Promise<OptimizeQuote>
}

const markerBytes = 8
const changed = {
  zh: '由模型改写了措辞；数字、名称、地点和条件已逐一与原文核对，没有增减。',
  en: 'A model reworded the lines; every number, name, place and condition was checked against the input, none is lost or new.',
} as const

/**
 * Optimises with a model. The builtin engine reads the job, removes unlawful content and lists missing
 * facts. The model rewrites its lines, and the engine checks them. If the check fails, the builtin text is
 * used.
 */
export function createOptimising(deps: OptimisingDeps): Optimising {
  const { chat, run, prompt, engine, ids } = deps
  const newMarker = (): string => Buffer.from(ids.bytes(markerBytes)).toString('hex')

  /** Undefined if the second version has mistakes too, or its question failed. */
  async function write(sheet: FactSheet, call: Call): Promise<string | undefined> {
    const lines = await ask(chat, call, writeRequest(prompt, sheet, newMarker()))
    const first = await run({ kind: 'written', sheet, lines }, call)
    if ('content' in first) return first.content
    try {
      const again = await ask(chat, call, writeRequest(prompt, sheet, newMarker(), { lines, ...first }))
      const second = await run({ kind: 'written', sheet, lines: again }, call)
      return 'content' in second ? second.content : undefined
    } catch (error) {
      if (error instanceof ModelFailure && !call.signal.aborted) return undefined
      throw error
    }
  }

  /** The most prompt tokens of both questions, including all attempts. */
  function promptTokensMax({ result, sheet }: Sheet): number {
    if (sheet.facts.length === 0) return result.usage.promptTokens
    const first = chat.promptTokensMax(writeRequest(prompt, sheet, newMarker()))
    const second = chat.promptTokensMax(writeRequest(prompt, sheet, newMarker(), longest(sheet)))
    return Math.max(result.usage.promptTokens, first + second)
  }

  return {
    async optimize(input, call) {
      const read = await run({ kind: 'sheet', input }, call)
      const { result, sheet } = read
      if (sheet.facts.length === 0) return { ...result, data: { ...result.data, engine } }
      let content: string | undefined
      try {
        content = await write(sheet, call)
      } catch (error) {
        if (!(error instanceof ModelFailure) || deps.fallback === 'none' || call.signal.aborted) throw error
        return withWarning(result, sheet, 'model_unavailable')
      }
      const { promptTokens, completionTokens } = countedUsage(call.usage)
      const usage = { promptTokens: Math.min(promptTokens, promptTokensMax(read)), completionTokens }
      const { data } = result
      if (content === undefined) {
        return withWarning({ data: { ...data, engine }, usage }, sheet, 'model_text_not_used')
      }
      const changes = [...data.changes, changed[sheet.language]]
      return { data: { ...data, content, changes, engine }, usage }
    },
    async quote(input, call) {
      return { kind: 'bound', promptTokensMax: promptTokensMax(await run({ kind: 'sheet', input }, call)) }
    },
  }
}

function withWarning({ data, usage }: OptimizeResult, sheet: FactSheet, code: WarningCode): OptimizeResult {
  return { data: { ...data, warnings: [warning(code, sheet.language)] }, usage }
}

/** The longest possible lines and mistakes. A short word is one token. */
function longest({ facts }: FactSheet): { lines: WrittenLine[]; mistakes: string[] } {
  const tokens = (count: number): string => ' a'.repeat(count)
  const line = { part: 'must', text: tokens(completionTokensFor(facts.length)), facts: [] } as const
  return { lines: [line], mistakes: [tokens(mistakesMax * mistakeCharactersMax)] }
}
