import { expect, type TestContext, test } from 'vitest'
import { defaultTerms, operationsUnder } from '../../src/contract/index.ts'
import { useBrowser } from '../support/browser.ts'
import { sampleResume } from '../support/inputs.ts'
import { useWorld } from '../support/world.ts'

/** The API reference in a browser that may send requests to the service only. */

const world = useWorld()
const browser = useBrowser()

/** The page, its requests to other hosts, and the browser's errors. */
async function open(context: TestContext, colorScheme: 'light' | 'dark' = 'light') {
  const page = await (await browser(context)).newPage({ colorScheme })
  context.onTestFinished(() => page.close())
  const strays: string[] = []
  const isStray = (url: string) => !url.startsWith(`${world().url}/`) && !/^(data|blob):/.test(url)
  page.on('request', (request) => void (isStray(request.url()) && strays.push(request.url())))
  page.on('console', (message) => void (message.type() === 'error' && strays.push(message.text())))
  page.on('pageerror', (error) => void strays.push(error.message))
  await page.goto(`${world().url}/docs`)
  await page.getByRole('heading', { name: 'Recruiter Open API' }).first().waitFor()
  return { page, strays }
}

test('shows every operation, in dark mode too, and sends no request to other hosts', async (context) => {
  const { page, strays } = await open(context, 'dark')
  expect(new URL(page.url()).pathname).toBe('/docs')
  for (const { title } of operationsUnder(defaultTerms)) {
    await page.getByRole('link', { name: title }).first().waitFor()
  }
  const background = await page.evaluate('getComputedStyle(document.body).backgroundColor')
  const [red] = (String(background).match(/\d+/g) ?? []).map(Number)
  expect(red).toBeLessThan(60)

  // On a phone too, names of operations aren't broken across lines in the tables.
  await page.setViewportSize({ width: 390, height: 844 })
  const lines = `[...document.querySelectorAll('.markdown td:first-child')].map((cell) => {
    const text = document.createRange()
    text.selectNodeContents(cell)
    return text.getClientRects().length
  })`
  expect(new Set((await page.evaluate(lines)) as number[])).toEqual(new Set([1]))
  expect(strays).toEqual([])
})

test('shows text in angle brackets, and fields that are required under two names', async (context) => {
  const { page, strays } = await open(context)
  for (const [title, shown] of [
    ['Parse a PDF resume into plain text', 'data:application/pdf;base64,<DATA>'],
    ['Score a resume against a job description', 'in this spelling or as resumeText'],
    ['Improve a job description', 'At least one of jd_text, job_title, requirements is required'],
  ] as const) {
    await page.getByRole('link', { name: title }).first().click()
    await page.locator('.markdown').filter({ hasText: shown }).first().waitFor()
  }
  expect(strays).toEqual([])
})

test('tries parseResume with a chosen file, and stores neither file nor key', async (context) => {
  const account = await world().account()
  const { page, strays } = await open(context)
  await page.getByText('Try parseResume with a PDF file').click()
  const form = page.locator('#parse')
  const answer = page.locator('#answer')
  const send = async (key: string, name: string, buffer: Buffer) => {
    await form.getByLabel('API key').fill(key)
    await form.getByLabel('PDF').setInputFiles({ name, mimeType: 'application/pdf', buffer })
    await form.getByRole('button', { name: 'Parse' }).click()
  }
  await send(account.key, '简历.pdf', sampleResume)
  await answer.filter({ hasText: 'HTTP 200' }).waitFor()
  const shown = JSON.parse(((await answer.textContent()) ?? '').replace('HTTP 200\n', ''))
  expect(shown.data.text).toContain('支付')
  expect(shown.billing.billed_point_cents).toBe(shown.data.pages * 5)
  expect(await account.balance()).toEqual({ spendable: 10_000 - shown.data.pages * 5, held: 0 })

  await send(account.key, '<img src=x>.txt', Buffer.from('<b>no PDF</b>'))
  await answer.filter({ hasText: 'not_pdf' }).waitFor()
  await send(account.key, 'large.pdf', Buffer.alloc(18_750_000))
  await answer.filter({ hasText: 'The file is too large' }).waitFor()
  expect(strays).toEqual([expect.stringContaining('status of 400')])
  await send('hecn_live_none', 'resume.pdf', sampleResume)
  await answer.filter({ hasText: 'HTTP 401' }).waitFor()

  const stores = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'
  expect(String(await page.evaluate(stores))).not.toContain('hecn_live_')
  expect(strays).toHaveLength(2)
})

test('says that one of two spellings is required, calls the service with a key, shows its answer, and stores no key', async (context) => {
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

  // Its policy blocks the remaining requests to other hosts.
  const elsewhere = await page.evaluate(`fetch('http://127.0.0.1:9/').then(() => 'asked', String)`)
  expect(elsewhere).toContain('TypeError')
  expect(strays.join()).toContain('Content Security Policy')
})
