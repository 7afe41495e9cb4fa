export { optimizeJobDescription } from './optimize.ts'
