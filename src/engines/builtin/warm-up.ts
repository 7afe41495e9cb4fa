import { matchTexts } from './match/index.ts'
import { optimizeJobDescription } from './optimize/index.ts'
import { countTokens } from './text/index.ts'

const resumeText = '測試 2020.01-2021.01 java'
const jobs = [
  '测试工程师，要求：三年以上 java 开发经验。五险一金',
  'Tester. Requirements: 3 years of java. PTO.',
]

/** Loads every table and compiles the common patterns, so that the first call isn't slow. */
export function warmUp(): void {
  for (const jdText of jobs) {
    const { data } = matchTexts({ resumeText, jdText }, 0, { name: '', version: '' })
    countTokens(JSON.stringify(data))
    optimizeJobDescription({ jdText, requirements: jdText })
  }
}
