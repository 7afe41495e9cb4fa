import { type GrantKind, grantKinds } from './contract/index.ts'
import type { OcrOptions } from './documents/index.ts'

/** A setting, and how its text is read. */
export interface Setting<T> {
  readonly name: string
  /** As written in the environment; shown in `.env.example`. */
  readonly fallback: string
  readonly description: string
  readonly secret?: boolean
  readonly read: (text: string) => T
}

/** The text of a setting is invalid; the message says what is allowed. */
export class SettingMistake extends Error {}

export function text(name: string, fallback: string, description: string): Setting<string> {
  return { name, fallback, description, read: (value) => value }
}

export function integer(
  name: string,
  fallback: number | string,
  min: number,
  max: number,
  description: string,
): Setting<number> {
  const read = (value: string): number => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    throw new SettingMistake(`a whole number from ${min} to ${max} is needed`)
  }
  return { name, fallback: String(fallback), description, read }
}

export function readDatabaseUrl(value: string): string | null {
  if (value === '') return null
  if (!/^postgres(ql)?:\/\//.test(value)) throw new SettingMistake('it must begin with postgres://')
  return value
}

export function readDataKey(value: string): Uint8Array | null {
  if (value === '') return null
  const bytes = /^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64')
  if (bytes.length !== 32) throw new SettingMistake('32 bytes are needed, as base64 or as 64 hex digits')
  return new Uint8Array(bytes)
}

export function readBalanceOrder(value: string): readonly GrantKind[] {
  const kinds = value.split(',').map((kind) => kind.trim())
  const known = kinds.filter((kind): kind is GrantKind => (grantKinds as readonly string[]).includes(kind))
  if (known.length !== kinds.length || new Set(kinds).size !== kinds.length) {
    throw new SettingMistake(`a list of different kinds is needed, of ${grantKinds.join(', ')}`)
  }
  return known
}

export function readOrigins(value: string): readonly string[] {
  const origins = value === '' ? [] : value.split(',').map((origin) => origin.trim())
  const isOrigin = (text: string) =>
    /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
  if (origins.every(isOrigin)) return origins
  throw new SettingMistake('a list of origins is needed, such as https://hr.example.com, without a path')
}

export function readTimeZone(value: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
  } catch {
    throw new SettingMistake('an IANA time zone is needed, such as Asia/Shanghai')
  }
}

export function readToolPrefix(value: string): string {
  // It is also a prefix of members of MCP's _meta, which allow no underscore there.
  if (/^[a-z](?:[a-z0-9-]{0,30}[a-z0-9])?$/i.test(value)) return value
  throw new SettingMistake(
    'at most 32 letters, digits and hyphens are needed, a letter first, no hyphen last',
  )
}

export function readHostNames(value: string): readonly string[] {
  const names = value === '' ? [] : value.split(',').map((name) => name.trim().toLowerCase())
  const wrong = names.find((name) => !/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(name))
  if (wrong === undefined) return names
  throw new SettingMistake('a list of host names is needed, without scheme and port, as in api.example.com')
}

export function readDemo(value: string): boolean | 'auto' {
  const known = oneOf(['true', 'false', 'auto'])(value)
  return known === 'auto' ? known : known === 'true'
}

export function readHttpUrl(value: string): string {
  if (value === '' || (/^https?:\/\//.test(value) && URL.canParse(value))) return value
  throw new SettingMistake('an address that begins with https:// or http:// is needed')
}

export function oneOf<Name extends string>(names: readonly Name[]): (value: string) => Name {
  return (value) => {
    for (const name of names) if (name === value) return name
    throw new SettingMistake(`one of ${names.join(', ')} is needed`)
  }
}

/** `true` or `false`, with a default. */
export function flag(name: string, description: string): Setting<boolean> {
  const read = oneOf(['true', 'false'])
  return { name, fallback: 'false', description, read: (value) => read(value) === 'true' }
}

/** One of these names; the first is the default. */
export function choice<Name extends string>(
  name: string,
  names: readonly [Name, ...Name[]],
  description: string,
): Setting<Name> {
  return { name, fallback: names[0], description, read: oneOf(names) }
}

/** An origin: with a path, the pages could not load their files. */
export function readPublicUrl(value: string): string | null {
  if (value === '') return null
  if (/^https?:\/\//.test(value) && URL.canParse(value) && new URL(value).pathname === '/') {
    return new URL(value).origin
  }
  throw new SettingMistake('an address without a path is needed, such as https://api.example.com')
}

export function readSmtpUrl(value: string): string {
  if (value === '' || (/^smtps?:\/\//.test(value) && URL.canParse(value))) return value
  throw new SettingMistake('it must begin with smtp:// or smtps://')
}

/** Mails need a mail server, a sender, and an address for their links. */
export function mailMistakes(mail: {
  readonly smtpUrl?: string
  readonly mailFrom?: string
  readonly publicUrl?: string | null
}): readonly string[] {
  if (mail.smtpUrl === '') return []
  const sender = mail.mailFrom === '' ? ['MAIL_FROM: SMTP_URL needs a sender'] : []
  const address = mail.publicUrl === null ? ['PUBLIC_URL: SMTP_URL needs it, for the links in mails'] : []
  return [...sender, ...address]
}

interface Listeners {
  readonly host: string
  readonly port: number
  readonly opsHost: string
  readonly opsPort: number
}

/** Checked here: otherwise the second listener would only report that the port is taken. */
export function portClash({ host, port, opsHost, opsPort }: Partial<Listeners>): readonly string[] {
  const meet = host === opsHost || [host, opsHost].some((each) => each === '0.0.0.0' || each === '::')
  if (port === undefined || port === 0 || port !== opsPort || !meet) return []
  return [`PORT, OPS_PORT: both are ${port}: one of them must be another port`]
}

/** The address and key for a command that calls a service, if no option gives them. */
export interface ClientSettings {
  readonly apiKey: string | null
  readonly baseUrl: string
}

interface OcrValues {
  readonly ocrEngine: 'auto' | 'wasm' | 'system' | 'vision' | 'off'
  readonly ocrThreads: number
  readonly ocrBaseUrl: string
  readonly ocrModel: string
  readonly ocrApiKey: string
}

export function ocrOptions({ ocrEngine, ocrThreads: pagesAtOnce, ...vision }: OcrValues): OcrOptions | null {
  const { ocrBaseUrl: baseUrl, ocrModel: model, ocrApiKey } = vision
  if (ocrEngine === 'vision')
    return { engine: 'vision', pagesAtOnce, baseUrl, model, apiKey: ocrApiKey || null }
  return ocrEngine === 'off' ? null : { engine: ocrEngine, pagesAtOnce }
}
