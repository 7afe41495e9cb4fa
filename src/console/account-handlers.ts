import {
  changePassword,
  endSession,
  endSessions,
  hashPassword,
  listSessions,
  readSession,
  resetPassword,
  signIn,
} from '../accounts/index.ts'
import { assert } from '../kit/index.ts'
import type { ConsoleDeps } from './deps.ts'
import { consoleFault } from './faults.ts'
import { createForgotPassword } from './forgot-password.ts'
import { createPasswordWork } from './password-work.ts'
import { checkedEmail, refusing } from './refusals.ts'
import type { Actor, ConsoleRequest, Handlers, Origin } from './request.ts'
import { sessionReply } from './session-reply.ts'
import { signUp } from './sign-up.ts'
import { addressMark, throttle } from './throttle.ts'

type Names =
  | 'readSession'
  | 'signUp'
  | 'signIn'
  | 'signOut'
  | 'forgotPassword'
  | 'resetPassword'
  | 'changePassword'
  | 'listSessions'
  | 'endSession'
  | 'endOtherSessions'

/** Sign-up, sign-in, sign-out, passwords and sessions. */
export function accountHandlers(deps: ConsoleDeps): Handlers<Names> {
  const { store, clock } = deps
  const passwordWork = createPasswordWork()

  /** Replaces the browser's session with a new one. */
  const enter = async (token: string, request: ConsoleRequest<'signIn' | 'signUp'>) => {
    const actor = await readSession(store, clock, token)
    assert(actor !== undefined, 'a session that was just opened is open')
    if (request.actor !== null) await endOwn(request.actor)
    request.setSession(token)
    return sessionReply(deps, actor, request.origin)
  }
  const endOwn = (actor: Actor) => endSession(store, actor.accountId, actor.sessionId)

  return {
    readSession: async ({ actor, origin }) => sessionReply(deps, actor, origin),
    signUp: async (request) => enter(await signUp(deps, passwordWork, request), request),
    async signIn(request) {
      const { body, origin, signal } = request
      await throttle(deps, signInMarks(checkedEmail(body.email), origin))
      const token = await passwordWork(addressMark(origin.address), signal, () => signIn(deps, body, origin))
      if (token === undefined) throw consoleFault('wrong_credentials')
      return enter(token, request)
    },
    async signOut({ actor, setSession }) {
      if (actor !== null) await endOwn(actor)
      setSession(null)
    },
    forgotPassword: createForgotPassword(deps),
    async resetPassword({ body, origin, signal, setSession }) {
      const address = addressMark(origin.address)
      await throttle(deps, { resetFromAddress: address })
      const hash = () => hashPassword(deps.ids, body.password)
      const passwordHash = await refusing(passwordWork(address, signal, hash))
      const reset = await store.transaction((tx) => resetPassword(tx, clock, body.token, passwordHash))
      if (reset === undefined) throw consoleFault('link_expired')
      setSession(null)
    },
    async changePassword({ actor, body, signal }) {
      await throttle(deps, { changeAtAccount: actor.accountId })
      const { current, next } = body
      const change = async () => changePassword(deps, actor, current, await hashPassword(deps.ids, next))
      const changed = await refusing(passwordWork(actor.accountId, signal, change), 'next')
      if (!changed) throw consoleFault('wrong_credentials')
    },
    async listSessions({ actor }) {
      const sessions = await listSessions(store, clock, actor.accountId)
      const items = sessions.map((session) => ({
        session_id: session.sessionId,
        created_at: session.createdAt.toISOString(),
        last_seen_at: session.lastSeenAt.toISOString(),
        expires_at: session.expiresAt.toISOString(),
        user_agent: session.userAgent,
        address: session.address,
        current: session.sessionId === actor.sessionId,
      }))
      return { items }
    },
    async endSession({ actor, params, setSession }) {
      if (!(await endSession(store, actor.accountId, params.id))) throw consoleFault('not_found')
      if (params.id === actor.sessionId) setSession(null)
    },
    async endOtherSessions({ actor }) {
      await endSessions(store, actor.accountId, actor.sessionId)
    },
  }
}

function signInMarks(email: string, origin: Origin) {
  const address = addressMark(origin.address)
  return {
    signInAtAccountFromAddress: `${email} ${address}`,
    signInFromAddress: address,
    signInAtAccount: email,
  }
}
