import { expect, test } from 'vitest'
import { Fault, operationNames } from '../contract/index.ts'
import { authorize, type Caller, requireRecruiter, roles } from './roles.ts'

const caller: Caller = { accountId: 'a', keyId: 'k', role: 'recruiter', scopes: ['parseResume'] }

function codeOf(work: () => void): string {
  try {
    work()
    return 'allowed'
  } catch (error) {
    return error instanceof Fault ? error.code : 'not a fault'
  }
}

test("a recruiter may call the key's operations only", () => {
  const answers = operationNames.map((name) => codeOf(() => authorize(caller, name)))
  expect(answers).toEqual(['allowed', ...Array(4).fill('insufficient_scope')])
})

test('the role is checked before the scope', () => {
  const others = roles.filter((role) => role !== 'recruiter')
  expect(others).toEqual(['job_seeker', 'admin'])
  for (const role of others) {
    expect(codeOf(() => authorize({ ...caller, role, scopes: [] }, 'optimizeJd'))).toBe('recruiter_only')
    expect(codeOf(() => requireRecruiter({ ...caller, role }))).toBe('recruiter_only')
  }
  expect(codeOf(() => requireRecruiter(caller))).toBe('allowed')
})
