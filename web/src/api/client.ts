import createClient from 'openapi-fetch'
import { consolePrefix } from '../../../src/contract/index.ts'
import { readFault, unreachable } from './fault.ts'
import type { paths } from './schema.generated.ts'

/** Calls the console API; a failed call throws a ConsoleFault. */

/**
 * Other sites can't send this header without a CORS preflight, so the header and the cookie together
 * prevent forged calls.
 */
const ownHeader = { 'X-Console': '1' }

const client = createClient<paths>({ baseUrl: consolePrefix, headers: ownHeader, credentials: 'same-origin' })

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete'
export type PathOf<V extends Verb> = {
  [P in keyof paths]: paths[P] extends Record<V, { responses: unknown }> ? P : never
}[keyof paths]
type Operation<V extends Verb, P extends PathOf<V>> = paths[P] extends Record<V, infer Found> ? Found : never
type Json<Body> = Body extends { content: { 'application/json': infer Value } } ? Value : undefined
type Given<Part> = {
  [Name in keyof Part as [Part[Name]] extends [never | undefined] ? never : Name]: Part[Name]
}

/** `{ path: { id } }` and `{ query: { … } }`, if the call has them. */
export type ParametersOf<V extends Verb, P extends PathOf<V>> =
  Operation<V, P> extends { parameters: infer Found } ? Given<Found> : Record<never, never>
export type BodyOf<V extends Verb, P extends PathOf<V>> =
  Operation<V, P> extends { requestBody: infer Found } ? Json<Found> : undefined
export type ReplyOf<V extends Verb, P extends PathOf<V>> =
  Operation<V, P> extends { responses: { 200: infer Found } } ? Json<Found> : undefined

export interface Sending<V extends Verb, P extends PathOf<V>> {
  readonly params?: ParametersOf<V, P>
  readonly body?: BodyOf<V, P>
  readonly signal?: AbortSignal
}

/** Sends one call and returns its answer; undefined if there is no body. */
export async function send<V extends Verb, P extends PathOf<V>>(
  verb: V,
  path: P,
  given: Sending<V, P> = {},
): Promise<ReplyOf<V, P>> {
  const method = verb.toUpperCase() as 'GET'
  // The types of this function hold for every verb; the client's only for a known one.
  const sent = client[method](path as never, given as never) as Promise<Answered>
  const { data, error, response } = await sent.catch((error: unknown) => {
    throw given.signal?.aborted ? error : unreachable()
  })
  if (!response.ok) throw readFault(response.status, error)
  return data as ReplyOf<V, P>
}

interface Answered {
  readonly data?: unknown
  readonly error?: unknown
  readonly response: Response
}
