import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A model server in its own process, so that its CPU time is not the service's. It answers each question
 * with the same JSON, a token per chunk. The name of the model sets the pace: `first-1000-chunk-5` waits a
 * second, then 5 ms before each chunk.
 */

const verdicts = Array.from({ length: 12 }, (_, index) => ({
  requirement: index + 1,
  status: index % 3 === 0 ? 'not_met' : 'met',
  quote: '负责支付系统的设计与开发，使用 Go 和 Kubernetes，日均订单三百万。',
}))
const answer = JSON.stringify({ verdicts })
const chunks = (answer.match(/.{1,3}/gu) ?? []).map((content) => ({ content }))
let working = 0
let hungUp = 0

const server = createServer(async (request, response) => {
  let text = ''
  for await (const part of request) text += part
  if (request.url === '/state') {
    response.end(JSON.stringify({ working, hungUp }))
    return
  }
  const { model, messages } = JSON.parse(text)
  const isProbe = /^You (compare|count)/.test(messages[0].content)
  const [, firstMs = '0', chunkMs = '0'] = /first-(\d+)-chunk-(\d+)/.exec(model) ?? []
  working += 1
  response.once('close', () => {
    working -= 1
    if (!response.writableFinished) hungUp += 1
  })
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const write = (delta: object, finish: string | null = null) => {
    const choices = [{ index: 0, delta, finish_reason: finish }]
    response.write(
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model, choices })}\n\n`,
    )
  }
  if (isProbe) write({ content: messages[0].content.startsWith('You count') ? '1 2 3' : probed })
  else {
    await sleep(Number(firstMs))
    for (const delta of chunks) {
      if (response.destroyed) return
      write(delta)
      if (chunkMs !== '0') await sleep(Number(chunkMs))
    }
  }
  write({}, 'stop')
  const usage = {
    prompt_tokens: 4_000,
    completion_tokens: chunks.length,
    total_tokens: 4_000 + chunks.length,
  }
  response.write(`data: ${JSON.stringify({ choices: [], usage })}\n\n`)
  response.end('data: [DONE]\n\n')
})
const probed = '{"larger": 12, "smaller": 7, "certainty": "certain"}'

server.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port)
})
process.on('disconnect', () => process.exit())
