import type { IncomingHttpHeaders } from 'node:http'
import type { Role } from '../accounts/index.ts'
import type {
  BodyOf,
  CallBody,
  ConsoleRouteName,
  consoleRoutes,
  QueryOf,
  ReplyOf,
} from '../contract/index.ts'

/** The signed-in user of this request's session. */
export interface Actor {
  readonly accountId: string
  readonly email: string
  readonly role: Role
  readonly createdAt: Date
  readonly sessionId: string
}

/** The origin of a request. */
export interface Origin {
  /** The caller's address, as far as the configured proxies report it. */
  readonly address: string
  readonly userAgent: string
  /** The service's address as this browser sees it, without a trailing slash. */
  readonly baseUrl: string
}

export type Routes = typeof consoleRoutes
type ActorOf<Route> = Route extends { access: 'public' } ? Actor | null : Actor

/** A handler's input, already checked against the route's declaration. */
export interface ConsoleRequest<Name extends ConsoleRouteName = ConsoleRouteName> {
  readonly actor: ActorOf<Routes[Name]>
  /** `id` in the path is always a UUID. */
  readonly params: Readonly<Record<'id', string>>
  readonly query: QueryOf<Routes[Name]>
  readonly body: Routes[Name] extends { rawBody: true } ? undefined : BodyOf<Routes[Name]>
  /** The unread body of a route with `rawBody`; the operation reads it. */
  readonly readBody: () => Promise<CallBody>
  /** Called when the operation keeps only this many bytes of the body. */
  readonly onBodyRead?: (keptBytes: number) => void
  /** Aborts when the browser hangs up. */
  readonly signal: AbortSignal
  readonly requestId: string
  readonly origin: Origin
  /** Sets another session for the browser; null signs out. */
  setSession(token: string | null): void
}

/** A file to save (`csv`) or show (`png`). Long files are written in pieces. */
export interface FileReply {
  readonly fileName: string
  readonly body: string | Uint8Array | AsyncIterable<string>
}

type ReplyFor<Route> = Route extends { reply: null }
  ? undefined
  : Route extends { reply: 'csv' | 'png' }
    ? FileReply
    : Route extends Routes[ConsoleRouteName]
      ? ReplyOf<Route>
      : never

/** A handler's result. */
export type Reply<Name extends ConsoleRouteName> = ReplyFor<Routes[Name]>

export type ConsoleHandler<Name extends ConsoleRouteName> = (
  request: ConsoleRequest<Name>,
) => Promise<Reply<Name>>

/** One handler for each of the given routes; areas check theirs with `satisfies Handlers<…>`. */
export type Handlers<Names extends ConsoleRouteName> = { readonly [Name in Names]: ConsoleHandler<Name> }

/** An HTTP request as received; nothing is validated yet. */
export interface RawRequest {
  readonly requestId: string
  readonly disconnected: AbortSignal
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: IncomingHttpHeaders
  readonly method: string
  readonly path: string
  readonly peerAddress: string
  readonly readBody: (accountId: string, bytesMax?: number) => Promise<Uint8Array<ArrayBuffer>>
  readonly onBodyRead?: (keptBytes: number) => void
}

export interface RawReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** Replaces the body; sent piece by piece as it is produced. */
  readonly stream?: AsyncIterable<string>
}

export interface RawRoute {
  readonly methods: readonly string[]
  /** `{name}` is a path parameter. */
  readonly path: string
  handle(request: RawRequest): Promise<RawReply>
}
