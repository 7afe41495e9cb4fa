import type { Page } from 'playwright-core'
import type { Role } from '../../../src/accounts/index.ts'

/** Every page that is checked in both themes, languages and widths. Add new pages here. */
export interface PageToVisit {
  readonly name: string
  readonly path: string
  /** The role of the page's user; null: signed out. */
  readonly role: Role | null
  /** Brings the page into the state to check, for example with an open dialog. */
  prepare?(page: Page): Promise<void>
}

export const pages: readonly PageToVisit[] = [
  { name: 'sign-in', path: '/sign-in', role: null },
  { name: 'sign-up', path: '/sign-up', role: null },
  { name: 'forgot-password', path: '/forgot-password', role: null },
  { name: 'reset-password', path: '/reset-password#token=abc', role: null },
  { name: 'home', path: '/', role: 'recruiter' },
  { name: 'keys', path: '/keys', role: 'recruiter' },
  { name: 'keys-job-seeker', path: '/keys', role: 'job_seeker' },
  {
    name: 'keys-dialog',
    path: '/keys',
    role: 'recruiter',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /Create key|创建密钥/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'settings', path: '/settings', role: 'recruiter' },
  { name: 'balance', path: '/balance', role: 'recruiter' },
  { name: 'statement', path: '/statement', role: 'recruiter' },
  { name: 'usage', path: '/usage', role: 'recruiter' },
  { name: 'batches', path: '/batches', role: 'recruiter' },
  { name: 'batch-new', path: '/batches/new', role: 'recruiter' },
  {
    name: 'batch-new-criteria',
    path: '/batches/new',
    role: 'recruiter',
    prepare: async (page) => {
      await page.getByRole('button', { name: /List your own requirements|自己列出要求/ }).click()
      await page.getByRole('textbox', { name: /Requirement 1|要求 1/ }).waitFor()
    },
  },
  { name: 'playground', path: '/playground', role: 'recruiter' },
  {
    name: 'playground-optimize',
    path: '/playground',
    role: 'recruiter',
    prepare: async (page) => page.getByRole('tab', { name: /Optimize JD|优化 JD/ }).click(),
  },
  { name: 'admin-accounts', path: '/admin', role: 'admin' },
  { name: 'admin-codes', path: '/admin/vouchers', role: 'admin' },
  {
    name: 'admin-codes-dialog',
    path: '/admin/vouchers',
    role: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: /Create codes|创建兑换码/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'admin-health', path: '/admin/health', role: 'admin' },
  { name: 'admin-audit', path: '/admin/audit', role: 'admin' },
]
