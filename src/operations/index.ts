export { createHandlers, type HandlerDeps, offeredOperations } from './handlers.ts'
