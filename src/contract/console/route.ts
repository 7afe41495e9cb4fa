import type { Static, TSchema } from 'typebox'

/**
 * A call of the user center's own API, under `consolePrefix`. It is declared once: the door, the description
 * (`openapi/console.json`) and the types of the web client are made of it.
 */
export interface ConsoleRoute {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `{id}` is a path parameter. */
  readonly path: string
  readonly summary: string
  /** Who may call: anybody, a signed-in account, or an administrator. */
  readonly access: 'public' | 'account' | 'admin'
  /** Query parameters, all optional texts, numbers or enumerations. */
  readonly query?: TSchema
  readonly body?: TSchema
  /** Most bytes of the body; 64 KiB unless said. */
  readonly bodyBytesMax?: number
  /**
   * The handler hands the body on unread: an operation of the API reads and checks it as its own, a large
   * one in another thread.
   */
  readonly rawBody?: true
  /** What a success answers; null: 204 without a body. `csv` and `png` are files. */
  readonly reply: TSchema | null | 'csv' | 'png'
  /** Beside those that any route of its access can give. */
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

/** Every way in which a call of the user center can fail: status, and a code that the page translates. */
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
