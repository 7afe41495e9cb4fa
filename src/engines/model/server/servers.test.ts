import { afterEach, expect, test } from 'vitest'
import { askFor, modelAt, probeNow, startServer, stopAll, verdict } from './chat.test-support.ts'
import type { Habits } from './fake-server.test-support.ts'
import type { ServerProfile } from './profile.ts'

afterEach(stopAll)

interface Server {
  readonly habits: Partial<Habits>
  readonly profile: Partial<ServerProfile>
}

/** Known features of real servers (docs/models.md), and what the probe must determine for each. */
const servers: Record<string, Server> = {
  OpenAI: {
    habits: { caps: ['max_completion_tokens'] },
    profile: {
      schemaMode: 'json_schema',
      capName: 'max_completion_tokens',
      usageReported: true,
      thinks: false,
    },
  },
  'OpenAI, a model that thinks': {
    habits: {
      ...{ caps: ['max_completion_tokens'], takesTemperature: false },
      ...{ thinksIn: 'reasoning_content', thinkingStoppedBy: 'reasoning_effort="minimal"' },
    },
    profile: { thinkingSwitch: 'effort_minimal', thinks: false, temperatureTaken: false },
  },
  DeepSeek: {
    habits: {
      ...{ formats: ['json_object'], needsWordJson: true, caps: ['max_tokens'], ignoresUnknown: true },
      ...{ thinksIn: 'reasoning_content', thinkingStoppedBy: 'thinking={"type":"disabled"}' },
    },
    profile: { schemaMode: 'json_object', capName: 'max_tokens', thinkingSwitch: 'thinking_disabled' },
  },
  DashScope: {
    habits: {
      ...{
        formats: ['json_object'],
        needsWordJson: true,
        caps: ['max_tokens'],
        jsonOnlyWithoutThinking: true,
      },
      ...{ thinksIn: 'reasoning_content', thinkingStoppedBy: 'enable_thinking=false' },
    },
    profile: { schemaMode: 'json_object', capName: 'max_tokens', thinkingSwitch: 'enable_thinking_false' },
  },
  'GLM, which goes on thinking': {
    habits: {
      ...{ formats: ['json_object'], caps: ['max_tokens'], streamOptions: 'ignored' },
      ...{ thinksIn: 'reasoning_content' },
    },
    profile: { schemaMode: 'json_object', capName: 'max_tokens', thinks: true, usageReported: false },
  },
  Kimi: {
    habits: {
      ...{ caps: ['max_tokens'], takesTemperature: false },
      ...{ thinksIn: 'reasoning_content', thinkingStoppedBy: 'thinking={"type":"disabled"}' },
    },
    profile: { thinkingSwitch: 'thinking_disabled', temperatureTaken: false, capName: 'max_tokens' },
  },
  'vLLM, with the answer among the thoughts': {
    habits: { answersInThoughts: true },
    profile: { schemaMode: 'json_schema', capName: 'max_completion_tokens', thinks: false },
  },
  'vLLM, whose template takes the switch': {
    habits: { thinksIn: 'tags', thinkingStoppedBy: 'chat_template_kwargs' },
    profile: { schemaMode: 'json_schema', thinkingSwitch: 'template_argument', thinks: false },
  },
  'llama.cpp, which drops a schema in silence': {
    habits: { enforcesSchema: false, wraps: 'fences', ignoresUnknown: true, caps: ['max_tokens'] },
    profile: { schemaMode: 'json_object', capName: 'max_tokens', capObeyed: true },
  },
  'ik_llama, which knows no cap': {
    habits: { obeysCap: false, ignoresUnknown: true, caps: ['max_tokens'] },
    profile: { capObeyed: false },
  },
  Ollama: {
    habits: { thinksIn: 'reasoning', thinkingStoppedBy: 'reasoning_effort="none"', wraps: 'sentences' },
    profile: { schemaMode: 'json_schema', thinkingSwitch: 'effort_none', thinks: false },
  },
  'LM Studio': {
    habits: { formats: ['json_schema'], streamOptions: 'ignored' },
    profile: { schemaMode: 'json_schema', usageReported: false },
  },
  'an old server': {
    habits: { formats: [], caps: ['max_tokens'], streamOptions: 'refused', streams: false },
    profile: { schemaMode: 'none', capName: 'max_tokens', usageOption: false, usageReported: true },
  },
}

test.each(Object.entries(servers))(
  '%s: the probe finds its form, and a question is answered',
  async (_, server) => {
    const fake = await startServer(server.habits, ['{"verdict": "met", "years": 3}'])
    const { profile, followsSchema } = await probeNow(fake, { temperature: 0 })
    expect(profile).toMatchObject(server.profile)
    expect(followsSchema).toBe(true)
    const answer = await askFor(modelAt(fake, { temperature: 0 }))
    expect(answer.value).toEqual({ verdict: 'met', years: 3 })
    expect(answer.usageReported).toBe(profile.usageReported)
    expect(answer.attempts).toBe(1)
  },
)

test("a guessed change that didn't help is reverted", async () => {
  // The refusal names no member: usage, cap and temperature are dropped before the format.
  const fake = await startServer({ formats: [], refusesQuietly: true }, [verdict])
  const { profile } = await probeNow(fake)
  expect(profile).toMatchObject({ schemaMode: 'none', usageOption: true, capName: 'max_completion_tokens' })
})
