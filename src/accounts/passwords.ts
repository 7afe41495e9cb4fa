import { argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Ids } from '../kit/index.ts'
import { AccountError } from './account-error.ts'

const passwordCharactersMin = 8
const passwordCharactersMax = 200

/** OWASP's setting of argon2id for 19 MiB: about 30 ms in the thread pool, never on the event loop. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32
/** The maximum cost that a stored string may request. */
const costMax = { memory: 262_144, passes: 10, parallelism: 4 }
const phcPattern =
  /^\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const derive = promisify(argon2)

/**
 * A PHC string with the settings and the salt. Throws password_invalid if the password is too short or too
 * long.
 */
export async function hashPassword(ids: Ids, password: string): Promise<string> {
  const length = [...password].length
  if (length < passwordCharactersMin || length > passwordCharactersMax) {
    throw new AccountError(
      'password_invalid',
      `a password has ${passwordCharactersMin} to ${passwordCharactersMax} characters`,
    )
  }
  const salt = ids.bytes(saltBytes)
  const tag = await tagOf(password, salt, cost, tagBytes)
  const settings = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`
  return `$argon2id$v=19$${settings}$${toBase64(salt)}$${toBase64(tag)}`
}

/**
 * True if the password matches. Without a stored hash it does the same work and returns false, so the
 * response time does not reveal whether an account exists. A damaged string also returns false.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const match = phcPattern.exec(stored ?? '')
  const [memory, passes, parallelism] = [Number(match?.[1]), Number(match?.[2]), Number(match?.[3])]
  const salt = Buffer.from(match?.[4] ?? '', 'base64')
  const expected = Buffer.from(match?.[5] ?? '', 'base64')
  const readable =
    within(memory, 8 * parallelism, costMax.memory) &&
    within(passes, 1, costMax.passes) &&
    within(parallelism, 1, costMax.parallelism) &&
    within(salt.length, 8, 64) &&
    within(expected.length, 16, 64)
  const tooLong = password.length > passwordCharactersMax * 2
  if (!readable || tooLong) {
    await tagOf('', Buffer.alloc(saltBytes), cost, tagBytes)
    return false
  }
  const tag = await tagOf(password, salt, { memory, passes, parallelism }, expected.length)
  return timingSafeEqual(tag, expected)
}

function within(value: number, min: number, max: number): boolean {
  return value >= min && value <= max
}

/** Keyboards produce é as one code point or as two; NFKC makes them the same password. */
function tagOf(password: string, nonce: Uint8Array, settings: typeof cost, tagLength: number) {
  const message = Buffer.from(password.normalize('NFKC'), 'utf8')
  return derive('argon2id', { ...settings, message, nonce, tagLength })
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '')
}
