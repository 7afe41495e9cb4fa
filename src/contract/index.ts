export { type AccountData, accountCall, accountDataSchema } from './account-call.ts'
export {
  amountPointCentsMax,
  type GrantKind,
  grantKinds,
  type PointCents,
  pointCents,
  points,
  zeroPointCents,
} from './amounts.ts'
export { apiPrefix, apiTitle, apiVersion, mcpPath } from './api.ts'
export { type SchemaCheck, schemaCheck } from './console/check.ts'
export {
  type AccountView,
  type BodyOf,
  type ConsoleErrorCode,
  type ConsoleRoute,
  type ConsoleRouteName,
  consoleErrorTable,
  consolePrefix,
  consoleRoutes,
  type KeyView,
  type MoneyView,
  type QueryOf,
  type ReplyOf,
  type StatementLine,
} from './console/index.ts'
export { consolePageRoots, consolePublicFiles, inviteLink, resetPasswordLink } from './console/pages.ts'
export { type Criterion, criteriaEcho, criteriaField } from './criteria.ts'
export {
  errorEnvelope,
  readEnvelope,
  startEnvelope,
  successEnvelope,
} from './envelope.ts'
export {
  type ErrorCode,
  errorTable,
  Fault,
  type FaultMembers,
  type FaultOptions,
  fault,
  type InternalReason,
  type Issue,
  type IssueCode,
  internalError,
  invalidInput,
  issue,
  isTimeoutFault,
  ownTimeoutMessage,
} from './errors.ts'
export {
  type ChoicesField,
  type DataUrlField,
  type Field,
  type Fields,
  fieldNamed,
  type InputDeclaration,
  type InputOf,
  type IntegerField,
  inputSchema,
  type ListField,
  type TextField,
  toolInputSchema,
} from './fields.ts'
export type {
  CallBody,
  DecodedInput,
  ExecuteHandler,
  HandlerCaller,
  OperationHandler,
  Outcome,
  ReadHandler,
  ReadOutcome,
  Start,
  StartHandler,
  TaskOwner,
} from './handler.ts'
export {
  canonicalJson,
  type JsonObject,
  type JsonValue,
} from './json.ts'
export { characterEnd, type JsonRange, JsonText } from './json-scan.ts'
export { closingQuote } from './json-shape.ts'
export * as limits from './limits.ts'
export {
  type BatchIdInput,
  type MatchInput,
  type Operation,
  type OperationName,
  type OptimizeInput,
  operationNames,
  operationsUnder,
  type ParseResumeInput,
  parseResumeFields,
  type StartBatchInput,
} from './operations/index.ts'
export {
  isLongerThan,
  parseInput,
  parseJson,
} from './parse-input.ts'
export { type ParseWarning, parseWarning, parseWarningCodes, warningLanguage } from './parse-warnings.ts'
export {
  batchCandidatePointCents,
  matchPointCents,
  optimizeHold,
  optimizePointCentsMin,
  optimizePrice,
  type Price,
  parsePagePointCents,
  priceText,
  type TokenUsage,
} from './prices.ts'
export type {
  Profile,
  ProfileDate,
  ProfileEducation,
  ProfileJob,
  ProfileLanguage,
  ProfileValue,
} from './profile.ts'
export { readDeclared } from './read-declared.ts'
export {
  type BatchItem,
  type BatchRecord,
  type BatchStatus,
  type BatchSummary,
  type Billing,
  type BillingStatus,
  batchStatuses,
  billingSchema,
  billingToWire,
  type ComplianceFinding,
  type EngineName,
  type MatchData,
  type OptimizeData,
  optimizeDataToWire,
  type PageDetail,
  type RequirementFinding,
  type ScoreParts,
  type Severity,
  severities,
  tokenUsageToWire,
} from './results.ts'
export {
  defaultTerms,
  type Terms,
} from './terms.ts'
export { type Warning, type WarningCode, warning, warningCodes } from './warnings.ts'
