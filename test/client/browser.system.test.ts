import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest'
import type * as client from '../../packages/client/src/index.ts'
import { useBrowser } from '../support/browser.ts'
import { soundInputs } from '../support/inputs.ts'
import { scriptedEngine } from '../support/scripted-engine.ts'
import { useWorld } from '../support/world.ts'

/** The client in a real browser, on a page of another origin than the service. */

const browser = useBrowser()
const resume = fileURLToPath(new URL('../../examples/resume.pdf', import.meta.url))

const html = `<!doctype html><input type="file">
<script type="module">import * as client from '/index.ts'; globalThis.client = client</script>`
interface InPage {
  readonly client: typeof client
  readonly document: { querySelector(selector: string): { readonly files: readonly File[] } }
}

const source = fileURLToPath(new URL('../../packages/client/src/', import.meta.url))
const pages = createServer(async (request, response) => {
  const path = request.url ?? ''
  const isCode = path.endsWith('.ts')
  response.setHeader('content-type', isCode ? 'text/javascript' : 'text/html')
  response.end(isCode ? stripTypeScriptTypes(await readFile(join(source, path), 'utf8')) : html)
})
const pageUrl = (host: string) => `http://${host}:${(pages.address() as AddressInfo).port}`
/** The service allows the first of these two origins, and not the second. */
const [named, unnamed] = ['127.0.0.1', 'localhost'] as const

const corsOrigins: string[] = []
beforeAll(async () => {
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
  corsOrigins.push(pageUrl(named))
})
afterAll(() => {
  pages.close()
})

const world = useWorld({ engine: scriptedEngine(), batchConcurrency: 2, corsOrigins })

async function newPage(context: TestContext, host: string = named): Promise<Page> {
  const page = await (await browser(context)).newPage()
  await page.goto(pageUrl(host))
  await page.waitForFunction('globalThis.client')
  return page
}

/** The data for the page: the functions below run in it and see nothing else. */
interface Given {
  readonly baseUrl: string
  readonly apiKey: string
  readonly jd: string
}
const given = (baseUrl: string, apiKey: string): Given => ({
  baseUrl,
  apiKey,
  jd: soundInputs.matchResumeToJd.jd_text,
})

test('a file that a person picks is parsed, matched and screened', async (context) => {
  const page = await newPage(context)
  const { key } = await world().account()
  await page.setInputFiles('input', resume)
  const seen = await page.evaluate(
    async ({ baseUrl, apiKey, jd }: Given) => {
      const { createClient } = (globalThis as unknown as InPage).client
      const recruiter = createClient({ baseUrl, apiKey })
      const { document } = globalThis as unknown as InPage
      const [file] = document.querySelector('input').files
      if (file === undefined) throw new Error('no file')
      const parsed = await recruiter.parseResume(file, { fileName: file.name })
      const again = await recruiter.matchResumeToJd(
        { resume_text: parsed.data.text, jd_text: jd },
        { idempotencyKey: 'k' },
      )
      const replay = await recruiter.matchResumeToJd(
        { resume_text: parsed.data.text, jd_text: jd },
        { idempotencyKey: 'k' },
      )
      const records: string[] = []
      const screening = recruiter.screenBatch({ jd_text: jd, resumes: [{ text: parsed.data.text }] })
      for await (const { status } of screening) records.push(status)
      return [parsed.data.text.includes('Lin Wei'), again.meta.replayed, replay.meta.replayed, records.at(-1)]
    },
    given(world().url, key),
  )
  expect(seen).toEqual([true, false, true, 'done'])
  await page.close()
})

test('a large file is sent completely while the page stays responsive', async (context) => {
  const page = await newPage(context)
  const { key } = await world().account()
  const [error, frames] = await page.evaluate(
    async ({ baseUrl, apiKey }: Given) => {
      const { createClient, isApiError } = (globalThis as unknown as InPage).client
      let ticks = 0
      const timer = setInterval(() => (ticks += 1), 5)
      const file = new File([new Uint8Array(18_000_000)], 'large.pdf')
      const failed: unknown = await createClient({ baseUrl, apiKey })
        .parseResume(file)
        .catch((thrown) => thrown)
      clearInterval(timer)
      return [isApiError(failed, 'invalid_input') ? failed.issues[0]?.code : String(failed), ticks] as const
    },
    given(world().url, key),
  )
  expect(error).toBe('not_pdf')
  expect(frames).toBeGreaterThan(10)
  await page.close()
})

test('refusals are readable, with their Retry-After', async (context) => {
  const page = await newPage(context)
  const { key } = await world().account({ pointCents: 1 })
  const seen = await page.evaluate(
    async ({ baseUrl, apiKey, jd }: Given) => {
      const { createClient, isApiError } = (globalThis as unknown as InPage).client
      const call = createClient({ baseUrl, apiKey }).matchResumeToJd({ resume_text: 'Go', jd_text: jd })
      const error: unknown = await call.catch((thrown) => thrown)
      return isApiError(error, 'insufficient_points')
        ? [error.requiredPointCents, error.balancePointCents]
        : String(error)
    },
    given(world().url, key),
  )
  expect(seen).toEqual([100, 1])
  await page.close()
})

test("a service that doesn't list the origin refuses, and the error explains why", async (context) => {
  const page = await newPage(context, unnamed)
  const { key } = await world().account()
  const seen = await page.evaluate(
    async ({ baseUrl, apiKey, jd }: Given) => {
      const { createClient } = (globalThis as unknown as InPage).client
      const recruiter = createClient({ baseUrl, apiKey, attemptsMax: 1 })
      return recruiter.matchResumeToJd({ resume_text: 'Go', jd_text: jd }).catch(String)
    },
    given(world().url, key),
  )
  expect(seen).toMatch(/network_error: .*CORS_ORIGINS/)
  expect(seen).not.toContain(key)
  await page.close()
})
