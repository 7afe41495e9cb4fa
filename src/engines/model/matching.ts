import { type MatchInput, warning } from '../../contract/index.ts'
import { type Clock, type Ids, sha256Hex } from '../../kit/index.ts'
import type { GivenRequirement } from '../builtin/match/job/requirements.ts'
import { detectLanguage } from '../builtin/text/index.ts'
import type { MatchResult } from '../engine.ts'
import { ask, type Call, countedUsage, ModelFailure, type Run, whileAsking } from './calls.ts'
import { verbatimRequirements } from './judge/job-requirements.ts'
import { createKnownJobs } from './judge/known-jobs.ts'
import { judgeRequest, requirementsRequest } from './judge/questions.ts'
import type { Prompt } from './prompts/prompts.ts'
import type { MaySee } from './redact/redact.ts'
import type { ChatModel } from './server/chat.ts'

export interface MatchingDeps {
  readonly chat: ChatModel
  readonly run: Run
  readonly prompts: { readonly judge: Prompt; readonly requirements: Prompt }
  readonly engine: { readonly name: string; readonly version: string }
  readonly fallback: 'builtin' | 'none'
  readonly maySee: MaySee
  readonly clock: Clock
  readonly ids: Ids
}

const markerBytes = 8
const secretBytes = 32

/** Matches with a model. It extracts requirements once per job and gives verdicts once per candidate. */
export function createMatching(deps: MatchingDeps): (input: MatchInput, call: Call) => Promise<MatchResult> {
  const { chat, run, prompts, engine, maySee, clock, ids } = deps
  const secret = hex(ids.bytes(secretBytes))
  const jobs = createKnownJobs()
  const jobMarker = (jdText: string): string => sha256Hex(`${secret}\n${jdText}`).slice(0, markerBytes * 2)

  /** Undefined if the caller gave criteria, or if no requirement of the model is in the text. */
  async function requirementsOf(
    input: MatchInput,
    call: Call,
  ): Promise<readonly GivenRequirement[] | undefined> {
    if (input.criteria !== undefined) return undefined
    const { jdText } = input
    const asked = jobs.get(sha256Hex(jdText), async () => {
      const seen = await run({ kind: 'job', jdText }, call)
      const found = await ask(chat, call, requirementsRequest(prompts.requirements, seen, jobMarker(jdText)))
      return verbatimRequirements(found, jdText)
    })
    const requirements = await whileAsking(asked, call)
    return requirements.length === 0 ? undefined : requirements
  }

  async function judge(input: MatchInput, call: Call): Promise<MatchResult> {
    const requirements = await requirementsOf(input, call)
    const question = await run({ kind: 'question', input, requirements, maySee }, call)
    const markers = { job: jobMarker(input.jdText), call: hex(ids.bytes(markerBytes)) }
    const answer =
      question === null ? [] : await ask(chat, call, judgeRequest(prompts.judge, question, markers))
    const ofCandidate = { input, requirements, maySee }
    const { usage, ...result } = await run(
      { kind: 'judge', ...ofCandidate, answer, today: clock.now(), engine },
      call,
    )
    // A job without requirements may not ask the model. Then the builtin engine's usage counts.
    return { ...result, usage: call.usage.promptTokens === 0 ? usage : countedUsage(call.usage) }
  }

  return async (input, call) => {
    try {
      return await judge(input, call)
    } catch (error) {
      if (!(error instanceof ModelFailure) || deps.fallback === 'none' || call.signal.aborted) throw error
      return fallenBack(await run({ kind: 'match', input, today: clock.now() }, call), input)
    }
  }
}

/** The builtin engine's result, with a warning. */
function fallenBack({ data, ...result }: MatchResult, { jdText }: MatchInput): MatchResult {
  const warnings = [...data.warnings, warning('model_unavailable', detectLanguage(jdText))]
  return { ...result, data: { ...data, warnings } }
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
