import { dictionary } from '../../i18n/index.ts'

const zh = {
  title: '设置新密码',
  description: '设置后，所有已登录的设备都会退出。',
  password: '新密码',
  hint: '至少 8 个字符。',
  submit: '保存新密码',
  done: '密码已更新，请登录',
  again: '重新申请链接',
} as const

const en = {
  title: 'Set a new password',
  description: 'This signs you out on every device.',
  password: 'New password',
  hint: 'At least 8 characters.',
  submit: 'Save the password',
  done: 'Password changed. Please sign in',
  again: 'Request a new link',
} satisfies Record<keyof typeof zh, string>

export const useWords = dictionary(zh, en)
