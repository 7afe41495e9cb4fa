import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, type TestContext } from 'vitest'
import { startSession } from '../../../src/accounts/index.ts'
import { useBrowser } from '../../support/browser.ts'
import {
  type AccountOptions,
  type TestAccount,
  useWorld,
  type World,
  type WorldOptions,
} from '../../support/world.ts'
import { type GuardedPage, guardedPage, type PageOptions } from './guarded-page.ts'

/** The user center with built pages, a real service and a real browser. */
export interface UserCenter {
  world(): World
  /** A page without a session. */
  open(context: TestContext, options?: PageOptions): Promise<GuardedPage>
  /** A page with a session of a new account. */
  openSignedIn(
    context: TestContext,
    options?: SignedInOptions,
  ): Promise<GuardedPage & { account: TestAccount }>
}

export type SignedInOptions = PageOptions & {
  readonly account?: AccountOptions
  /** Use this account instead of a new one. */
  readonly as?: TestAccount
}

export function useUserCenter(options: WorldOptions = {}): UserCenter {
  beforeAll(buildPages)
  const world = useWorld(options)
  const browser = useBrowser()
  const open = async (context: TestContext, pageOptions: PageOptions = {}) =>
    guardedPage(context, await browser(context), world().url, pageOptions)
  return {
    world,
    open,
    async openSignedIn(context, { account: wanted = {}, as, ...pageOptions } = {}) {
      const account = as ?? (await world().account(wanted))
      const guarded = await open(context, pageOptions)
      await signIn(world(), account.accountId, guarded.page)
      return { ...guarded, account }
    },
  }
}

/** Gives the browser a session without the form; only tests of the form use the form. */
async function signIn(world: World, accountId: string, page: Page): Promise<void> {
  const { store, clock, ids } = world.rooms
  const place = { userAgent: 'Mozilla/5.0 (X11; Linux x64) Chrome/140', address: '127.0.0.1' }
  const token = await store.transaction((tx) => startSession(tx, { clock, ids }, accountId, place))
  await page
    .context()
    .addCookies([{ name: 'session', value: token, url: world.url, httpOnly: true, sameSite: 'Lax' }])
}

const builder = fileURLToPath(new URL('../../../bin/build-pages.mjs', import.meta.url))

/** As the service does when it starts. If the pages are already built, it only checks their sources. */
export async function buildPages(): Promise<void> {
  const child = spawn(process.execPath, [builder], { stdio: ['ignore', 'inherit', 'inherit'] })
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (code !== 0) throw new Error('the pages could not be built; see above')
}
