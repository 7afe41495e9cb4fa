/**
 * Every limit of the specification. Characters are Unicode code points; surrounding white space doesn't
 * count.
 */
export const bodyBytesMax = 75 * 1024 * 1024
/** Values, members and items of one body. The largest valid body, a full batch, has a few hundred. */
export const jsonValuesMax = 100_000
export const fileDataUrlCharactersMax = 25_000_000
export const fileNameCharactersMax = 240
export const pagesMin = 1
export const pagesMax = 10_000
export const timeoutMinMs = 10_000
export const timeoutMaxMs = 660_000
export const timeoutDefaultMs = 120_000
export const includeMax = 10
/** A profile is read from this many UTF-16 units at the start of a text: ten times a long resume. */
export const profileTextUnitsMax = 100_000
/** The most entries of each list of a profile. */
export const profileEntriesMax = {
  contacts: 20,
  jobs: 60,
  education: 30,
  skills: 200,
  languages: 30,
} as const
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
/**
 * A weight is above 0 and at most this; an omitted weight is 1, the same as that of a requirement read by
 * an engine.
 */
export const criterionWeightMax = 10
export const criterionWeightDefault = 1
export const idempotencyKeyCharactersMax = 160
export const batchResumesCeiling = 100
/** A batch that is still running after this time is ended. */
export const batchStaleAfterMs = 30 * 60_000
/** How long the first reply of an idempotency key can be replayed. */
export const replyKeptMs = 24 * 3_600_000
/** Time limit of an engine call that sets no limit of its own. */
export const engineTimeoutMs = 60_000
/**
 * The builtin engine's time limit for one running call. The longest valid texts take under a second in a
 * fresh thread, and 6.3 s when ten programs share each core (bench/README.md, hanging).
 */
export const builtinEngineTimeoutMs = 15_000
/** The longest wait for other calls: for upload memory and, separately, for a thread. */
export const queueWaitMaxMs = 120_000
/** The longest optimised job description in tokens; holds are calculated from it. */
export const completionTokensMax = 4_096
/** Retry-After for callers. */
export const retryAfterSeconds = 2
/** Retry-After if the service is overloaded. */
export const busyRetryAfterSeconds = 5
