import type { BodyOf, ReplyOf } from '../../api/index.ts'

export type ApiKey = ReplyOf<'get', '/keys'>['items'][number]
export type Created = ReplyOf<'post', '/keys'>
export type NewKey = BodyOf<'post', '/keys'>
export type Limits = ApiKey['limits']
export type Scope = ApiKey['scopes'][number]
