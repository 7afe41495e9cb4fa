import {
  batchCandidatePointCents,
  limits,
  matchPointCents,
  mcpPath,
  optimizePointCentsMin,
  parsePagePointCents,
  parseWarningCodes,
  type Terms,
  warningCodes,
} from '../contract/index.ts'

/** What a caller must know besides the schemas, under the current terms; Markdown. */
export function describeTerms(terms: Terms): string {
  const quota = (limit: number) => (limit === 0 ? 'no limit' : String(limit))
  return `A pay-per-use API for recruiters. Amounts are whole numbers of point_cents; 100 point_cents are 1 point.

## Authentication
Every call carries \`Authorization: Bearer hecn_live_…\`. Only accounts of recruiters may call. This document needs no key.

## Prices
| Operation | Charge |
|---|---|
| parseResume | ${parsePagePointCents} point_cents per page recognised |
| matchResumeToJd | ${matchPointCents} point_cents per call |
| optimizeJd | max(${optimizePointCentsMin}, ceil((prompt_tokens × ${terms.promptPointCentsPer1000} + completion_tokens × ${terms.completionPointCentsPer1000}) / 1000)) point_cents |
| startBatchScreening | ${batchCandidatePointCents} point_cents per candidate scored, when the batch ends |
| getBatchScreeningResult | free |

A refused or failed call is not charged. Points are spent in this order: ${terms.balanceOrder.join(', ')}; within a kind, those that expire soonest first.

## Batches
A batch is started with one call and read with another, as often as you like, for free. Its whole price is held at the start; when it ends, ${batchCandidatePointCents} point_cents per candidate scored are charged and the rest is given back. It ends \`done\` (every candidate scored), \`partial\` (some) or \`failed\` (none, or it ran for more than ${limits.batchStaleAfterMs / 60_000} minutes; what was scored by then stays and is charged). While it runs, \`Retry-After\` tells when to ask again. The text of a candidate is kept encrypted and only until that candidate ends.${keptFor(terms.batchRetentionDays)}

## Criteria
\`criteria\` of matchResumeToJd and startBatchScreening are judged instead of what is read from the job description: 1 to ${limits.criteriaMax} entries of \`text\` (at most ${limits.criterionTextCharactersMax} characters), \`priority\` (\`must\` or \`preferred\`) and \`weight\` (above 0, at most ${limits.criterionWeightMax}; ${limits.criterionWeightDefault} where omitted). The \`requirements\` of an answer can be handed back, edited or as they are. The answer repeats them as \`criteria\`, with \`criteria_hash\`: the SHA-256, in lowercase hex, of their canonical JSON (RFC 8785) in UTF-8, with \`priority\`, \`text\` (trimmed) and \`weight\` of each and nothing else, such as \`[{"priority":"must","text":"3+ years of Go","weight":1}]\`. Nobody is judged by a criterion that asks who somebody is: it is answered as \`not_met\`, weighs nothing, and a warning names it.

## Warnings
\`warnings\` of a result tell what to know of it: a stable \`code\`, a \`message\` for people and, where it is about one member, \`where\`. Codes so far: ${warningCodes.map((code) => `\`${code}\``).join(', ')}; ignore those you don't know. Those of a parse tell of its text, by \`page\`: ${parseWarningCodes.map((code) => `\`${code}\``).join(', ')}. A batch finds likely duplicates when it is started, by the same or nearly the same text (white space, case and width folded) and by an e-mail address or phone number that at most 5 of its candidates share; only indexes are kept.

## Quotas
Per account, all operations that are charged taken together, over every way in: ${quota(terms.quotaDaily)} a day, ${quota(terms.quotaMonthly)} a month (calendar of ${terms.quotaTimeZone}). Refused and replayed calls don't count.${rateText(terms)}

## Idempotency
Send an \`Idempotency-Key\` (at most ${limits.idempotencyKeyCharactersMax} characters) and repeat the call safely for ${limits.replyKeptMs / 3_600_000} hours: the first reply comes back and nothing more is charged. An error frees the key.

## Errors
Every failure has one envelope; its \`error\` is stable and \`message\` is for people. An address that there isn't is 404 \`not_found\`, a method that an address doesn't know 405 \`method_not_allowed\` with \`Allow\`. On a 500, \`detail.reason\` tells \`timeout\`, \`engine_unavailable\` (both: try again later) or \`internal\`.

## Agents
The same operations are tools of the Model Context Protocol at \`POST ${mcpPath}\`, with the same key. Charges, quotas and idempotency keys are one with those of the routes here; a tool answers with the envelope of its route.

## Limits
A body has at most ${limits.bodyBytesMax / 1024 / 1024} MB, \`fileDataUrl\` ${limits.fileDataUrlCharactersMax} characters, a batch ${terms.batchResumesMax} resumes. Characters are Unicode code points. Unknown members are ignored; null is the same as omitted.`
}

/** Empty if there is no such limit. */
function rateText({ ratePerSecond, rateBurst }: Terms): string {
  if (ratePerSecond === 0) return ''
  const burst = rateBurst || ratePerSecond
  return ` A key may make ${ratePerSecond} charged calls a second, ${burst} at once after a pause, at each process of the service; one more is a 429 whose \`detail.window\` is \`second\`: wait for \`Retry-After\`.`
}

function keptFor(days: number): string {
  return days === 0 ? '' : ` The result is kept for ${days} days after the end; then there is no such batch.`
}
