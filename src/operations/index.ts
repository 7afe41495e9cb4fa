export { createHandlers, type HandlerDeps } from './handlers.ts'
