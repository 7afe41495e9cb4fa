export { type BuiltinEngineOptions, createBuiltinEngine } from './builtin/engine.ts'
export { matchNow, optimizeNow } from './builtin/tasks.ts'
export { detectLanguage, type Language } from './builtin/text/language.ts'
export type { Engine, MatchResult, OptimizeResult } from './engine.ts'
