import { block } from '../prompts/blocks.ts'
import type { Prompt } from '../prompts/prompts.ts'
import type { ChatRequest } from '../server/chat.ts'
import { checkRequirements, type FoundRequirement, requirementsSchema } from './job-requirements.ts'
import { checkVerdicts, type ModelVerdict, verdictsSchema } from './verdicts.ts'

/** What is asked of a model about one candidate. */
export interface JudgeQuestion {
  /** Numbered from 1 by their order. */
  readonly requirements: readonly string[]
  readonly title: string | undefined
  /** As redacted. */
  readonly resume: string
}

/** Random codes around data: the job's is the same for each of its candidates, so that a cache works. */
export interface Markers {
  readonly job: string
  readonly call: string
}

const completionTokensPerVerdict = 120
const completionTokensBase = 400
/** A model that thinks before it answers needs room; a server hangs up here. */
export const judgeTokensMax = 4_096

export function judgeRequest(
  prompt: Prompt,
  { requirements, title, resume }: JudgeQuestion,
  markers: Markers,
): ChatRequest<readonly ModelVerdict[]> {
  const job = [
    ...(title === undefined ? [] : [`Title: ${title}`]),
    ...requirements.map((text, index) => `${index + 1}. ${text.replace(/\s+/gu, ' ')}`),
  ]
  const ask = `Give ${requirements.length} verdicts as JSON, one for each requirement from 1 to ${requirements.length}.`
  return {
    system: prompt.text,
    user: [block('JOB', markers.job, job.join('\n')), block('RESUME', markers.call, resume), ask].join(
      '\n\n',
    ),
    schema: verdictsSchema,
    check: (value) => checkVerdicts(value, requirements.length),
    completionTokensMax: Math.min(
      judgeTokensMax,
      completionTokensBase + completionTokensPerVerdict * requirements.length,
    ),
  }
}

const requirementsTokensMax = 3_000

export function requirementsRequest(
  prompt: Prompt,
  jdText: string,
  marker: string,
): ChatRequest<readonly FoundRequirement[]> {
  return {
    system: prompt.text,
    user: `${block('JOB', marker, jdText)}\n\nList the requirements as JSON.`,
    schema: requirementsSchema,
    check: checkRequirements,
    completionTokensMax: requirementsTokensMax,
  }
}
