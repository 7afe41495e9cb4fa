import { domainToASCII } from 'node:url'
import { AccountError } from './account-error.ts'

const charactersMax = 254
const localCharactersMax = 64
const localPattern = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const domainPattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * The canonical spelling under which an address is stored and looked up: trimmed, lower case, domain in
 * ASCII. So one mailbox has one account. Throws email_invalid.
 */
export function normalizeEmail(text: string): string {
  const trimmed = text.trim()
  const at = trimmed.lastIndexOf('@')
  const local = trimmed.slice(0, Math.max(at, 0)).toLowerCase()
  const domain = domainToASCII(trimmed.slice(at + 1)).toLowerCase()
  const email = `${local}@${domain}`
  const valid =
    at > 0 &&
    local.length <= localCharactersMax &&
    email.length <= charactersMax &&
    localPattern.test(local) &&
    domainPattern.test(domain)
  if (valid) return email
  throw new AccountError(
    'email_invalid',
    `not an email address: ${JSON.stringify(text.slice(0, 80))} (expected something like name@example.com)`,
  )
}
