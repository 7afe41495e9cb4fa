import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient as generateHeyApi } from '@hey-api/openapi-ts'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiPrefix } from '../../src/contract/index.ts'
import { compile } from '../support/compile.ts'
import { soundInputs } from '../support/inputs.ts'
import { scriptedEngine } from '../support/scripted-engine.ts'
import { exchange, useWorld } from '../support/world.ts'

/** Two independent generators create clients from the published description. */

const world = useWorld({ engine: scriptedEngine(), batchConcurrency: 1 })
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))

const openapiFetchProgram = `
import createClient from 'openapi-fetch'
import type { paths } from './openapi-typescript.js'
declare const process: { argv: string[] }
const [, , baseUrl = '', key = '', fileDataUrl = ''] = process.argv
const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } })
const header = { 'Idempotency-Key': 'one' }
const match = await client.POST('${apiPrefix}/matches/resume-jd', {
  params: { header },
  body: { resume_text: '五年 Go 开发经验', jd_text: '任职要求：3 年以上 Go 开发经验', job_title: null },
})
const parse = await client.POST('${apiPrefix}/resumes/parse', { body: { fileDataUrl } })
const start = await client.POST('${apiPrefix}/batches/screen', {
  body: { jd_text: '任职要求：3 年以上 Go 开发经验', resumes: [{ text: 'Go' }] },
})
const batch = await client.GET('${apiPrefix}/batches/{id}', {
  params: { path: { id: start.data?.data.batch_id ?? '' } },
})
const refused = await client.POST('${apiPrefix}/jds/optimize', { body: {} })
const score: number | undefined = match.data?.data.score
const code: 'invalid_input' | string | undefined = refused.error?.error
console.log(JSON.stringify([score, match.data?.billing.billed_point_cents, parse.data?.data.pages, batch.data?.data.total, code]))
`

const heyApiProgram = `
import { createClient, createConfig } from './hey-api/client/index.js'
import { getBatchScreeningResult, matchResumeToJd, optimizeJd, parseResume, startBatchScreening } from './hey-api/index.js'
declare const process: { argv: string[] }
const [, , baseUrl = '', key = '', fileDataUrl = ''] = process.argv
const client = createClient(createConfig({ baseUrl, auth: key }))
const match = await matchResumeToJd({
  client,
  headers: { 'Idempotency-Key': 'one' },
  body: { resumeText: '五年 Go 开发经验', jdText: '任职要求：3 年以上 Go 开发经验' },
})
const parse = await parseResume({ client, body: { fileDataUrl } })
const start = await startBatchScreening({
  client,
  body: { jd_text: '任职要求：3 年以上 Go 开发经验', resumes: [{ text: 'Go' }] },
})
const batch = await getBatchScreeningResult({ client, path: { id: start.data?.data.batch_id ?? '' } })
const refused = await optimizeJd({ client, body: {} })
const score: number | undefined = match.data?.data.score
console.log(JSON.stringify([score, match.data?.billing.billed_point_cents, parse.data?.data.pages, batch.data?.data.total, refused.error?.error]))
`

const wrongProgram = `
import createClient from 'openapi-fetch'
import type { paths } from './openapi-typescript.js'
const client = createClient<paths>({})
const { data } = await client.POST('${apiPrefix}/matches/resume-jd', { body: { resume_text: 5 } })
export const score: string | undefined = data?.data.score
`

let folder: string
let complaints: string[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generated-'))
  await symlink(modules, join(folder, 'node_modules'))
  const { text } = await exchange(world().url, { path: `${apiPrefix}/openapi.json` })
  const types = astToString(await openapiTypescript(text, { silent: true }))
  const document = join(folder, 'openapi.json')
  const files = {
    'package.json': '{"type":"module"}',
    'openapi.json': text,
    'openapi-typescript.ts': types,
    'openapi-fetch-program.ts': openapiFetchProgram,
    'hey-api-program.ts': heyApiProgram,
    'wrong-program.ts': wrongProgram,
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  await generateHeyApi({
    input: document,
    output: { path: join(folder, 'hey-api'), module: { extension: '.js' } },
    logs: { level: 'silent', file: false },
  })
  const programs = Object.keys(files).filter((name) => name.endsWith('-program.ts'))
  complaints = compile(programs.map((name) => join(folder, name)))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test("the generated code compiles under strict options, and wrong use doesn't", () => {
  expect(complaints.filter((line) => !line.startsWith('wrong-program.ts'))).toEqual([])
  expect(complaints.map((line) => line.split(' ')[1])).toEqual(['TS2322', 'TS2322'])
})

test.each(['openapi-fetch', 'hey-api'])('a client made by %s calls the service', async (name) => {
  const account = await world().account()
  const program = join(folder, `${name}-program.js`)
  const args = [program, world().url, account.key, soundInputs.parseResume.fileDataUrl]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(JSON.parse(stdout)).toEqual([50, 100, 1, 1, 'invalid_input'])
})
