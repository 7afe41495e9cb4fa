import { createAccount, createKey } from '../../src/accounts/index.ts'
import { apiPrefix, defaultTerms, pointCents } from '../../src/contract/index.ts'
import { createSealer, randomIds, systemClock } from '../../src/kit/index.ts'
import { createLedger } from '../../src/ledger/index.ts'
import { type Database, raw, sql } from '../../src/store/index.ts'
import { type ServiceProcess, startServiceProcess } from './service-process.ts'
import { type Answer, exchange } from './world.ts'

/**
 * Runs several processes on one database, kills random ones at random moments and restarts them, while
 * batches are started over HTTP. The seed decides the events; the machine decides their timing.
 */
export interface ChaosOptions {
  readonly seed: number
  readonly rounds: number
  readonly database: Database
  readonly databaseUrl: string
}

export interface ChaosReport {
  readonly accepted: number
  readonly candidates: number
  readonly kills: number
  readonly stops: number
  /** Candidates that more than one process claimed. */
  readonly interrupted: number
  /** Posts that were repeated because their process had died. */
  readonly repeatedPosts: number
  /** The time of the last batch after the last round, in milliseconds. */
  readonly settledAfterMs: number
  readonly wrong: readonly string[]
}

export const plantedWord = 'Plantedresume'
export const granted = 10_000_000
const roles = ['api', 'all', 'worker', 'worker'] as const
const accountsMany = 4

type Random = () => number

/** Mulberry32: small, and the same everywhere. */
function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Member {
  readonly role: (typeof roles)[number]
  process: Promise<ServiceProcess>
}

export interface Accepted {
  readonly accountId: string
  readonly key: string
  readonly batchId: string
  readonly total: number
}

export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const random = randomFrom(options.seed)
  const secret = Buffer.alloc(32, 9)
  const environment = {
    DATABASE_URL: options.databaseUrl,
    DATA_KEY: secret.toString('base64'),
    DEMO_ACCOUNT: 'false',
    QUOTA_DAILY: '0',
    QUOTA_MONTHLY: '0',
    BATCH_CONCURRENCY: '3',
    DATABASE_CONNECTIONS_MAX: '5',
  }
  const accounts = await makeAccounts(options.database, secret)
  const members: Member[] = roles.map((role) => ({ role, process: startServiceProcess(environment, role) }))
  const run = new ChaosRun(environment, members, random, accounts)
  try {
    await Promise.all(members.map(({ process }) => process))
    for (let round = 0; round < options.rounds; round++) await run.round(round)
    return await run.finish(options.database, secret)
  } finally {
    await Promise.all(members.map(async ({ process }) => (await process).end('SIGKILL')))
  }
}

class ChaosRun {
  readonly #environment: Record<string, string>
  readonly #members: Member[]
  readonly #random: Random
  readonly #accounts: ChaosAccounts
  readonly #accepted: Accepted[] = []
  readonly #posts: Promise<void>[] = []
  readonly #outputs: string[] = []
  readonly #wrong: string[] = []
  #kills = 0
  #stops = 0
  #repeatedPosts = 0

  constructor(
    environment: Record<string, string>,
    members: Member[],
    random: Random,
    accounts: ChaosAccounts,
  ) {
    this.#environment = environment
    this.#members = members
    this.#random = random
    this.#accounts = accounts
  }

