// Starts a batch of two candidates, waits for its end, prints the ranking: no dependency, Node 20 or later.
// Usage: API_KEY=hecn_live_… node examples/screen-batch.mjs
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { apiKey, baseUrl, send } from './service.mjs'

const base = `${baseUrl}/api/open/v1`

async function call(path, init = {}) {
  const response = await send(base + path, {
    ...init,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...init.headers },
  })
  const reply = await response.json()
  if (!reply.ok) throw new Error(`${reply.error}: ${reply.message} (request ${reply.request_id})`)
  return { reply, retryAfter: Number(response.headers.get('retry-after') ?? 0) }
}

const { reply: started } = await call('/batches/screen', {
  method: 'POST',
  headers: { 'idempotency-key': randomUUID() },
  body: JSON.stringify({
    jd_text: '后端工程师\n任职要求：\n1. 3 年以上后端开发经验\n2. 熟练使用 Go',
    label: '示例批次',
    // The criteria, instead of the requirements in jd_text. You can also send back the requirements of a
    // match.
    criteria: [
      { text: '3 年以上后端开发经验', priority: 'must', weight: 2 },
      { text: '使用过 PostgreSQL', priority: 'preferred' },
    ],
    resumes: [
      { label: '李雷', text: '2020.03-至今 门店销售，负责客户接待与订单' },
      { label: '王小明', text: '2016.07-至今 后端工程师，使用 Go 与 PostgreSQL 开发支付系统' },
    ],
  }),
})
assert.equal(started.billing.billed_point_cents, 0)
assert.equal(started.estimated_point_cents, 200)

let batch
for (;;) {
  const { reply, retryAfter } = await call(`/batches/${started.data.batch_id}`)
  batch = reply.data
  if (batch.status !== 'running') break
  await new Promise((resolve) => setTimeout(resolve, 1000 * retryAfter))
}
assert.equal(batch.status, 'done')
assert.equal(batch.billing.billed_point_cents, 200)
assert.equal(batch.items[0].candidate_label, '王小明')
assert.deepEqual(
  batch.items[0].requirements.map(({ text, priority, weight }) => [text, priority, weight]),
  [
    ['3 年以上后端开发经验', 'must', 2],
    ['使用过 PostgreSQL', 'preferred', 1],
  ],
)
assert.match(batch.criteria_hash, /^[0-9a-f]{64}$/)

for (const { score, candidate_label, tags } of batch.items)
  console.log(`${score}  ${candidate_label}  ${tags.join(', ')}`)
console.log(batch.summary.matchConclusion)
