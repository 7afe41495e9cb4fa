import { type Role, startSession } from '../../src/accounts/index.ts'
import {
  type ConsoleRoute,
  type ConsoleRouteName,
  consoleErrorTable,
  consolePrefix,
  consoleRoutes,
  schemaCheck,
} from '../../src/contract/index.ts'
import { type AccountOptions, type Answer, exchange, type TestAccount, type World } from './world.ts'

/**
 * A browser's side of the user center in tests: real HTTP and the headers that a page sends. Every answer
 * is checked against the declaration of its route.
 */
export interface Page {
  /** Calls a route by its name. */
  call(name: ConsoleRouteName, options?: PageOptions): Promise<PageAnswer>
  /** The session's token; undefined where no user is signed in. */
  token(): string | undefined
}

export interface PageOptions {
  readonly id?: string
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: unknown
  /** Added to the headers of a page, or replaces them; an empty one isn't sent. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface PageAnswer {
  readonly status: number
  readonly headers: Answer['headers']
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: its shape is checked against the route's declaration
  readonly body: any
}

export interface SignedInAccount extends TestAccount {
  readonly page: Page
}

/** A page that keeps the session's cookie as a browser does. */
export function openPage(url: string, token?: string): Page {
  let session = token
  return {
    token: () => session,
    async call(name, options = {}) {
      const route: ConsoleRoute = consoleRoutes[name]
      const search = new URLSearchParams(
        Object.entries(options.query ?? {}).map(([key, value]) => [key, String(value)]),
      )
      const path = consolePrefix + route.path.replace('{id}', encodeURIComponent(options.id ?? ''))
      const wanted = {
        'sec-fetch-site': 'same-origin',
        'x-console': '1',
        ...(session === undefined ? {} : { cookie: `session=${session}` }),
        ...options.headers,
      }
      const headers = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ''))
      const answer = await exchange(url, {
        method: route.method,
        path: search.size > 0 ? `${path}?${search}` : path,
        headers,
        ...(options.body === undefined ? {} : { body: options.body as string }),
      })
      const set = cookieIn(answer)
      if (set !== undefined) session = set === '' ? undefined : set
      check(route, answer)
      return answer
    },
  }
}

/** A new account, signed in. */
export async function signedIn(
  world: World,
  options: AccountOptions & { readonly role?: Role } = {},
): Promise<SignedInAccount> {
  const account = await world.account(options)
  const { store, clock, ids } = world.rooms
  const place = { userAgent: 'test', address: '127.0.0.1' }
  const token = await store.transaction((tx) => startSession(tx, { clock, ids }, account.accountId, place))
  return { ...account, page: openPage(world.url, token) }
}

function cookieIn({ headers }: Answer): string | undefined {
  const set = ([headers['set-cookie'] ?? []] as readonly (string | readonly string[])[]).flat()
  return /^(?:__Host-)?session=([^;]*)/.exec(set[0] ?? '')?.[1]
}

const always = [
  'invalid_input',
  'forbidden',
  'signed_out',
  'not_found',
  'payload_too_large',
  'internal_error',
]

/** Throws where an answer isn't what the route declares. */
function check(route: ConsoleRoute, answer: Answer): void {
  const wrong = (what: string) =>
    new Error(`${route.name} answered ${answer.status}: ${what}: ${answer.text}`)
  if (answer.headers['cache-control'] !== 'no-store') throw wrong('it may be cached')
  if (answer.headers['x-request-id'] === undefined) throw wrong('no X-Request-Id')
  if (answer.status >= 400) {
    const { error, ok, request_id } = answer.body
    const known = [...always, ...route.errors]
    if (!known.includes(error)) throw wrong(`${error} is not declared`)
    const status = consoleErrorTable[error as keyof typeof consoleErrorTable]
    if (status !== answer.status) throw wrong('another status than declared')
    if (ok !== false || request_id !== answer.headers['x-request-id']) throw wrong('not the envelope')
    return
  }
  if (route.reply === null) {
    if (answer.status !== 204 || answer.text !== '') throw wrong('204 without a body is declared')
    return
  }
  if (typeof route.reply === 'string') return
  const issues = schemaCheck(route.reply).issues(answer.body)
  if (issues.length > 0) throw wrong(JSON.stringify(issues))
}
