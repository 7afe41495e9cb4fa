// An agent on the Messages API of Anthropic: it reads a resume, scores it, and gives its opinion. No
// dependency, Node 20 or later. The model that you choose sees the text of the resume. Usage:
//   API_KEY=hecn_live_… ANTHROPIC_API_KEY=… MODEL=… node examples/agent-anthropic.mjs [resume.pdf]
import { ask, converse, definitions, runTool, Stopped, task } from './recruiter-tools.mjs'

const { ANTHROPIC_API_KEY = '', ANTHROPIC_BASE_URL = 'https://api.anthropic.com', MODEL } = process.env
if (!MODEL) throw new Error('set MODEL to the name of a model that calls tools')
const turnsMax = 10

const tools = await definitions('anthropic')
const { system, question, attachments } = await task(process.argv[2])

await converse(async () => {
  const messages = [{ role: 'user', content: question }]
  for (let turn = 1; turn <= turnsMax; turn++) {
    const { content, stop_reason } = await ask(
      `${ANTHROPIC_BASE_URL}/v1/messages`,
      { 'x-api-key': ANTHROPIC_API_KEY, 'anthropic-version': '2023-06-01' },
      { model: MODEL, max_tokens: 16_000, system, messages, tools },
    )
    if (stop_reason === 'max_tokens') throw new Stopped('the model ran out of tokens')
    const calls = content.filter((block) => block.type === 'tool_use')
    if (calls.length === 0) return content.map((block) => block.text ?? '').join('')
    const results = []
    for (const { id, name, input } of calls) {
      const result = await runTool(name, input, attachments)
      const answer = { type: 'tool_result', tool_use_id: id, content: JSON.stringify(result) }
      results.push({ ...answer, is_error: !result.ok })
    }
    messages.push({ role: 'assistant', content }, { role: 'user', content: results })
  }
  throw new Stopped(`no answer after ${turnsMax} turns`)
})
