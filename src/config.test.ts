import { expect, test } from 'vitest'
import { ConfigError, describeSettings, readConfig } from './config.ts'

test('an empty environment is a valid configuration', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    databaseUrl: null,
    dataKey: null,
    demoAccount: true,
  })
  expect(config.terms).toMatchObject({
    quotaDaily: 1000,
    quotaMonthly: 10_000,
    quotaTimeZone: 'Asia/Shanghai',
  })
  expect(config.dataDirectory).toMatch(/^\/.*\/data$/)
})

test('all mistakes are reported together, with the allowed values', () => {
  const environment = {
    PORT: '99999',
    QUOTA_DAILY: '-1',
    BALANCE_ORDER: 'paid,gold',
    DATA_KEY: 'short',
    DATABASE_URL: 'mysql://x',
    QUOTA_TIME_ZONE: 'Mars/Base',
    LOG_LEVEL: 'loud',
    DEMO_ACCOUNT: 'maybe',
    CORS_ORIGINS: 'https://a.example.com/path',
    MCP_TOOL_PREFIX: 'my_tools',
    MCP_ALLOWED_HOSTS: 'https://api.example.com',
  }
  try {
    readConfig(environment)
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    const { message } = error as ConfigError
    for (const name of Object.keys(environment)) expect(message).toContain(`${name}: `)
    expect(message).toContain(`${Object.keys(environment).length} mistake(s)`)
  }
})

test('both ports must differ on the same address', () => {
  const ports = { PORT: '8080', OPS_PORT: '8080' }
  expect(() => readConfig(ports)).toThrow(/1 mistake\(s\):\n {2}PORT, OPS_PORT: both are 8080/)
  expect(() => readConfig({ ...ports, HOST: '0.0.0.0' })).toThrow(/both are 8080/)
  expect(readConfig({ ...ports, HOST: '10.0.0.1' })).toMatchObject({ port: 8080, opsPort: 8080 })
  expect(readConfig({ PORT: '0', OPS_PORT: '0' })).toMatchObject({ port: 0, opsPort: 0 })
})

test('payments need offers and both keys, or none of them', () => {
  expect(readConfig({}).payments).toBeNull()
  const keys = { STRIPE_API_KEY: 'sk_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  const settings = {
    ...keys,
    PAYMENT_PROVIDER: 'stripe',
    PAYMENT_OFFERS: 'small:10000:9900:CNY, big:200000:1:EUR',
  }
  expect(readConfig(settings).payments).toEqual({
    apiUrl: 'https://api.stripe.com',
    apiKey: 'sk_1',
    webhookSecret: 'whsec_1',
    offers: [
      { offerId: 'small', pointCents: 10_000, priceMinorUnits: 9_900, currency: 'CNY' },
      { offerId: 'big', pointCents: 200_000, priceMinorUnits: 1, currency: 'EUR' },
    ],
  })
  for (const name of ['STRIPE_API_KEY', 'STRIPE_WEBHOOK_SECRET', 'PAYMENT_OFFERS']) {
    expect(() => readConfig({ ...settings, [name]: '' })).toThrow(/PAYMENT_PROVIDER: stripe needs/)
  }
  const wrong = [
    'a:1:1',
    'a:1:1:JPY',
    'a:0:1:CNY',
    'a:1:-1:CNY',
    'a:1.5:1:CNY',
    'a b:1:1:CNY',
    'a:1:1:CNY,a:2:2:CNY',
  ]
  for (const PAYMENT_OFFERS of wrong) {
    expect(() => readConfig({ ...settings, PAYMENT_OFFERS })).toThrow(/PAYMENT_OFFERS: /)
  }
})

test('a secret is never repeated in an error', () => {
  expect(() => readConfig({ DATA_KEY: 'hunter2hunter2' })).toThrow(/^(?!.*hunter2)/s)
  expect(() => readConfig({ DATABASE_URL: 'pg://user:hunter2@x' })).toThrow(/^(?!.*hunter2)/s)
})

