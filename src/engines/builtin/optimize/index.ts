export { optimizeJobDescription } from './optimize.ts'
export { type PartsTraining, partsTrainingOf } from './parts/learned-parts.ts'