  /** Starts some batches, and after a moment ends one process. */
  async round(round: number): Promise<void> {
    const batches = 1 + Math.floor(this.#random() * 3)
    for (let batch = 0; batch < batches; batch++) this.#posts.push(this.#post(`${round}-${batch}`))
    await sleep(this.#random() * 500)
    const member = this.#members[Math.floor(this.#random() * this.#members.length)]
    const gently = this.#random() < 0.15
    if (member === undefined) return
    // Waits for a process that is still starting: killing it there would test nothing.
    await this.#replace(member, gently)
    if (this.#random() < 0.3) await Promise.all(this.#members.map(({ process }) => process))
  }

  async #replace(member: Member, gently: boolean): Promise<void> {
    const victim = await member.process
    const ended = victim.end(gently ? 'SIGTERM' : 'SIGKILL')
    if (gently) this.#stops += 1
    else this.#kills += 1
    member.process = ended.then(async (code) => {
      this.#outputs.push(victim.output())
      if (gently && code !== 0) this.#wrong.push(`a process asked to stop ended with ${code}`)
      return startServiceProcess(this.#environment, member.role)
    })
    await ended
  }

  /**
   * Repeats the post with one key until there is an answer. Whichever process answers, there is one batch.
   */
  async #post(name: string): Promise<void> {
    const account = this.#accounts[Math.floor(this.#random() * this.#accounts.length)]
    if (account === undefined) return
    const total = 1 + Math.floor(this.#random() * 25)
    const body = {
      jd_text: `后端工程师 ${name}\n任职要求：\n1. 3 年以上后端开发经验\n2. 熟练使用 Go`,
      label: `label ${name}`,
      resumes: Array.from({ length: total }, (_, index) => ({
        text: `${plantedWord}${name}x${index} 2019.07-至今 后端工程师，使用 Go 开发支付系统，本科`,
      })),
    }
    for (let attempt = 0; attempt < 200; attempt++) {
      const answer = await this.#send('/batches/screen', account.key, body, `chaos-${name}`)
      if (answer?.status === 200) {
        this.#accepted.push({ ...account, batchId: String(answer.body.data.batch_id), total })
        return
      }
      if (answer !== null && answer.status !== 500 && answer.status !== 409) {
        this.#wrong.push(`a start was answered with ${answer.status}: ${answer.text}`)
        return
      }
      this.#repeatedPosts += 1
      await sleep(100)
    }
    this.#wrong.push(`nobody answered the start ${name}`)
  }

  /** Null when the process died. */
  async #send(path: string, key: string, body?: object, idempotencyKey?: string): Promise<Answer | null> {
    const serving = this.#members.filter(({ role }) => role !== 'worker')
    const member = serving[Math.floor(Math.random() * serving.length)]
    if (member === undefined) return null
    const { url } = await member.process
    const what = {
      path: apiPrefix + path,
      key,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    return exchange(url, idempotencyKey === undefined ? what : { ...what, idempotencyKey }).catch(() => null)
  }

  async finish(database: Database, secret: Uint8Array): Promise<ChaosReport> {
    await Promise.all(this.#members.map(({ process }) => process))
    await Promise.all(this.#posts)
    const settledAfterMs = await this.#waitForEnd(database)
    for (const batch of this.#accepted) await this.#checkRecord(batch)
    this.#wrong.push(...(await wrongMoney(database, this.#accounts, secret)))
    this.#wrong.push(...(await wrongBatches(database, this.#accepted)))
    this.#wrong.push(...(await plantedWords(database)))
    for (const { process } of this.#members) this.#outputs.push((await process).output())
    if (this.#outputs.some((output) => output.includes(plantedWord))) this.#wrong.push('a text is in a log')
    return {
      accepted: this.#accepted.length,
      candidates: this.#accepted.reduce((sum, { total }) => sum + total, 0),
      interrupted: await interrupted(database),
      kills: this.#kills,
      stops: this.#stops,
      repeatedPosts: this.#repeatedPosts,
      settledAfterMs: Math.round(settledAfterMs),
      wrong: this.#wrong,
    }
  }

  /** No client polls a batch meanwhile: the batches must continue without one. */
  async #waitForEnd(database: Database): Promise<number> {
    const started = performance.now()
    for (;;) {
      const { left } = await database.one<{ left: number }>(
        sql`select count(*)::int as left from batches where status = 'running'`,
      )
      const ms = performance.now() - started
      if (left === 0) return ms
      if (ms > 60_000) {
        this.#wrong.push(`${left} batches did not end within a minute`)
        return ms
      }
      await sleep(100)
    }
  }

  async #checkRecord({ batchId, key, total }: Accepted): Promise<void> {
    // A kept-alive connection to a process that has died fails once.
    const ask = () => this.#send(`/batches/${batchId}`, key)
    const answer = (await ask()) ?? (await ask())
    const data = answer?.body.data as
      | { status: string; items: { score: number | null }[]; billing: { billed_point_cents: number } }
      | undefined
    const scored = data?.items.filter(({ score }) => score !== null).length ?? -1
    const status = scored === total ? 'done' : scored > 0 ? 'partial' : 'failed'
    const right = data?.items.length === total && data.billing.billed_point_cents === scored * 100
    if (!right || data?.status !== status) this.#wrong.push(`batch ${batchId}: ${answer?.text.slice(0, 300)}`)
  }
}

export type ChaosAccounts = readonly { readonly accountId: string; readonly key: string }[]

/** Accounts with a key and plenty of points each. */
export async function makeAccounts(database: Database, secret: Uint8Array): Promise<ChaosAccounts> {
  const [clock, ids] = [systemClock(), randomIds()]
  const ledger = createLedger({
    database,
    clock,
    ids,
    terms: defaultTerms,
    sealer: createSealer(secret, ids),
  })
  const made: { accountId: string; key: string }[] = []
  for (let index = 0; index < accountsMany; index++) {
    made.push(
      await database.transaction(async (tx) => {
        const wanted = {
          email: `chaos${ids.uuid()}@example.com`,
          role: 'recruiter',
          passwordHash: null,
        } as const
        const { accountId } = await createAccount(tx, { clock, ids }, wanted)
        await ledger.openAccount(tx, accountId)
        const paid = { kind: 'paid', pointCents: pointCents(granted), expiresAt: null, note: null } as const
        await ledger.grantIn(tx, { accountId, ...paid })
        return { accountId, key: (await createKey(tx, { clock, ids }, { accountId })).key }
      }),
    )
  }
  await ledger.close()
  return made
}

async function wrongMoney(
  database: Database,
  accounts: ChaosAccounts,
  secret: Uint8Array,
): Promise<string[]> {
  const [clock, ids] = [systemClock(), randomIds()]
  const ledger = createLedger({
    database,
    clock,
    ids,
    terms: defaultTerms,
    sealer: createSealer(secret, ids),
  })
  const wrong: string[] = []
  const report = await ledger.verify()
  if (!report.ok) wrong.push(`ledger verify: ${JSON.stringify(report.differences)}`)
  for (const { accountId } of accounts) {
    const { balancePointCents, heldPointCents } = await ledger.balance(accountId)
    const { scored } = await database.one<{ scored: number }>(sql`
      select count(*)::int as scored from batch_items where account_id = ${accountId} and state = 'scored'`)
    if (heldPointCents !== 0) wrong.push(`account ${accountId} still holds ${heldPointCents}`)
    if (balancePointCents !== granted - scored * 100) {
      wrong.push(`account ${accountId} has ${balancePointCents} after ${scored} scored candidates`)
    }
  }
  await ledger.close()
  return wrong
}

/** The differences between the accepted batches and those in the database, or in their cost. */
export async function wrongBatches(database: Database, accepted: readonly Accepted[]): Promise<string[]> {
  const rows = await database.many<{ batch_id: string; charged: number; scored: number; state: string }>(sql`
    select b.batch_id, r.captured as charged, r.state,
           (select count(*)::int from batch_items i
            where i.account_id = b.account_id and i.batch_id = b.batch_id and i.state = 'scored') as scored
    from batches b join requests r on r.account_id = b.account_id and r.request_id = b.request_id`)
  const wrong = rows
    .filter(({ charged, scored, state }) => charged !== scored * 100 || state === 'held')
    .map((row) => `charge of batch ${JSON.stringify(row)}`)
  const known = new Set(rows.map((row) => row.batch_id))
  for (const { batchId } of accepted) if (!known.has(batchId)) wrong.push(`batch ${batchId} is lost`)
  if (rows.length !== accepted.length) wrong.push(`${rows.length} batches for ${accepted.length} starts`)
  return wrong
}

async function interrupted(database: Database): Promise<number> {
  const again = sql`select count(*)::int as n from batch_items where starts > 1`
  return (await database.one<{ n: number }>(again)).n
}

/**
 * Every row of every table, as text. No row may contain a word of a resume, in the clear, in hexadecimal or
 * in base64.
 */
async function plantedWords(database: Database): Promise<string[]> {
  const hex = Buffer.from(plantedWord).toString('hex')
  const base64 = Buffer.from(plantedWord).toString('base64').slice(0, 12)
  const tables = await database.many<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)
  const found: string[] = []
  for (const { name } of tables) {
    const { n } = await database.one<{ n: number }>(sql`
      select count(*)::int as n from ${raw(name)} t
      where t::text ilike ${`%${plantedWord}%`} or t::text like ${`%${hex}%`} or t::text like ${`%${base64}%`}`)
    if (n > 0) found.push(`${n} rows of ${name} hold a word of a resume`)
  }
  const { n } = await database.one<{ n: number }>(
    sql`select count(*)::int as n from batch_items where resume <> 'removed'::bytea`,
  )
  if (n > 0) found.push(`${n} candidates still have their text`)
  return found
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
