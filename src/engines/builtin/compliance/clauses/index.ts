export {
  type BucketTable,
  bucketUnit,
  readBuckets,
  unitsMax,
  type Weight,
  writeBuckets,
} from './bucket-table.ts'
export { type Clause, clausesOf } from './clause.ts'
export { featuresOf } from './features.ts'
export { bucketBits } from './hash.ts'
export { type Judgement, judgeBy, judgeClause } from './judge.ts'
export { bySentence, isDegreeAlone, type ReadClause, readClauses, type Verdict } from './read-clauses.ts'
export {
  addWeights,
  chancesOf,
  type LearnedTable,
  readTable,
  weightMax,
  weightUnit,
  writeTable,
} from './table.ts'
export { featuresOfTokens, harmfulWords, type Stretch } from './words.ts'
