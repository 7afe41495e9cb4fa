export type { Engine, MatchResult, OptimizeResult } from './engine.ts'
