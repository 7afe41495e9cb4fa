import { expect, test } from 'vitest'
import { AccountError } from './account-error.ts'
import { normalizeEmail } from './email.ts'

test.each([
  ['  Hr.Team+cn@Example.COM ', 'hr.team+cn@example.com'],
  ["o'neil@mail.example.co.uk", "o'neil@mail.example.co.uk"],
  ['hr@例子.公司', 'hr@xn--fsqu00a.xn--55qx5d'],
  ['root@localhost', 'root@localhost'],
])('%s becomes %s', (given, normal) => {
  expect(normalizeEmail(given)).toBe(normal)
  expect(normalizeEmail(normal)).toBe(normal)
})

test.each([
  '',
  'nobody',
  '@example.com',
  'a@',
  'a b@example.com',
  'a@exa mple.com',
  'a..b@example.com',
  '.a@example.com',
  'a@-example.com',
  'a@example..com',
  'a@b@example.com',
  '招聘@example.com',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.com`,
  'a@example.com\nBcc: x@example.com',
  'a@[127.0.0.1]',
])('%j is refused', (given) => {
  expect(() => normalizeEmail(given)).toThrow(AccountError)
})
