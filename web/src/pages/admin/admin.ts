import type { ReplyOf } from '../../api/index.ts'

export type AccountRow = ReplyOf<'get', '/admin/accounts'>['items'][number]
export type AccountDetail = ReplyOf<'get', '/admin/accounts/{id}'>
export type Grant = AccountDetail['grants'][number]
export type Kind = Grant['kind']
export type Role = AccountDetail['account']['role']
export type Voucher = ReplyOf<'get', '/admin/vouchers'>['items'][number]
export type Invite = ReplyOf<'get', '/admin/invites'>['items'][number]

export const kinds: readonly Kind[] = ['promotion', 'signup_bonus', 'resource_pack', 'paid']
export const roles: readonly Role[] = ['recruiter', 'job_seeker', 'admin']
