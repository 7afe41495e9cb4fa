import type { ReplyOf } from '../../api/index.ts'

export type Balance = ReplyOf<'get', '/balance'>
