/**
 * Every limit of the specification, once. Characters are Unicode code points; white space around a text is
 * free.
 */
export const bodyBytesMax = 75 * 1024 * 1024
/** A body's values, members and items together. The largest honest one, a full batch, has a few hundred. */
export const jsonValuesMax = 100_000
export const fileDataUrlCharactersMax = 25_000_000
export const fileNameCharactersMax = 240
export const pagesMin = 1
export const pagesMax = 10_000
export const timeoutMinMs = 10_000
export const timeoutMaxMs = 660_000
export const timeoutDefaultMs = 120_000
export const resumeTextCharactersMin = 1
export const resumeTextCharactersMax = 12_000
export const jdTextCharactersMin = 10
export const jdTextCharactersMax = 8_000
export const requirementsCharactersMax = 8_000
export const jobTitleCharactersMax = 200
export const locationCharactersMax = 120
export const experienceCharactersMax = 120
export const labelCharactersMax = 120
export const criteriaMax = 60
export const criterionTextCharactersMax = 500
/** A weight is above 0 and at most this; without one a criterion weighs 1, as what an engine reads itself. */
export const criterionWeightMax = 10
export const criterionWeightDefault = 1
export const idempotencyKeyCharactersMax = 160
export const batchResumesCeiling = 100
/** A batch that still runs after so long is ended. */
export const batchStaleAfterMs = 30 * 60_000
/** How long the first reply of an idempotency key can be replayed. */
export const replyKeptMs = 24 * 3_600_000
/** Engines get this long for one call that names no time limit of its own. */
export const engineTimeoutMs = 60_000
/**
 * The builtin engine's own limit for one call at work. The longest honest texts take under a second in a
 * thread that has just started, and 6.3 s where ten programs share each core (bench/README.md, hanging).
 */
export const builtinEngineTimeoutMs = 15_000
/** The most a call waits for others: for an upload's place, and, on its own, for a thread. */
export const turnWaitMaxMs = 120_000
/** The most an optimised job description may be, in tokens; what a hold is calculated from. */
export const completionTokensMax = 4_096
/** The client is told to wait this long before it asks again. */
export const retryAfterSeconds = 2
/** The same where too much is to be done. */
export const busyRetryAfterSeconds = 5
