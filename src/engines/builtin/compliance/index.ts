export { absentFacts, type Fact } from './facts.ts'
export { distinct, findAbsence, findCompliance, findingOf, findWording } from './find-compliance.ts'
export { rewriteLine } from './rewrite.ts'
export { type Hit, type Scanner, scannerFor } from './scan.ts'
