import type { BodyOf, ReplyOf } from '../../api/index.ts'

export type ApiKey = ReplyOf<'get', '/keys'>['items'][number]
export type Created = ReplyOf<'post', '/keys'>
export type NewKey = BodyOf<'post', '/keys'>
export type Limits = ApiKey['limits']
export type Scope = ApiKey['scopes'][number]

/** A complete record: a missing scope is a type error. */
const every: Readonly<Record<Scope, true>> = {
  parseResume: true,
  matchResumeToJd: true,
  optimizeJd: true,
  startBatchScreening: true,
  getBatchScreeningResult: true,
}
export const allScopes = Object.keys(every) as Scope[]
