export { AssertionFailure, assert, unreachable } from './assert.ts'
export { type Clock, type FakeClock, fakeClock, systemClock } from './clock.ts'
export { type Ids, randomIds } from './ids.ts'
