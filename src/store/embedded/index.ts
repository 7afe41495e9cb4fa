export { type EmbeddedServer, openEmbedded, type Role } from './embedded.ts'
export { makeEmbedded } from './restore-folder.ts'
export type { ServerOptions } from './server.ts'
