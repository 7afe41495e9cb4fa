import { expect, type TestContext, test } from 'vitest'
import { defaultTerms, operationsUnder } from '../../src/contract/index.ts'
import { useBrowser } from '../support/browser.ts'
import { useWorld } from '../support/world.ts'

/** The API reference as people meet it: in a browser, which may send requests to the service alone. */

const world = useWorld()
const browser = useBrowser()

/** The page, with what it asked for elsewhere and what the browser complained of. */
async function open(context: TestContext, colorScheme: 'light' | 'dark' = 'light') {
  const page = await (await browser(context)).newPage({ colorScheme })
  context.onTestFinished(() => page.close())
  const strays: string[] = []
  const isStray = (url: string) => !url.startsWith(`${world().url}/`) && !/^(data|blob):/.test(url)
  page.on('request', (request) => void (isStray(request.url()) && strays.push(request.url())))
  page.on('console', (message) => void (message.type() === 'error' && strays.push(message.text())))
  page.on('pageerror', (error) => void strays.push(error.message))
  await page.goto(world().url)
  await page.getByRole('heading', { name: 'Recruiter Open API' }).first().waitFor()
  return { page, strays }
}

test('shows every operation, in the dark too, and asks nobody else', async (context) => {
  const { page, strays } = await open(context, 'dark')
  expect(new URL(page.url()).pathname).toBe('/docs')
  for (const { title } of operationsUnder(defaultTerms)) {
    await page.getByRole('link', { name: title }).first().waitFor()
  }
  const background = await page.evaluate('getComputedStyle(document.body).backgroundColor')
  const [red] = (String(background).match(/\d+/g) ?? []).map(Number)
  expect(red).toBeLessThan(60)

  // On a telephone, too, no name of an operation is broken in two in the tables.
  await page.setViewportSize({ width: 390, height: 844 })
  const lines = `[...document.querySelectorAll('.markdown td:first-child')].map((cell) => {
    const text = document.createRange()
    text.selectNodeContents(cell)
    return text.getClientRects().length
  })`
  expect(new Set((await page.evaluate(lines)) as number[])).toEqual(new Set([1]))
  expect(strays).toEqual([])
})

test('says that one of two spellings is required, calls the service with a key, shows its answer, and keeps no key', async (context) => {
  const account = await world().account()
  const { page, strays } = await open(context)
  await page.getByPlaceholder('Token').first().fill(account.key)
  await page.getByRole('link', { name: 'Score a resume against a job description' }).first().click()
  for (const shown of ['as resume_text', 'as jd_text']) {
    await page.getByText(shown, { exact: true }).first().waitFor()
  }
  await page.getByRole('button', { name: /Test Request.*resume-jd/ }).click()
  const answered = page.waitForResponse((response) => response.url().endsWith('/matches/resume-jd'))
  await page.getByRole('button', { name: /^Send/ }).first().click()
  expect((await answered).status()).toBe(200)
  await page.getByText('200 OK').waitFor()
  await page.getByText('billed_point_cents').first().waitFor()
  expect(await account.balance()).toEqual({ spendable: 9_900, held: 0 })

  const stores = '[{ ...localStorage }, { ...sessionStorage }, document.cookie, await indexedDB.databases()]'
  const kept = String(await page.evaluate(`(async () => JSON.stringify(${stores}))()`))
  expect(kept).not.toContain(account.key)
  expect(kept).toMatch(/,\{\},"",\[\]\]$/)
  expect(strays).toEqual([])

  // What it could ask elsewhere for all the same is stopped by its policy.
  const elsewhere = await page.evaluate(`fetch('http://127.0.0.1:9/').then(() => 'asked', String)`)
  expect(elsewhere).toContain('TypeError')
  expect(strays.join()).toContain('Content Security Policy')
})
