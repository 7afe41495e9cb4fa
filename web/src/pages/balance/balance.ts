import type { ReplyOf } from '../../api/index.ts'

export type Balance = ReplyOf<'get', '/balance'>
export type Money = Balance['money']
export type Grant = Balance['grants'][number]
