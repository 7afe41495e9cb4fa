export { absentFacts, type Fact } from './facts.ts'
export { distinct, findCompliance, findingOf } from './find-compliance.ts'
export { rewriteLine } from './rewrite.ts'
export { type Hit, type Scanner, scannerFor } from './scan.ts'
