export { monthNumber } from './dates.ts'
export { type Matched, matchTexts } from './match.ts'
