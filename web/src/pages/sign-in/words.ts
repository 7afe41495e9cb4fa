import { dictionary } from '../../i18n/index.ts'

const zh = {
  title: '登录',
  again: '请登录后继续。',
  email: '邮箱',
  password: '密码',
  submit: '登录',
  forgot: '忘记密码？',
  noAccount: '还没有账户？',
  signUp: '注册',
} as const

const en = {
  title: 'Sign in',
  again: 'Sign in to continue.',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  forgot: 'Forgot your password?',
  noAccount: 'No account yet?',
  signUp: 'Sign up',
} satisfies Record<keyof typeof zh, string>

export const useWords = dictionary(zh, en)
