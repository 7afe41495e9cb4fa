export { startBatchKeeper } from './batch-keeper.ts'
export { startBatchRunner } from './batch-runner.ts'
export { type Loop, startLoop } from './loop.ts'
export { startSweeper } from './sweeper.ts'
