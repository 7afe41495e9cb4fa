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

/** Who is signed in, as the session of this request proves. */
export interface Actor {
  readonly accountId: string
  readonly email: string
  readonly role: Role
  readonly createdAt: Date
  readonly sessionId: string
}

/** Where a request comes from. */
export interface Origin {
  /** The caller's, as far as the proxies named in the configuration tell it. */
  readonly address: string
  readonly userAgent: string
  /** The address of the service as this browser knows it, without a slash at its end. */
  readonly baseUrl: string
}

export type Routes = typeof consoleRoutes
type ActorOf<Route> = Route extends { access: 'public' } ? Actor | null : Actor

/** What a handler gets: everything is checked against the declaration of its route. */
export interface ConsoleRequest<Name extends ConsoleRouteName = ConsoleRouteName> {
  readonly actor: ActorOf<Routes[Name]>
  /** `id` of the path is always a UUID. */
  readonly params: Readonly<Record<'id', string>>
  readonly query: QueryOf<Routes[Name]>
  readonly body: Routes[Name] extends { rawBody: true } ? undefined : BodyOf<Routes[Name]>
  /** The body of a route with `rawBody`, to be read by the operation that it is for. */
  readonly readBody: () => Promise<CallBody>
  /** Told when an operation keeps nothing but so many bytes of the body. */
  readonly onBodyRead?: (keptBytes: number) => void
  /** Aborts when the page hung up. */
  readonly signal: AbortSignal
  readonly requestId: string
  readonly origin: Origin
  /** Gives the browser another session; null takes it away. */
  setSession(token: string | null): void
}

/** A file to be saved (`csv`) or shown (`png`). A long one is written piece by piece. */
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

/** What the handler of a route gives. */
export type Reply<Name extends ConsoleRouteName> = ReplyFor<Routes[Name]>

export type ConsoleHandler<Name extends ConsoleRouteName> = (
  request: ConsoleRequest<Name>,
) => Promise<Reply<Name>>

/** A handler for each route of the names given: what an area writes (`satisfies Handlers<…>`). */
export type Handlers<Names extends ConsoleRouteName> = { readonly [Name in Names]: ConsoleHandler<Name> }

/** A request as a server hands it in: nothing is believed yet. */
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
  /** Sent in place of the body, piece by piece as it is made. */
  readonly stream?: AsyncIterable<string>
}

export interface RawRoute {
  readonly methods: readonly string[]
  /** `{name}` is a part of the path. */
  readonly path: string
  handle(request: RawRequest): Promise<RawReply>
}
