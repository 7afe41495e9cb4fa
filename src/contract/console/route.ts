import type { Static, TSchema } from 'typebox'

/**
 * A route of the console API, under `consolePrefix`, declared once. The server, `openapi/console.json` and
 * the web client's types derive from it.
 */
export interface ConsoleRoute {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `{id}` is a path parameter. */
  readonly path: string
  readonly summary: string
  /** Access: anybody, a signed-in account, or an administrator. */
  readonly access: 'public' | 'account' | 'admin'
  /** Query parameters; all are optional texts, numbers or enumerations. */
  readonly query?: TSchema
  readonly body?: TSchema
  /** Largest body in bytes; default 64 KiB. */
  readonly bodyBytesMax?: number
  /**
   * The body is passed on unread: an operation of the public API reads and checks it, a large one in
   * another thread.
   */
  readonly rawBody?: true
  /** The body of a success; null: 204 without a body. `csv` and `png` are files. */
  readonly reply: TSchema | null | 'csv' | 'png'
  /** Errors besides those that every route with its access can return. */
  readonly errors: readonly ConsoleErrorCode[]
}

export type BodyOf<Route extends ConsoleRoute> = Route['body'] extends TSchema
  ? Static<Route['body']>
  : undefined
export type QueryOf<Route extends ConsoleRoute> = Route['query'] extends TSchema
  ? Static<Route['query']>
  : undefined
export type ReplyOf<Route extends ConsoleRoute> = Route['reply'] extends TSchema
  ? Static<Route['reply']>
  : never

export const consolePrefix = '/console/api'

/** Every error of the console API: its status, and a code that the page translates. */
export const consoleErrorTable = {
  invalid_input: 400,
  wrong_credentials: 401,
  signed_out: 401,
  insufficient_points: 402,
  forbidden: 403,
  sign_up_closed: 403,
  invite_invalid: 403,
  recruiter_only: 403,
  not_found: 404,
  conflict: 409,
  email_taken: 409,
  already_done: 409,
  payload_too_large: 413,
  link_expired: 410,
  voucher_invalid: 422,
  too_many_attempts: 429,
  quota_exceeded: 429,
  internal_error: 500,
  payment_unavailable: 502,
} as const
export type ConsoleErrorCode = keyof typeof consoleErrorTable
