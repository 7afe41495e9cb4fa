import { type MatchInput, type OptimizeInput, type Warning, warning } from '../../contract/index.ts'
import { readJob } from '../builtin/match/job/job.ts'
import type { GivenRequirement } from '../builtin/match/job/requirements.ts'
import { monthNumber } from '../builtin/match/read/dates.ts'
import { type EngineTask, type EngineTaskResult, optimizeNow, runTask, usageOf } from '../builtin/tasks.ts'
import { detectLanguage } from '../builtin/text/index.ts'
import type { MatchResult, OptimizeResult } from '../engine.ts'
import { judgeTexts, questionFor } from './judge/judge-texts.ts'
import type { JudgeQuestion } from './judge/questions.ts'
import type { ModelVerdict } from './judge/verdicts.ts'
import { mistakesIn, type WrittenLine } from './optimise/check-lines.ts'
import { type FactSheet, factSheet } from './optimise/facts.ts'
import { putTogether } from './optimise/put-together.ts'
import type { MaySee } from './redact/redact.ts'
import { redactJob } from './redact/redact-job.ts'

/** The tasks of a model engine's thread: those of the builtin engine, and those for the model. */
export type ModelTask =
  | EngineTask
  | { readonly kind: 'job'; readonly jdText: string }
  | { readonly kind: 'sheet'; readonly input: OptimizeInput }
  | { readonly kind: 'written'; readonly sheet: FactSheet; readonly lines: readonly WrittenLine[] }
  | ({ readonly kind: 'question' } & OfCandidate)
  | ({
      readonly kind: 'judge'
      readonly today: Date
      readonly answer: readonly ModelVerdict[]
    } & OfCandidate & {
        readonly engine: { readonly name: string; readonly version: string }
      })

/** A builtin result, and its facts for the model to rewrite. */
export interface Sheet {
  readonly result: OptimizeResult
  readonly sheet: FactSheet
}

/** A text, or the mistakes in the lines for it. */
export type Written = { readonly content: string } | { readonly mistakes: readonly string[] }

interface OfCandidate {
  readonly input: MatchInput
  readonly requirements: readonly GivenRequirement[] | undefined
  readonly maySee: MaySee
}

/** The result of each task. */
export interface ModelTaskResults {
  match: MatchResult
  job: string
  question: JudgeQuestion | null
  judge: MatchResult
  optimize: OptimizeResult
  sheet: Sheet
  written: Written
}

export type ModelTaskResult = EngineTaskResult | ModelTaskResults[keyof ModelTaskResults]

export function runModelTask(task: ModelTask): ModelTaskResult {
  switch (task.kind) {
    case 'job':
      return redactJob(task.jdText)
    case 'question':
      return questionFor(task)
    case 'judge':
      return judged(task)
    case 'sheet':
      return sheetOf(task.input)
    case 'written': {
      const mistakes = mistakesIn(task.lines, task.sheet)
      return mistakes.length > 0 ? { mistakes } : { content: putTogether(task.sheet, task.lines) }
    }
    default:
      return runTask(task)
  }
}

function sheetOf(input: OptimizeInput): Sheet {
  const result = optimizeNow(input)
  const { content } = result.data
  return { result, sheet: factSheet(content, detectLanguage(content)) }
}

function judged(task: Extract<ModelTask, { kind: 'judge' }>): MatchResult {
  const { input, today, answer, engine } = task
  const month = monthNumber(today.getUTCFullYear(), today.getUTCMonth() + 1)
  const { matched, confidence, isDistrusted } = judgeTexts(task, answer, month, engine)
  const { language } = readJob(input.jdText, input.jobTitle, input.criteria, task.requirements)
  const warnings: Warning[] = isDistrusted ? [warning('model_answer_not_used', language)] : []
  const { data, unroundedScore, recommended } = matched
  const { score, ...rest } = data
  const optionalConfidence = confidence === undefined ? {} : { confidence }
  const withWarnings = { score, ...optionalConfidence, ...rest, warnings: [...data.warnings, ...warnings] }
  return { data: withWarnings, unroundedScore, recommended, usage: usageOf(input, withWarnings) }
}
