// Screens a PDF resume with the MCP tools, as an agent's client does: plain HTTP, no dependency, Node 20 or
// later. Usage: API_KEY=hecn_live_… node examples/mcp-screen.mjs [resume.pdf]
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fitForMatch } from './fit-for-match.generated.mjs'
import { apiKey, baseUrl, send as sendTo } from './service.mjs'

const endpoint = `${baseUrl}/api/mcp`
const revision = '2026-07-28'

/** Sends one message. Each message states its protocol revision and the client's capabilities. */
async function send(method, params, ownMeta = {}) {
  const message = {
    jsonrpc: '2.0',
    id: randomUUID(),
    method,
    params: {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': revision,
        'io.modelcontextprotocol/clientInfo': { name: 'mcp-screen', version: '1.0.0' },
        'io.modelcontextprotocol/clientCapabilities': {},
        ...ownMeta,
      },
    },
  }
  const response = await sendTo(endpoint, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      'mcp-method': method,
      ...(params.name ? { 'mcp-name': params.name } : {}),
    },
    body: JSON.stringify(message),
  })
  const answer = await response.json()
  // An invalid key is an HTTP status; an invalid message is a JSON-RPC error.
  if (!answer.result) throw new Error(`HTTP ${response.status}: ${JSON.stringify(answer)}`)
  return answer.result
}

const { tools } = await send('tools/list', {})
for (const { name, title } of tools) console.log(`${name.padEnd(22)} ${title}`)
const prefix = tools.find(({ name }) => name.endsWith('_batch_status')).name.replace(/_batch_status$/, '')

/**
 * Calls a tool. A retry with the same key is replayed and not charged again. Errors of a tool have the REST
 * envelope.
 */
async function call(tool, args, idempotencyKey = randomUUID()) {
  const params = { name: `${prefix}_${tool}`, arguments: args }
  const { structuredContent, isError } = await send('tools/call', params, {
    [`${prefix}/idempotencyKey`]: idempotencyKey,
  })
  if (isError) throw new Error(`${structuredContent.error}: ${structuredContent.message}`)
  return structuredContent
}

const pdf = await readFile(process.argv[2] ?? new URL('./resume.pdf', import.meta.url))
const parsed = await call('resume_parse', {
  fileDataUrl: `data:application/pdf;base64,${pdf.toString('base64')}`,
})
const started = await call('batch_screen', {
  jd_text: 'Backend engineer. Requirements: 3+ years of backend development. Nice to have: PostgreSQL.',
  resumes: [
    { label: 'from the PDF', text: fitForMatch(parsed.data.text).text },
    { label: 'a student', text: 'Student of law, no experience yet.' },
  ],
})

let batch
for (let poll = 0; batch === undefined || batch.data.status === 'running'; poll++) {
  assert.ok(poll < 60, 'a batch of two takes seconds')
  await new Promise((resolve) => setTimeout(resolve, 500))
  batch = await call('batch_status', { batch_id: started.data.batch_id })
}
assert.equal(batch.data.status, 'done', 'partial or failed: somebody could not be scored')
assert.equal(batch.data.billing.billed_point_cents, 200)
for (const { score, candidate_label, recommendation } of batch.data.items) {
  console.log(`${String(score).padStart(3)}  ${candidate_label}  ${recommendation}`)
}
