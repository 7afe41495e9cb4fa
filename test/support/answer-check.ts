import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Answer } from './world.ts'

export type CheckAnswer = (method: string, path: string, answer: Answer) => void

interface Description {
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, ResponseObject> }>>
  readonly components: object
}
interface ResponseObject {
  readonly content?: { readonly 'application/json': { readonly schema: { readonly $ref: string } } }
}

/**
 * Checks every answer of the service against its published description. The operation must declare the
 * status, and the body must match the schema. Header and body must have the same request id.
 */
export function createAnswerCheck(description: Description): CheckAnswer {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'openapi', components: description.components })
  return (method, path, answer) => {
    const known = Object.entries(description.paths).find(([template]) =>
      matches(template, path.split('?', 1)[0] ?? ''),
    )
    const operation = known?.[1][method.toLowerCase()]
    if (operation === undefined) return
    const declared = operation.responses[String(answer.status)]
    if (declared === undefined) throw new Error(`${method} ${path}: status ${answer.status} is not declared`)
    const reference = declared.content?.['application/json'].schema.$ref
    if (reference === undefined) throw new Error(`${method} ${path}: no schema for ${answer.status}`)
    if (!ajv.validate(`openapi${reference}`, answer.body)) {
      throw new Error(`${method} ${path} ${answer.status}: ${ajv.errorsText()}\n${answer.text.slice(0, 500)}`)
    }
    if (answer.headers['x-request-id'] !== answer.body.request_id)
      throw new Error('two different request ids')
  }
}

function matches(template: string, path: string): boolean {
  return new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)
}
