import type { Mail } from './mail.ts'

/**
 * The mail with a one-time link. It contains nothing private, because the mailbox may belong to another
 * person.
 */
export function resetMail(to: string, link: string, livesMinutes: number): Mail {
  const text = [
    `请在 ${livesMinutes} 分钟内打开以下链接设置新密码，链接只能使用一次：`,
    `Open this link within ${livesMinutes} minutes to set a new password; it works once:`,
    '',
    link,
    '',
    '如果这不是您本人的操作，请忽略此邮件，密码不会改变。',
    'If you did not ask for it, ignore this mail: your password stays as it is.',
    '',
  ].join('\n')
  return { to, subject: '重设密码 / Set a new password', text }
}
