export {
  amountPointCentsMax,
  type GrantKind,
  grantKinds,
  type PointCents,
  pointCents,
  points,
  zeroPointCents,
} from './amounts.ts'
export {
  errorEnvelope,
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
  issueMessages,
} from './errors.ts'
export {
  type DataUrlField,
  type Field,
  type Fields,
  fieldNamed,
  type InputDeclaration,
  type InputOf,
  type IntegerField,
  inputSchema,
  type ListField,
  spellings,
  type TextField,
} from './fields.ts'
export type {
  CallBody,
  DecodedInput,
  OperationHandler,
  Outcome,
} from './handler.ts'
export {
  canonicalJson,
  type JsonObject,
  type JsonValue,
} from './json.ts'
export * as limits from './limits.ts'
export {
  apiPrefix,
  type BatchIdInput,
  batchFields,
  batchIdFields,
  type MatchInput,
  matchFields,
  type Operation,
  type OperationName,
  type OptimizeInput,
  operationNames,
  operationsUnder,
  optimizeFields,
  type ParseResumeInput,
  parseResumeFields,
  type StartBatchInput,
} from './operations.ts'
export {
  isLongerThan,
  parseInput,
  parseJson,
} from './parse-input.ts'
export {
  batchCandidatePointCents,
  matchPointCents,
  optimizeHold,
  optimizePointCentsMin,
  optimizePrice,
  type Price,
  parsePagePointCents,
  type TokenUsage,
} from './prices.ts'
export {
  type Billing,
  batchItemSchema,
  batchRecordSchema,
  batchStartDataSchema,
  batchStatuses,
  billingSchema,
  billingStatuses,
  billingToWire,
  type ComplianceFinding,
  complianceSchema,
  type EngineName,
  engineSchema,
  type MatchData,
  matchDataSchema,
  type OptimizeData,
  optimizeDataSchema,
  optimizeDataToWire,
  parseDataSchema,
  parseUsageSchema,
  type RequirementFinding,
  requirementSchema,
  type Severity,
  severities,
  tokenUsageSchema,
  tokenUsageToWire,
} from './results.ts'
export {
  defaultTerms,
  type Terms,
} from './terms.ts'
