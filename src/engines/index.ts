export { ruleNames } from './builtin/compliance/index.ts'
export { type BuiltinEngineOptions, createBuiltinEngine } from './builtin/engine.ts'
export {
  backgroundTable,
  type Channel,
  channelShare,
  matchTexts,
  monthNumber,
  rescore,
  type Scored,
  termsOfRoles,
  termsOfTexts,
} from './builtin/match/index.ts'
export { matchNow, optimizeNow } from './builtin/tasks.ts'
export { detectLanguage, type Language } from './builtin/text/language.ts'
export type { Engine, MatchResult, OptimizeQuote, OptimizeResult } from './engine.ts'
export { createModelEngine } from './model/engine.ts'
export { createChatModel } from './model/server/chat.ts'
export { checkServer, type ServerCheck } from './model/server/check-server.ts'
export { ProbeFailed } from './model/server/probe.ts'
