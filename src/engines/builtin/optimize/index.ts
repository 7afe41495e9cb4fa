export { optimizeJobDescription } from './optimize.ts'
export { type PartsTraining, partsTrainingOf } from './training.ts'
