import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compile } from '../support/compile.ts'
import { scriptedEngine } from '../support/scripted-engine.ts'
import { useWorld } from '../support/world.ts'

/** The published package: packed, installed into an empty project, and used there. */

const world = useWorld({ engine: scriptedEngine(), batchConcurrency: 1 })
const root = fileURLToPath(new URL('../..', import.meta.url))
const source = join(root, 'packages/client')
const run = promisify(execFile)

let project: string
let tarball: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'client-user-'))
  // npm finds the compiler in the repository, and the Node that runs it next to it.
  const pack = ['pack', '--ignore-scripts=false', '--pack-destination', project]
  await run('npm', pack, { cwd: source })
  const filename = (await readdir(project)).find((name) => name.endsWith('.tgz')) ?? ''
  tarball = new Uint8Array(await readFile(join(project, filename)))
  await writeFile(join(project, 'package.json'), '{"name":"user","private":true,"type":"module"}')
  const install = [
    'install',
    '--offline',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    join(project, filename),
  ]
  await run('npm', install, { cwd: project })
})
afterAll(() => rm(project, { recursive: true, force: true }))

/** The carried Node, and the system's Node if it is installed. */
async function nodes(): Promise<string[]> {
  const bin = join(root, 'node_modules', '.bin')
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const env = { ...process.env, PATH: path.join(delimiter) }
  const own = await run('node', ['-p', 'process.execPath'], { env }).catch(() => null)
  return [join(bin, 'node'), ...(own === null ? [] : [own.stdout.trim()])]
}

describe('the published package', () => {
  test('has the layout that tools expect', async () => {
    const { messages } = await publint({ pack: { tarball: tarball.buffer }, strict: true })
    expect(messages).toEqual([])
    const checked = await checkPackage(createPackageFromTarballData(tarball))
    if (checked.types === false) expect.unreachable('it has types')
    // CommonJS and module resolution from before 2022 are not supported: the package contains ES modules.
    const problems = checked.problems.filter(
      (problem) =>
        !('resolutionKind' in problem && ['node10', 'node16-cjs'].includes(problem.resolutionKind)),
    )
    expect(problems).toEqual([])
  })
  test('contains code, types, licence, and no dependencies', async () => {
    const installed = join(project, 'node_modules', 'recruiter-open-api-client')
    const manifestIn = async (folder: string) =>
      JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    const { dependencies, peerDependencies, engines, version, license } = await manifestIn(installed)
    expect({ dependencies, peerDependencies }).toEqual({})
    const service = await manifestIn(root)
    expect({ engines, version, license }).toEqual({
      engines: service.engines,
      version: service.version,
      license: service.license,
    })
    expect(await readFile(join(installed, 'LICENSE'), 'utf8')).toBe(
      await readFile(join(root, 'LICENSE'), 'utf8'),
    )
    const lock = JSON.parse(await readFile(join(project, 'package-lock.json'), 'utf8'))
    expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/recruiter-open-api-client'])
  })
  test('can be tree-shaken', async () => {
    const bundleOf = async (code: string) => {
      const input = join(project, 'bundled.js')
      await writeFile(input, code)
      const bundle = await rolldown({ input, cwd: project, logLevel: 'silent' })
      const { output } = await bundle.generate({ minify: true })
      return output[0].code
    }
    expect((await bundleOf("import 'recruiter-open-api-client'")).trim()).toBe('')
    const little = await bundleOf("export { isApiError } from 'recruiter-open-api-client'")
    const whole = await bundleOf("export { createClient } from 'recruiter-open-api-client'")
    expect(little).not.toMatch(/fetch|resume/)
    expect(whole.length).toBeLessThan(10_000)
    expect(little.length).toBeLessThan(whole.length / 3)
  })
})

const rightUse = `
import { type BatchRecord, createClient, isApiError } from 'recruiter-open-api-client'
const client = createClient({ baseUrl: 'https://example.com', apiKey: 'k' })
const { data, billing, meta } = await client.matchResumeToJd({ resume_text: 'a', jd_text: 'b' })
export const score: number = data.score
export const charged: number = billing.billed_point_cents
export const key: string | null = meta.idempotencyKey
for await (const record of client.screenBatch({ jd_text: 'b', resumes: [{ text: 'a' }] as const })) {
  const { status }: BatchRecord = record
  status satisfies 'running' | 'done' | 'partial' | 'failed'
}
await client.parseResume(new Uint8Array(3), { fileName: undefined, signal: AbortSignal.timeout(5) }).catch((error: unknown) => {
  if (!isApiError(error)) throw error
  switch (error.code) {
    case 'insufficient_points': return error.requiredPointCents + error.balancePointCents
    case 'internal_error': return error.reason.length
    default: return error.attempts
  }
})
`
const wrongUses = [
  "import { createClient } from 'recruiter-open-api-client'\nconst client = createClient({ baseUrl: 'x', apiKey: 'k' })",
  "await client.matchResumeToJd({ jd_text: 'b' })",
  "await client.matchResumeToJd({ resume_text: 'a', jd_text: 'b', jobTitle: 'c' })",
  "const score: string = (await client.matchResumeToJd({ resume_text: 'a', jd_text: 'b' })).data.score",
  "await client.parseResume('/path/of/a/file.pdf')",
  "await client.getBatchScreeningResult('id', { idempotencyKey: 'k' })",
  'export { score }',
].join('\n')

test('its types compile under the strictest options', async () => {
  const [right, wrong] = [join(project, 'right.ts'), join(project, 'wrong.ts')]
  await writeFile(right, rightUse)
  await writeFile(wrong, wrongUses)
  const complaints = compile([right, wrong], { strictest: true })
  expect(complaints.filter((line) => !line.startsWith('wrong.ts'))).toEqual([])
  expect(complaints).toHaveLength(5)
})

test('its example runs unchanged on every supported Node', async () => {
  await cp(join(source, 'examples/screen.mjs'), join(project, 'screen.mjs'))
  const resume = join(root, 'examples/resume.pdf')
  const example = async (node: string) => {
    const { key } = await world().account()
    const env = { API_KEY: key, BASE_URL: world().url }
    const { stdout } = await run(node, ['screen.mjs', resume], { cwd: project, env })
    expect(stdout, node).toMatch(/^1 page\(s\) for 5 point_cents\nscore [\d.]+: .+\n/)
    expect(stdout, node).toMatch(/2 of 2 screened\n\d+ {2}from the PDF\n\d+ {2}李雷\n.+\n$/)
    const poor = await world().account({ pointCents: 1 })
    const refused = run(node, ['screen.mjs', resume], { cwd: project, env: { ...env, API_KEY: poor.key } })
    await expect(refused).rejects.toMatchObject({
      code: 1,
      stderr: 'top up: 5 point_cents needed, 1 there\n',
    })
  }
  await Promise.all((await nodes()).map(example))
})
