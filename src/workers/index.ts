export { startSweeper } from './sweeper.ts'
