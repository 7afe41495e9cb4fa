export type { CallOptions, Retry } from './call.ts'
export { type ClientOptions, createClient, type ParseResumeOptions, type RecruiterClient } from './client.ts'
export { type Criterion, criteriaHash } from './criteria.ts'
export {
  type ApiErrorOf,
  type ErrorCode,
  type ErrorMembers,
  type InternalReason,
  isApiError,
  type QuotaWindow,
  RecruiterApiError,
  type ServiceErrorCode,
  type TransportErrorCode,
} from './error.ts'
export { type CutPart, type FittedResume, fitForMatch } from './fit-for-match.ts'
export type { BatchRecord, CallMeta, OperationName, Reply } from './operations.ts'
export type { BatchProgress, FollowOptions, Screening } from './screening.ts'
export { anthropicTools, openAiResponsesTools, openAiTools } from './tools.generated.ts'
export {
  type AnthropicTool,
  type OpenAiResponsesTool,
  type OpenAiTool,
  runTool,
  type ToolResult,
} from './tools.ts'
export type {
  Billing,
  Inputs,
  Issue,
  MatchResumeToJdInput,
  OptimizeJdInput,
  ParseResumeInput,
  StartBatchScreeningInput,
} from './types.generated.ts'
export type { ResumeFile } from './upload.ts'
