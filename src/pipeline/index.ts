export type { Call, Reply } from './call.ts'
export { createDecoder, type Decoder } from './decode.ts'
export { failureReply } from './reply.ts'
export { handleCall, type PipelineDeps } from './run.ts'
