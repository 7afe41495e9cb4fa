import { block } from '../prompts/blocks.ts'
import type { Prompt } from '../prompts/prompts.ts'
import type { ChatRequest } from '../server/chat.ts'
import { checkRequirements, type FoundRequirement, requirementsSchema } from './job-requirements.ts'
import { checkVerdicts, type ModelVerdict, verdictsSchema } from './verdicts.ts'

/** The question about one candidate. */
export interface JudgeQuestion {
  /** Numbered from 1, in order. */
  readonly requirements: readonly string[]
  readonly title: string | undefined
  /** The redacted resume. */
  readonly resume: string
}

/** Random markers around data. All candidates of a job share the job's marker, so that prompt caches work. */
export interface Markers {
  readonly job: string
  readonly call: string
}

const completionTokensPerVerdict = 120
const completionTokensBase = 400
/** The token cap of an answer. Beyond it, the connection is closed. */
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
