export { type EmbeddedServer, openEmbedded, type Role } from './embedded.ts'
export type { ServerOptions } from './server.ts'
