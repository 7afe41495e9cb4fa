import { AccountError, normalizeEmail } from '../accounts/index.ts'
import { issue } from '../contract/index.ts'
import { consoleFault, invalidConsoleInput } from './faults.ts'

/** Normalises an e-mail address. Throws invalid_input. */
export function checkedEmail(email: string): string {
  try {
    return normalizeEmail(email)
  } catch (error) {
    throw refusal(error, 'password')
  }
}

/** Awaits account work and turns its errors into those of the console API. */
export async function refusing<T>(work: Promise<T>, passwordMember = 'password'): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw refusal(error, passwordMember)
  }
}

function refusal(error: unknown, passwordMember: string): unknown {
  if (!(error instanceof AccountError)) return error
  switch (error.code) {
    case 'email_invalid':
      return invalidConsoleInput([issue('email', 'wrong_type', '应为邮箱地址')])
    case 'password_invalid':
      return invalidConsoleInput([issue(passwordMember, 'too_short', '密码长度为 8 至 200 个字符')])
    case 'email_taken':
      return consoleFault('email_taken')
    case 'key_name_invalid':
      return invalidConsoleInput([issue('name', 'blank')])
    case 'scopes_invalid':
      return invalidConsoleInput([issue('scopes', 'wrong_type')])
    case 'expiry_invalid':
      return invalidConsoleInput([issue('expires_at', 'too_small')])
    case 'key_inactive':
      return consoleFault('conflict')
    case 'key_unknown':
    case 'account_unknown':
      return consoleFault('not_found')
    default:
      return error
  }
}
