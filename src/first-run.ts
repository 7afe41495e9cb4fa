import {
  AccountError,
  createAccount,
  createKey,
  findAccountByEmail,
  hashPassword,
  listAccounts,
} from './accounts/index.ts'
import { apiPrefix, mcpPath, pointCents } from './contract/index.ts'
import type { Clock, Ids } from './kit/index.ts'
import type { Ledger } from './ledger/index.ts'
import type { Database } from './store/index.ts'

/** The first steps of a new user: an account with points, a sign-in, its key, and two commands to paste. */

const demoEmail = 'demo@example.com'
const demoPointCents = pointCents(10_000)

export interface DemoDeps {
  readonly store: Database
  readonly ledger: Ledger
  readonly clock: Clock
  readonly ids: Ids
}

/** The credentials of the demo account: shown once, stored as hashes. */
export interface DemoAccount {
  readonly key: string
  readonly password: string
}

/**
 * Creates the demo recruiter if there is no account; null if there is one, or if another starting process
 * creates it.
 */
export async function makeDemoAccount(deps: DemoDeps): Promise<DemoAccount | null> {
  if ((await listAccounts(deps.store, { after: null, limit: 1 })).length > 0) return null
  try {
    return await makeAccount(deps)
  } catch (error) {
    if (error instanceof AccountError && error.code === 'email_taken') return null
    throw error
  }
}

/** 96 bits in 16 characters that are easy to copy. */
const passwordBytes = 12

async function makeAccount({ store, ledger, clock, ids }: DemoDeps): Promise<DemoAccount> {
  const password = Buffer.from(ids.bytes(passwordBytes)).toString('base64url')
  const passwordHash = await hashPassword(ids, password)
  return store.transaction(async (tx) => {
    const account = { email: demoEmail, role: 'recruiter', passwordHash } as const
    const { accountId } = await createAccount(tx, { clock, ids }, account)
    await ledger.openAccount(tx, accountId)
    const paid = {
      accountId,
      kind: 'paid',
      pointCents: demoPointCents,
      expiresAt: null,
      note: 'demo',
    } as const
    await ledger.grantIn(tx, paid)
    const { key } = await createKey(tx, { clock, ids }, { accountId, name: 'demo' })
    return { key, password }
  })
}

/** Whether the demo recruiter exists, so that a restart can explain how to get another key. */
export async function hasDemoAccount(store: Database): Promise<boolean> {
  return (await findAccountByEmail(store, demoEmail)) !== undefined
}

export interface Announcement {
  readonly url: string
  readonly opsUrl: string
  /** The account that this start created, if any. */
  readonly demo: DemoAccount | null
  readonly demoAccountExists: boolean
}

/** The text for a person who has just started the service. */
export function announcement({ url, opsUrl, demo, demoAccountExists }: Announcement): string {
  const lines = [
    '',
    `Recruiter Open API is ready: ${url}`,
    `  user center  ${url}  (sign in, keys, points, batches, a playground)`,
    `  reference    ${url}/docs  (in a browser; you can try calls there)`,
    `  agents       ${url}${mcpPath}  (Model Context Protocol; see docs/agents.md)`,
    `  description  ${url}${apiPrefix}/openapi.json`,
    `  operation    ${opsUrl}/readyz  ${opsUrl}/metrics`,
  ]
  if (demo !== null) lines.push(...demoLines(url, demo))
  else if (demoAccountExists) {
    lines.push(
      '',
      `A key for ${demoEmail}:        npm run -s cli -- key create --email ${demoEmail}`,
      `A password for ${demoEmail}:   npm run -s cli -- password reset-link --email ${demoEmail}`,
    )
  }
  return `${lines.join('\n')}\n\n`
}

function demoLines(url: string, { key, password }: DemoAccount): string[] {
  const post = (path: string) =>
    `curl -sS ${url}${apiPrefix}${path} -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json'`
  const match = JSON.stringify({
    resume_text: '王小明 2019.07-至今 后端工程师，使用 Go 与 PostgreSQL 开发支付系统，本科',
    jd_text: '后端工程师。任职要求：3 年以上后端开发经验，熟练使用 Go。加分项：支付系统经验。',
  })
  const encode = `"$(base64 < examples/resume.pdf | tr -d '\\n')"`
  return [
    '',
    `A demo recruiter was created: ${demoEmail}, with ${demoPointCents / 100} points. Its key, shown only once:`,
    '',
    `  ${key}`,
    '',
    `Its password for the user center (${url}), shown only once; change it there:`,
    '',
    `  ${password}`,
    '',
    'Parse a resume (put your own PDF in place of examples/resume.pdf):',
    '',
    `  printf '{"fileDataUrl":"data:application/pdf;base64,%s"}' ${encode} | ${post('/resumes/parse')} --data-binary @-`,
    '',
    'Match a resume with a job description:',
    '',
    `  ${post('/matches/resume-jd')} -d '${match}'`,
  ]
}
