import { dictionary } from '../../i18n/index.ts'

const zh = {
  title: '注册',
  bonus: '注册即送 {points} 点。',
  closed: '目前不开放注册。请联系管理员。',
  role: '我的身份',
  recruiter: '招聘方',
  recruiterMay: '可创建 API 密钥，解析简历、匹配岗位、优化 JD、批量筛选。',
  jobSeeker: '求职者',
  jobSeekerMay: '可登录查看账户。API 仅限招聘方调用。',
  invite: '邀请码',
  inviteHint: '注册需要管理员发出的邀请码。',
  email: '邮箱',
  password: '密码',
  passwordHint: '至少 8 个字符。',
  submit: '注册',
  haveAccount: '已有账户？',
  signIn: '登录',
  signInInstead: '改为登录',
} as const

const en = {
  title: 'Sign up',
  bonus: 'You get {points} points to start with.',
  closed: 'Sign-up is closed at the moment. Please ask the administrator.',
  role: 'I am a',
  recruiter: 'Recruiter',
  recruiterMay: 'Make API keys, parse resumes, match them to jobs, improve job descriptions, screen batches.',
  jobSeeker: 'Job seeker',
  jobSeekerMay: 'Sign in and see the account. Only recruiters can call the API.',
  invite: 'Invitation code',
  inviteHint: 'You need a code from the administrator to sign up.',
  email: 'Email',
  password: 'Password',
  passwordHint: 'At least 8 characters.',
  submit: 'Sign up',
  haveAccount: 'Already have an account?',
  signIn: 'Sign in',
  signInInstead: 'Sign in instead',
} satisfies Record<keyof typeof zh, string>

export const useWords = dictionary(zh, en)
