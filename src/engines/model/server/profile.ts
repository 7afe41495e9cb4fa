/** The features of a model server, determined by a probe. */
export interface ServerProfile {
  readonly schemaMode: SchemaMode
  readonly capName: CapName
  /** Whether the server ends an answer at the cap. If not, the client must disconnect. */
  readonly capObeyed: boolean
  /** Whether it accepts `stream_options` to report usage at the end of a stream. */
  readonly usageOption: boolean
  /** Whether it reports usage. */
  readonly usageReported: boolean
  /** The switch that disables thinking; `none` if no switch is needed. */
  readonly thinkingSwitch: ThinkingSwitch
  /** Whether the model still thinks. */
  readonly thinks: boolean
  /** Whether it accepts the configured temperature. */
  readonly temperatureTaken: boolean
}

export const schemaModes = ['json_schema', 'json_object', 'none'] as const
export type SchemaMode = (typeof schemaModes)[number]

export const capNames = ['max_completion_tokens', 'max_tokens'] as const
export type CapName = (typeof capNames)[number]

/** The request members that disable thinking, by server. */
const switches = {
  none: {},
  // DeepSeek, GLM, Kimi, Doubao.
  thinking_disabled: { thinking: { type: 'disabled' } },
  // DashScope, SiliconFlow.
  enable_thinking_false: { enable_thinking: false },
  // vLLM, SGLang, llama.cpp, LM Studio.
  template_argument: { chat_template_kwargs: { enable_thinking: false, thinking: false } },
  // OpenAI, Ollama, Gemini.
  effort_none: { reasoning_effort: 'none' },
  effort_minimal: { reasoning_effort: 'minimal' },
  // Only reduces thinking.
  effort_low: { reasoning_effort: 'low' },
} as const satisfies Record<string, object>
export type ThinkingSwitch = keyof typeof switches
export const thinkingSwitches = Object.keys(switches) as readonly ThinkingSwitch[]

/** The content of a request. The profile decides its form. */
export interface Question {
  readonly model: string
  readonly system: string
  /** The messages after the system text; the first is the user's. */
  readonly turns: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[]
  readonly schema: { readonly name: string; readonly schema: object } | null
  readonly completionTokensMax: number
  /** Null: the server's default. */
  readonly temperature: number | null
}

/** The part of a profile that decides the form of a request. */
export type Understood = Pick<
  ServerProfile,
  'schemaMode' | 'capName' | 'usageOption' | 'thinkingSwitch' | 'temperatureTaken'
>

/** The body of a request to `/chat/completions`. */
export function requestBody(question: Question, profile: Understood): Readonly<Record<string, unknown>> {
  const { model, schema, temperature, turns, completionTokensMax } = question
  const isSchemaInPrompt = schema !== null && profile.schemaMode !== 'json_schema'
  const system = isSchemaInPrompt ? systemWithSchema(question.system, schema.schema) : question.system
  return {
    model,
    messages: [{ role: 'system', content: system }, ...turns],
    ...responseFormat(schema, profile.schemaMode),
    [profile.capName]: completionTokensMax,
    ...(temperature !== null && profile.temperatureTaken && { temperature }),
    stream: true,
    ...(profile.usageOption && { stream_options: { include_usage: true } }),
    ...switches[profile.thinkingSwitch],
  }
}

/**
 * The system text with the schema, for servers that don't enforce it. Its bytes are always equal. DashScope
 * and DeepSeek refuse JSON mode without the word json.
 */
export function systemWithSchema(system: string, schema: object): string {
  return `${system}\n\nAnswer with one json object and nothing else. It must follow this JSON Schema:\n${JSON.stringify(schema)}`
}

function responseFormat(schema: Question['schema'], mode: SchemaMode): object {
  if (schema === null || mode === 'none') return {}
  if (mode === 'json_object') return { response_format: { type: 'json_object' } }
  return { response_format: { type: 'json_schema', json_schema: { ...schema, strict: true } } }
}
