export { renderOpenApi } from './openapi.ts'
export { createOpsDoor } from './ops.ts'
export { createRestDoor } from './rest.ts'
export { openApiDocument } from './serve-openapi.ts'
