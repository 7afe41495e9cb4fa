export { startBatchKeeper } from './batch-keeper.ts'
export { startBatchRunner } from './batch-runner.ts'
export { startSweeper } from './sweeper.ts'
