// Parses a PDF resume and matches it with a job description, as an integrator would: no dependency, Node 20
// or later. Usage: API_KEY=hecn_live_… node examples/screen-one.mjs [resume.pdf]
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fitForMatch } from './fit-for-match.generated.mjs'
import { apiKey, baseUrl, send } from './service.mjs'

/** Calls an operation. The idempotency key makes a retry safe: it is never charged twice. */
async function call(path, input) {
  const idempotencyKey = randomUUID()
  for (let attempt = 1; ; attempt++) {
    const response = await send(`${baseUrl}/api/open/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify(input),
    })
    const reply = await response.json()
    if (reply.ok) return reply
    // Only these are temporary. On 402 stop and top up; on 400 `detail` lists what to change.
    const passing = response.status === 409 || response.status === 500
    if (!passing || attempt === 3)
      throw new Error(`${reply.error}: ${reply.message} (request ${reply.request_id})`)
    await new Promise((resolve) =>
      setTimeout(resolve, 1000 * Number(response.headers.get('retry-after') ?? attempt)),
    )
  }
}

const pdf = await readFile(process.argv[2] ?? new URL('./resume.pdf', import.meta.url))
const parsed = await call('/resumes/parse', {
  fileDataUrl: `data:application/pdf;base64,${pdf.toString('base64')}`,
})
assert.ok(parsed.data.text.length > 0)
assert.equal(parsed.billing.billed_point_cents, parsed.data.pages * 5)

// A match accepts less text than the longest resumes have.
const { text: resumeText, cut } = fitForMatch(parsed.data.text)
for (const { section, entry, characters } of cut) {
  console.log(`left out of the match: ${characters} characters of ${section ?? 'the resume'}: ${entry}`)
}

const matched = await call('/matches/resume-jd', {
  resume_text: resumeText,
  jd_text: 'Backend engineer. Requirements: 3+ years of backend development. Nice to have: PostgreSQL.',
})
assert.ok(matched.data.score >= 0 && matched.data.score <= 100)
assert.equal(matched.billing.billed_point_cents, 100)

console.log(`${parsed.data.pages} page(s), score ${matched.data.score}: ${matched.data.recommendation}`)
for (const { priority, status, text, evidence } of matched.data.requirements) {
  console.log(`  ${status.padEnd(7)} ${priority.padEnd(9)} ${text}${evidence ? `  <-  ${evidence}` : ''}`)
}
console.log(`balance: ${matched.billing.balance_points} points`)