test('settings take effect', () => {
  const key = Buffer.alloc(32, 1)
  const config = readConfig({
    DATA_KEY: key.toString('hex'),
    BALANCE_ORDER: 'signup_bonus, paid',
    DATABASE_URL: 'postgres://u@h/d',
    PORT: ' 8080 ',
    MCP_ALLOWED_HOSTS: 'api.example.com, MCP.example.com',
  })
  expect(config.dataKey).toEqual(new Uint8Array(key))
  expect(config.terms.balanceOrder).toEqual(['signup_bonus', 'paid'])
  expect(config.port).toBe(8080)
  expect(config.mcpAllowedHosts).toEqual(['api.example.com', 'mcp.example.com'])
  expect(config.demoAccount).toBe(false)
  expect(readConfig({ DATABASE_URL: 'postgres://u@h/d', DEMO_ACCOUNT: 'true' }).demoAccount).toBe(true)
})

test('mails need a sender and the address for their links', () => {
  const smtp = { SMTP_URL: 'smtp://mail.example.com:587' }
  expect(() => readConfig(smtp)).toThrow(/MAIL_FROM: [\s\S]*PUBLIC_URL: /)
  const whole = { ...smtp, MAIL_FROM: 'hr@example.com', PUBLIC_URL: 'https://api.example.com/' }
  expect(readConfig(whole)).toMatchObject({
    mail: { smtpUrl: 'smtp://mail.example.com:587', from: 'hr@example.com' },
    publicUrl: 'https://api.example.com',
  })
  expect(readConfig({})).toMatchObject({ mail: null, publicUrl: null, trustProxy: false, signUp: 'open' })
  expect(() => readConfig({ PUBLIC_URL: 'https://example.com/api' })).toThrow(/without a path/)
  expect(() => readConfig({ SMTP_URL: 'http://user:hunter2@x' })).toThrow(/^(?!.*hunter2)/s)
})

test('the engine is builtin, or a fully configured model', () => {
  expect(readConfig({})).toMatchObject({ engine: 'builtin', model: null })
  expect(() => readConfig({ ENGINE: 'model' })).toThrow(/MODEL_BASE_URL: [\s\S]*MODEL_NAME: /)
  expect(() => readConfig({ ENGINE: 'gpt' })).toThrow(/ENGINE: one of builtin, model/)
  const server = { MODEL_BASE_URL: 'http://127.0.0.1:8000/v1', MODEL_NAME: 'qwen3' }
  expect(readConfig(server)).toMatchObject({ engine: 'builtin', model: { server: { model: 'qwen3' } } })
  const config = readConfig({
    ...server,
    ENGINE: 'model',
    MODEL_API_KEY: 'hunter2',
    MODEL_TEMPERATURE: '0.3',
  })
  expect(config).toMatchObject({
    engine: 'model',
    model: { fallback: 'builtin', maySee: 'none', server: { apiKey: 'hunter2', temperature: 0.3 } },
  })
  // Only here, so that no output about the settings contains it.
  expect(JSON.stringify(config).match(/hunter2/g)).toHaveLength(1)
})

test.each([
  ['MODEL_BASE_URL', 'https://api.example.com/v1/chat/completions', /before \/chat\/completions/],
  ['MODEL_TEMPERATURE', '2.5', /0 to 2/],
  ['MODEL_TEMPERATURE', 'warm', /0 to 2/],
  ['MODEL_TIMEOUT_MS', '60000', /1000 to 55000/],
  ['MODEL_CONCURRENCY', '0', /1 to 1000/],
  ['ENGINE_FALLBACK', 'maybe', /builtin, none/],
])('%s can not be %s', (name, value, mistake) => {
  expect(() => readConfig({ [name]: value })).toThrow(mistake)
})

test('every setting is described once', () => {
  const names = describeSettings().map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { description } of describeSettings()) expect(description.length).toBeGreaterThan(20)
})
