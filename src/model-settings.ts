import { choice, integer, readHttpUrl, type Setting, SettingMistake, text } from './setting.ts'

/** The settings of the engine and of the model. */
export interface ModelSettings {
  readonly server: {
    readonly baseUrl: string
    readonly apiKey: string | null
    readonly model: string
    readonly temperature: number | null
    readonly timeoutMs: number
    readonly concurrencyMax: number
    readonly thinkingTokensMax: number
  }
  readonly fallback: 'builtin' | 'none'
  /** The personal data that may leave this machine. */
  readonly maySee: 'none' | 'personal'
}

const engines = ['builtin', 'model'] as const
const fallbacks = ['builtin', 'none'] as const
const seen = ['none', 'personal'] as const

export const modelSettings = {
  engine: choice(
    'ENGINE',
    engines,
    'The engine for matches and job descriptions: builtin (no model, no network), or model (see MODEL_BASE_URL and docs/models.md).',
  ),
  engineFallback: choice(
    'ENGINE_FALLBACK',
    fallbacks,
    'With ENGINE=model, if the model gives no valid answer: builtin (the builtin engine answers, and the result says so), or none (500, nothing is charged).',
  ),
  modelBaseUrl: {
    name: 'MODEL_BASE_URL',
    fallback: '',
    description:
      'With ENGINE=model: an OpenAI-compatible server, such as https://api.openai.com/v1 or http://127.0.0.1:8000/v1.',
    read: readBaseUrl,
  },
  modelApiKey: { ...text('MODEL_API_KEY', '', 'With ENGINE=model: its key. Empty: none.'), secret: true },
  modelName: text('MODEL_NAME', '', 'With ENGINE=model: the name of the model, as its server calls it.'),
  modelTemperature: {
    name: 'MODEL_TEMPERATURE',
    fallback: '',
    description:
      "With ENGINE=model: the temperature, 0 to 2; 0 gives the most stable answers. Empty: the server's default. It is omitted if the server refuses it.",
    read: readTemperature,
  },
  modelTimeoutMs: integer(
    'MODEL_TIMEOUT_MS',
    45_000,
    1_000,
    55_000,
    'With ENGINE=model: time limit of one question with its retries, in milliseconds; after it ENGINE_FALLBACK applies.',
  ),
  modelConcurrency: integer(
    'MODEL_CONCURRENCY',
    16,
    1,
    1_000,
    'With ENGINE=model: the most parallel requests of this process; fewer while the server answers 429.',
  ),
  modelThinkingTokens: integer(
    'MODEL_THINKING_TOKENS',
    4_096,
    0,
    100_000,
    "With ENGINE=model: extra tokens per answer for a model whose reasoning can't be switched off. You pay for them; callers are not charged.",
  ),
  modelMaySee: choice(
    'MODEL_MAY_SEE',
    seen,
    'With ENGINE=model: personal data sent to the model: none (placeholders instead of names, contact data and the like), or personal (the resume as it is).',
  ),
} as const satisfies Record<string, Setting<unknown>>

type Values = { [K in keyof typeof modelSettings]: ReturnType<(typeof modelSettings)[K]['read']> }

/** Many guides give the full address of a request. */
function readBaseUrl(value: string): string {
  const url = readHttpUrl(value)
  if (!/\/completions\/?$/.test(url)) return url
  throw new SettingMistake('the address before /chat/completions is needed')
}

function readTemperature(value: string): number | null {
  if (value === '') return null
  const number = /^\d(?:\.\d{1,3})?$/.test(value) ? Number(value) : Number.NaN
  if (number <= 2) return number
  throw new SettingMistake('a number from 0 to 2 is needed')
}

/** Contradictory settings. */
export function modelMistakes({ engine, modelBaseUrl, modelName }: Partial<Values>): string[] {
  if (engine !== 'model') return []
  const mistakes: string[] = []
  if (modelBaseUrl === '') mistakes.push('MODEL_BASE_URL: ENGINE=model needs it')
  if (modelName === '') mistakes.push('MODEL_NAME: ENGINE=model needs it')
  return mistakes
}

/** Null if no model is named. With ENGINE=builtin it gets no questions, but it can be checked. */
export function modelOf(values: Values): ModelSettings | null {
  if (values.modelBaseUrl === '' || values.modelName === '') return null
  return {
    server: {
      baseUrl: values.modelBaseUrl,
      apiKey: values.modelApiKey || null,
      model: values.modelName,
      temperature: values.modelTemperature,
      timeoutMs: values.modelTimeoutMs,
      concurrencyMax: values.modelConcurrency,
      thinkingTokensMax: values.modelThinkingTokens,
    },
    fallback: values.engineFallback,
    maySee: values.modelMaySee,
  }
}

/** The other settings, without the model's API key. */
export function withoutModel<T extends Values>(values: T): Omit<T, Exclude<keyof Values, 'engine'>> {
  const isOther = ([name]: [string, unknown]) => name === 'engine' || !(name in modelSettings)
  return Object.fromEntries(Object.entries(values).filter(isOther)) as Omit<
    T,
    Exclude<keyof Values, 'engine'>
  >
}
