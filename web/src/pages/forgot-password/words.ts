import { dictionary } from '../../i18n/index.ts'

const zh = {
  title: '重置密码',
  description: '我们会发一封邮件，内含一次性链接。',
  noMail: '此服务没有配置邮件。请联系管理员，由其为您生成一次性的重置链接。',
  email: '邮箱',
  submit: '发送链接',
  sent: '如果 {email} 已注册，链接已发送。请查收邮件，包括垃圾邮件。',
  back: '返回登录',
} as const

const en = {
  title: 'Reset your password',
  description: 'We send you an email with a one-time link.',
  noMail: 'This service cannot send mail. Ask the administrator for a one-time reset link.',
  email: 'Email',
  submit: 'Send the link',
  sent: 'If {email} has an account, the link is on its way. Check your spam folder too.',
  back: 'Back to sign-in',
} satisfies Record<keyof typeof zh, string>

export const useWords = dictionary(zh, en)
