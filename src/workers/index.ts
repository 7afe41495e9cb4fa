export { type Loop, startLoop } from './loop.ts'
export { startSweeper } from './sweeper.ts'
