export {
  addWeights,
  bySentence,
  chancesOf,
  isDegreeAlone,
  judgeClause,
  type LearnedTable,
  type ReadClause,
  readTable,
} from './clauses/index.ts'
export { absentFacts, type Fact } from './facts.ts'
export { distinct, findCompliance, findInWhole, findingOf, findWording } from './find-compliance.ts'
export { gramsOf } from './grams.ts'
export { readLawfully } from './lawful-reasons.ts'
export { payRangeFault, placeOf, underLaw } from './laws/index.ts'
export { rewriteLine } from './rewrite.ts'
export { ruleNames } from './rules.ts'
export { type Hit, type Scanner, scannerFor } from './scan.ts'
export { findSuspicions } from './suspicions.ts'
