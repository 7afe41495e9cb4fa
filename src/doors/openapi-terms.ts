import {
  batchCandidatePointCents,
  limits,
  mcpPath,
  operationsUnder,
  parseWarningCodes,
  priceText,
  type Terms,
  warningCodes,
} from '../contract/index.ts'

/** The rules of the API that schemas can't express, under the current terms; Markdown. */
export function describeTerms(terms: Terms): string {
  const prices = operationsUnder(terms).map(({ name, price }) => `| ${name} | ${priceText(price, terms)} |`)
  const quota = (limit: number) => (limit === 0 ? 'no limit' : String(limit))
  return `A pay-per-use API for recruiters. Amounts are whole numbers of point_cents; 100 point_cents are 1 point.

## Authentication
Every call carries \`Authorization: Bearer hecn_live_…\`. Only accounts of recruiters may call. This document needs no key.

## Prices
| Operation | Charge |
|---|---|
${prices.join('\n')}

A refused or failed call is not charged. Points are spent in this order: ${terms.balanceOrder.join(', ')}; within a kind, those that expire soonest first.

## Batches
One call starts a batch; another reads it, free of charge and as often as you like. The full price is held at the start. When the batch ends, ${batchCandidatePointCents} point_cents per candidate scored are charged and the rest of the hold is released. The final status is \`done\` (every candidate scored), \`partial\` (some) or \`failed\` (none, or the batch ran for more than ${limits.batchStaleAfterMs / 60_000} minutes; candidates scored by then keep their results and are charged). While the batch runs, \`Retry-After\` says when to poll again. A candidate's text is stored encrypted, and only until that candidate is finished.${keptFor(terms.batchRetentionDays)}

## Criteria
\`criteria\` of matchResumeToJd and startBatchScreening replace the requirements read from the job description: 1 to ${limits.criteriaMax} entries of \`text\` (at most ${limits.criterionTextCharactersMax} characters), \`priority\` (\`must\` or \`preferred\`) and \`weight\` (above 0, at most ${limits.criterionWeightMax}; default ${limits.criterionWeightDefault}). You can send back the \`requirements\` of an earlier answer, edited or unchanged. The answer repeats the criteria as \`criteria\`, with \`criteria_hash\`: the SHA-256, in lowercase hexadecimal, of their canonical JSON (RFC 8785) in UTF-8, reduced to \`priority\`, \`text\` (trimmed) and \`weight\`, such as \`[{"priority":"must","text":"3+ years of Go","weight":1}]\`. A criterion about a protected attribute (such as age or sex) is not judged: its status is \`not_met\`, it has no weight, and a warning names it.

## Warnings
A result can carry \`warnings\`, each with a stable \`code\`, a \`message\` for people and, if it concerns one member, \`where\`. Codes: ${warningCodes.map((code) => `\`${code}\``).join(', ')}. Warnings of a parse concern its text and name the \`page\`: ${parseWarningCodes.map((code) => `\`${code}\``).join(', ')}. Ignore codes that you don't know. A batch detects likely duplicates when it starts: the same or nearly the same text (ignoring white space, case and width), or an e-mail address or phone number shared by at most 5 candidates. Only their indexes are stored.

## Quotas
Per account, for all charged operations together, over REST, MCP and the user center: ${quota(terms.quotaDaily)} a day, ${quota(terms.quotaMonthly)} a month (calendar of ${terms.quotaTimeZone}). Refused and replayed calls don't count.${rateText(terms)}

## Idempotency
With an \`Idempotency-Key\` (at most ${limits.idempotencyKeyCharactersMax} characters) you can safely repeat a call for ${limits.replyKeptMs / 3_600_000} hours: the service returns the first reply and charges nothing more. After an error the key can be used again.

## Errors
Every error has the same envelope; \`error\` is a stable code and \`message\` is for people. An unknown path is 404 \`not_found\`; a method that a path doesn't support is 405 \`method_not_allowed\` with \`Allow\`. On a 500, \`detail.reason\` is \`timeout\` or \`engine_unavailable\` (for both: try again later) or \`internal\`.

## Agents
The same operations are available as tools of the Model Context Protocol at \`POST ${mcpPath}\`, with the same key. They share charges, quotas and idempotency keys with the routes here, and a tool returns the envelope of its route.

## Limits
A request body has at most ${limits.bodyBytesMax / 1024 / 1024} MB, \`fileDataUrl\` ${limits.fileDataUrlCharactersMax} characters, a batch ${terms.batchResumesMax} resumes. Characters are Unicode code points. Unknown members are ignored; null means omitted.`
}

/** Empty if there is no such limit. */
function rateText({ ratePerSecond, rateBurst }: Terms): string {
  if (ratePerSecond === 0) return ''
  const burst = rateBurst || ratePerSecond
  return ` A key may make ${ratePerSecond} charged calls per second, and a burst of ${burst} after a pause, in each process of the service. Beyond that the answer is 429 with \`detail.window\` \`second\`; wait for \`Retry-After\`.`
}

function keptFor(days: number): string {
  return days === 0 ? '' : ` A batch is deleted ${days} days after its end.`
}
