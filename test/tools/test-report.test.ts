import { expect, test } from 'vitest'
import { countTests, type Report } from '../../tools/test-report.ts'

const report = (files: Record<string, readonly string[]>): Report => ({
  testResults: Object.entries(files).map(([name, statuses]) => ({
    name,
    status: statuses.length === 0 || statuses.includes('failed') ? 'failed' : 'passed',
    assertionResults: statuses.map((status, index) => ({ status, fullName: `test ${index}` })),
  })),
})

test("tests are counted, and a file that can't be loaded is a failure", () => {
  const counts = countTests(report({ 'a.test.ts': ['passed', 'failed', 'skipped'], 'b.test.ts': [] }), 'any')
  expect(counts).toEqual({ passed: 1, failed: 2, skipped: 1, refusals: [] })
})

test('no test may be skipped in CI, under any name of the report', () => {
  const skipped = report({ 'a.test.ts': ['passed', 'skipped'], 'b.system.test.ts': ['pending', 'todo'] })
  expect(countTests(skipped, 'none').refusals).toEqual([
    'must not be skipped here: test 1 (a.test.ts)',
    'must not be pending here: test 0 (b.system.test.ts)',
    'must not be todo here: test 1 (b.system.test.ts)',
  ])
})

test('on a bare machine exactly the tests that need system programs are skipped', () => {
  const right = report({ 'a.test.ts': ['passed'], 'b.system.test.ts': ['skipped', 'skipped'] })
  expect(countTests(right, 'system')).toEqual({ passed: 1, failed: 0, skipped: 2, refusals: [] })
  const wrong = report({ 'a.test.ts': ['skipped'], 'b.system.test.ts': ['skipped', 'passed', 'failed'] })
  expect(countTests(wrong, 'system')).toMatchObject({
    failed: 1,
    refusals: [
      'must not be skipped here: test 0 (a.test.ts)',
      'must not be passed here: test 1 (b.system.test.ts)',
    ],
  })
})
