import { fault, type OperationName } from '../contract/index.ts'

export const roles = ['recruiter', 'job_seeker', 'admin'] as const
export type Role = (typeof roles)[number]

/** A key may call the operations whose names it holds. */
export type Scope = OperationName

/** The authenticated caller. */
export interface Caller {
  readonly accountId: string
  readonly keyId: string
  readonly role: Role
  readonly scopes: readonly Scope[]
}

/**
 * Throws recruiter_only for every other role: the whole API is for recruiters (spec.md, Authentication 4).
 */
export function requireRecruiter(caller: Caller): void {
  if (caller.role === 'recruiter') return
  throw fault('recruiter_only', { internal: `key ${caller.keyId} belongs to a ${caller.role}` })
}

/** Throws recruiter_only, or insufficient_scope if the key lacks the operation. */
export function authorize(caller: Caller, operationName: OperationName): void {
  requireRecruiter(caller)
  if (caller.scopes.includes(operationName)) return
  throw fault('insufficient_scope', { internal: `key ${caller.keyId} lacks ${operationName}` })
}
