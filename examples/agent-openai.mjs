// An agent on Chat Completions, which OpenAI and many others offer: it reads a resume, scores it, and gives
// its opinion. No dependency, Node 20 or later. The model that you choose sees the text of the resume.
// Usage:
//   API_KEY=hecn_live_… OPENAI_API_KEY=… MODEL=… node examples/agent-openai.mjs [resume.pdf]
import { ask, converse, definitions, runTool, Stopped, task } from './recruiter-tools.mjs'

const { OPENAI_API_KEY = '', OPENAI_BASE_URL = 'https://api.openai.com/v1', MODEL } = process.env
if (!MODEL) throw new Error('set MODEL to the name of a model that calls tools')
const turnsMax = 10

const tools = await definitions('openai')
const { system, question, attachments } = await task(process.argv[2])

await converse(async () => {
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: question },
  ]
  for (let turn = 1; turn <= turnsMax; turn++) {
    const { choices } = await ask(
      `${OPENAI_BASE_URL}/chat/completions`,
      { authorization: `Bearer ${OPENAI_API_KEY}` },
      { model: MODEL, messages, tools },
    )
    const [{ message, finish_reason }] = choices
    if (finish_reason === 'length') throw new Stopped('the model ran out of tokens')
    const calls = message.tool_calls ?? []
    if (calls.length === 0) return message.content ?? message.refusal
    messages.push({ role: 'assistant', content: message.content, tool_calls: calls })
    for (const { id, function: call } of calls) {
      const result = await runTool(call.name, parsed(call.arguments), attachments)
      messages.push({ role: 'tool', tool_call_id: id, content: JSON.stringify(result) })
    }
  }
  throw new Stopped(`no answer after ${turnsMax} turns`)
})

/** A model writes the arguments: they may be invalid JSON. */
function parsed(json) {
  try {
    return JSON.parse(json || '{}')
  } catch {
    return null
  }
}
