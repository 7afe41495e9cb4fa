import { readSession } from '../accounts/index.ts'
import {
  type ConsoleRoute,
  type ConsoleRouteName,
  consolePrefix,
  consoleRoutes,
  parseJson,
  type SchemaCheck,
  schemaCheck,
} from '../contract/index.ts'
import { type Clock, errorFields, isUuid, type Log, type Metrics } from '../kit/index.ts'
import type { Database } from '../store/index.ts'
import { consoleFault, invalidConsoleInput } from './faults.ts'
import { addressOf, isOwnPage, isSecure, ownOrigin, type ProxySettings } from './origin.ts'
import { faultReply, fileReply, jsonReply, noReply, toConsoleFault } from './replies.ts'
import type { Actor, ConsoleRequest, FileReply, Handlers, RawReply, RawRequest, RawRoute } from './request.ts'
import { sessionCookie, sessionTokenIn } from './session-cookie.ts'

export interface DoorDeps {
  readonly store: Database
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly settings: ProxySettings
}

/** Handlers have different inputs and outputs; request.ts types them where they are written. */
type AnyHandler = (request: ConsoleRequest) => Promise<unknown>

interface Door extends DoorDeps {
  readonly route: ConsoleRoute
  readonly handler: AnyHandler
  readonly query: SchemaCheck | null
  readonly body: SchemaCheck | null
}

const bodyBytesMax = 65_536

/** The routes of the user center, each with its checks before its handler. */
export function consoleDoor(deps: DoorDeps, handlers: Partial<Handlers<ConsoleRouteName>>): RawRoute[] {
  const routes: Readonly<Record<string, ConsoleRoute>> = consoleRoutes
  return Object.entries(handlers).flatMap(([name, handler]) => {
    const route = routes[name]
    if (route === undefined) return []
    const door: Door = {
      ...deps,
      route,
      handler: handler as unknown as AnyHandler,
      query: route.query === undefined ? null : schemaCheck(route.query),
      body: route.body === undefined ? null : schemaCheck(route.body),
    }
    return [
      {
        methods: [route.method],
        path: consolePrefix + route.path,
        handle: (request: RawRequest) => answer(door, request),
      },
    ]
  })
}

/** Always answers: an exception becomes an error and a line in the log. */
async function answer(door: Door, request: RawRequest): Promise<RawReply> {
  const { clock, log, metrics, route } = door
  const startedMs = clock.monotonicMs()
  let reply: RawReply
  let error = 'ok'
  let failure: unknown
  try {
    reply = await serve(door, request)
  } catch (thrown) {
    failure = thrown
    const fault = toConsoleFault(thrown)
    error = fault.code
    reply = faultReply(request.requestId, fault)
  }
  const milliseconds = Math.round(clock.monotonicMs() - startedMs)
  const fields = {
    requestId: request.requestId,
    operation: route.name,
    door: 'console',
    status: reply.status,
  }
  metrics.callEnded({ operation: route.name, door: 'console', error, seconds: milliseconds / 1000 })
  if (reply.status < 500) log.info({ ...fields, error, milliseconds }, 'call')
  else log.error({ ...fields, error, milliseconds, ...errorFields(failure) }, 'call failed')
  return { ...reply, headers: { 'cross-origin-resource-policy': 'same-origin', ...reply.headers } }
}

/** Order of the checks: origin of the page, session, role, path, query, body. */
async function serve(door: Door, request: RawRequest): Promise<RawReply> {
  const { route, settings } = door
  const secure = isSecure(request.headers, settings)
  if (route.method !== 'GET' && !isOwnPage(request.headers, settings)) {
    throw consoleFault('forbidden', { internal: 'not from a page of this service' })
  }
  const actor = await actorOf(door, request, secure)
  const address = addressOf(request, settings.trustProxy)
  let cookie: string | undefined
  const whose = actor?.accountId ?? `address ${address}`
  const result = await door.handler({
    actor,
    params: { id: idIn(request) },
    query: queryOf(door, request),
    body: await bodyOf(door, request, whose),
    readBody: async () => ({ kind: 'bytes', bytes: await readBytes(door, request, whose) }),
    onBodyRead: request.onBodyRead,
    signal: request.disconnected,
    requestId: request.requestId,
    origin: {
      address,
      userAgent: String(request.headers['user-agent'] ?? ''),
      baseUrl: settings.publicUrl ?? ownOrigin(request.headers, settings),
    },
    setSession: (token: string | null) => {
      cookie = sessionCookie(token, secure)
    },
  } as unknown as ConsoleRequest)
  const reply = render(route, result)
  return cookie === undefined ? reply : { ...reply, headers: { ...reply.headers, 'set-cookie': cookie } }
}

async function actorOf(door: Door, request: RawRequest, secure: boolean): Promise<Actor | null> {
  const token = sessionTokenIn(request.headers.cookie, secure)
  const actor = token === undefined ? undefined : await readSession(door.store, door.clock, token)
  if (door.route.access === 'public') return actor ?? null
  if (actor === undefined) throw consoleFault('signed_out')
  if (door.route.access === 'admin' && actor.role !== 'admin') throw consoleFault('forbidden')
  return actor
}

/** An identifier in another format can't exist. */
function idIn({ params }: RawRequest): string {
  const { id } = params
  if (id === undefined) return ''
  if (!isUuid(id)) throw consoleFault('not_found')
  return id.toLowerCase()
}

function queryOf({ query }: Door, request: RawRequest): unknown {
  if (query === null) return {}
  const value = query.convert({ ...request.query })
  const issues = query.issues(value)
  if (issues.length > 0) throw invalidConsoleInput(issues)
  return value
}

const readBytes = ({ route }: Door, request: RawRequest, whose: string) =>
  request.readBody(whose, route.bodyBytesMax ?? bodyBytesMax)

async function bodyOf(door: Door, request: RawRequest, whose: string): Promise<unknown> {
  const { body, route } = door
  if (body === null || route.rawBody === true) return undefined
  const value = parseJson(await readBytes(door, request, whose))
  const issues = body.issues(value)
  if (issues.length > 0) throw invalidConsoleInput(issues)
  return value
}

function render({ reply }: ConsoleRoute, result: unknown): RawReply {
  if (reply === null) return noReply()
  if (typeof reply === 'string') return fileReply(reply as 'csv' | 'png', result as FileReply)
  return jsonReply(200, result as object)
}
