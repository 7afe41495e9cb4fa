/** Reads the counts of a run from vitest's JSON report, and checks which tests were skipped. */

/** The part of the report that is used. */
export interface Report {
  readonly testResults: readonly {
    /** The path of the file. */
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

export interface Counts {
  readonly passed: number
  readonly failed: number
  /** One line for each wrongly skipped test or file; each counts as a failure. */
  readonly refusals: readonly string[]
  readonly skipped: number
}

/**
 * Which tests may be skipped: `any` (a developer's machine), `none`, or `system`: all tests of files named
 * `x.system.test.ts` and no others, as on a machine without the programs they need.
 */
export type Skips = 'any' | 'none' | 'system'

/** Counts the tests of a run. A file that can't be loaded has no tests and counts as a failure. */
export function countTests({ testResults }: Report, skips: Skips): Counts {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName }) => ({ file: name, name: fullName, status })),
  )
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const are = (status: string) => tests.filter((each) => each.status === status).length
  const [passed, failed] = [are('passed'), are('failed')]
  const wrong = tests.filter((each) => {
    const isSkipped = !['passed', 'failed'].includes(each.status)
    const isSystem = each.file.endsWith('.system.test.ts')
    if (skips === 'system') return isSystem ? each.status === 'passed' : isSkipped
    return skips === 'none' && isSkipped
  })
  return {
    passed,
    failed: failed + broken.length,
    refusals: wrong.map(({ file, name, status }) => `must not be ${status} here: ${name} (${file})`),
    skipped: tests.length - passed - failed,
  }
}
