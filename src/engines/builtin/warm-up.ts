import { matchTexts } from './match/index.ts'
import { countTokens } from './text/index.ts'

/** Loads every table (0.6 s), so that the first call is as quick as any other. */
export function warmUp(): void {
  const input = {
    resumeText: '測試 2020.01-2021.01 java',
    jdText: '要求：三年以上 java 开发经验',
  }
  const { data } = matchTexts(input, 0, { name: '', version: '' })
  countTokens(JSON.stringify(data))
}
