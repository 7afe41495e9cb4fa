import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exitCodes } from '../../src/cli/main.ts'
import { apiPrefix, pointCents } from '../../src/contract/index.ts'
import { runBin } from '../support/run-bin.ts'
import { until } from '../support/until.ts'
import { exchange, useWorld } from '../support/world.ts'
import { lineGone, runHere, runWatched } from './run.ts'

/** The client command, which uses only HTTP, and the operator's view of the same batches. */

const world = useWorld({ batchConcurrency: 2, terms: { batchResumesMax: 4 } })
const jd = '后端工程师\n任职要求：\n1. 3 年以上后端开发经验\n2. 熟练使用 Go\n3. 本科及以上学历'
const strong = '2016.07-至今 某某科技 后端工程师，使用 Go 开发支付系统\n2012.09-2016.06 某大学 计算机 本科'
let folder: string
let jdFile: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'screen-'))
  jdFile = join(folder, 'job.txt')
  await writeFile(jdFile, jd)
  process.env.DATABASE_URL = world().databaseUrl
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function resumes(name: string, files: Record<string, string | Uint8Array>): Promise<string> {
  const path = join(folder, name)
  await mkdir(path)
  for (const [file, content] of Object.entries(files)) await writeFile(join(path, file), content)
  return path
}
const screen = (key: string, path: string, ...more: string[]) =>
  runHere(['screen', '--key', key, '--jd', jdFile, '--resumes', path, '--url', world().url, ...more])

describe('screen', () => {
  test('parses, screens, prints the ranking and writes it as CSV', async () => {
    const account = await world().account()
    const path = await resumes('good', {
      'a.txt': '销售代表，负责门店销售',
      '=b.md': strong,
      'c.pdf': await readFile(new URL('../../examples/resume.pdf', import.meta.url)),
    })
    // Stored next to the resumes: it must not become a candidate of the next run.
    const csv = join(path, 'ranking.csv')
    const { code, stdout, stderr } = await screen(account.key, path, '--csv', csv, '--label', '十一月')
    expect(stderr).toBe('')
    expect(code).toBe(0)
    const [heading, first = '', ...rest] = stdout.split('\n')
    expect(heading).toMatch(/# +SCORE +CANDIDATE +TAGS/)
    expect(first).toMatch(/^1 +\d+ +=b\.md +3年以上经验, 本科学历达标, Go/)
    expect(rest.join('\n')).toMatch(/a\.txt/)
    expect(stdout).toContain('共 3 位候选人')
    expect(stdout).toContain('Cost: 5 point_cents for reading, 300 for screening')
    const lines = (await readFile(csv, 'utf8')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toMatch(/^\ufeffrank,score,/)
    expect(lines[1]).toMatch(/^1,\d+,'=b\.md,3年以上经验; 本科学历达标; Go,/)
    expect(await account.balance()).toEqual({ spendable: 10_000 - 305, held: 0 })

    const again = await screen(account.key, path, '--csv', csv, '--label', '十一月', '--json')
    expect(again.stderr).toBe('')
    expect(again.json).toMatchObject({ cost_point_cents: 305, bad_files: [] })
    expect(again.json?.candidates).toHaveLength(3)
    expect(await account.balance()).toEqual({ spendable: 10_000 - 305, held: 0 })
    // If the table can't be written, the ranking is still printed. The CSV file of the earlier run next to
    // the resumes is reported as unsupported.
    const nowhere = join(folder, 'no such folder', 'ranking.csv')
    const lost = await screen(account.key, path, '--again', '--csv', nowhere)
    expect(lost.code).toBe(1)
    expect(lost.stderr).toMatch(/^ranking\.csv: only .*\nerror: .*ranking\.csv cannot be written\n$/)
    expect(lost.stdout).toMatch(/^1 +\d+ +=b\.md/m)
    expect(await account.balance()).toEqual({ spendable: 10_000 - 610, held: 0 })
  })

  test('uses the criteria of a file: a list, or the answer of a match', async () => {
    const account = await world().account()
    const path = await resumes('criteria', { 'a.txt': strong })
    const criteria = [{ text: '持有注册会计师证书', priority: 'must', weight: 3, stated: false }]
    const screenBy = async (content: string, ...more: string[]) => {
      const file = join(path, 'criteria.txt')
      await writeFile(file, content)
      return screen(account.key, path, '--criteria', file, '--json', ...more)
    }
    for (const content of [criteria, { ok: true, data: { score: 3, requirements: criteria } }]) {
      const { code, json } = await screenBy(JSON.stringify(content))
      expect(code).toBe(0)
      expect(json?.candidates).toMatchObject([
        {
          candidate_label: 'a.txt',
          requirements: [{ text: criteria[0]?.text, weight: 3, status: 'not_met' }],
        },
      ])
    }
    // The second run found the first batch again and was not charged.
    expect(await account.balance()).toEqual({ spendable: 9_900, held: 0 })
    expect(await screenBy('{')).toMatchObject({ code: 1, stderr: expect.stringContaining('it is not JSON') })
    const wrong = await screenBy('[{"text": "Go", "priority": "nice"}]')
    expect(wrong).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('criteria[0].priority: unknown_value'),
    })
    expect(await screenBy('{}')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('criteria: wrong_type'),
    })
    expect(await account.balance()).toEqual({ spendable: 9_900, held: 0 })
  })

  test('key and address come from API_KEY, BASE_URL and PORT; options override them', async () => {
    const account = await world().account()
    const path = await resumes('by environment', { 'a.txt': strong })
    const screenWith = (environment: Record<string, string>, ...more: string[]) =>
      runBin(['screen', '--jd', jdFile, '--resumes', path, '--json', ...more], environment)
    const [API_KEY, BASE_URL] = [account.key, world().url]
    const candidates = [{ index: 0, candidate_label: 'a.txt' }]
    for (const [environment, options] of [
      [{ API_KEY, BASE_URL }, []],
      [{ API_KEY, PORT: new URL(BASE_URL).port }, []],
      [{ API_KEY: 'hecn_live_no', BASE_URL: 'http://127.0.0.1:1' }, ['--key', API_KEY, '--url', BASE_URL]],
    ] as const) {
      expect(await screenWith(environment, ...options)).toMatchObject({
        ...{ code: exitCodes.done, stderr: '' },
        json: { candidates },
      })
    }
    expect(await account.balance()).toEqual({ spendable: 9_900, held: 0 })
    expect(await screenWith({ BASE_URL })).toMatchObject({
      ...{ code: exitCodes.wrongUsage, stdout: '' },
      stderr: 'error: no API key: give --key, or set API_KEY\n',
    })
  })

  test('it fails if no candidate can be scored', async () => {
    const path = await resumes('all bad', { '1.pdf': 'no PDF' })
    expect((await screen((await world().account()).key, path)).code).toBe(exitCodes.failed)
  })

  test("bad files are reported and don't stop the others", async () => {
    const account = await world().account()
    const path = await resumes('mixed', {
      '1.txt': strong,
      '2.pdf': 'not a PDF',
      '3.txt': '  \n',
      '4.txt': `${strong}${'长'.repeat(12_000)}`,
      '5.docx': 'not a resume that is read',
      '6\u001b[2J.txt': Buffer.from('Jos\xe9', 'latin1'),
    })
    const { code, stderr, json } = await screen(account.key, path, '--json')
    expect(code).toBe(exitCodes.someFailed)
    expect(stderr).toMatch(/2\.pdf: invalid_input: /)
    expect(stderr).toMatch(/3\.txt: it contains no text/)
    expect(stderr).toMatch(/4\.txt: only its first 12000 characters are used/)
    expect(stderr).toMatch(/5\.docx: only \.pdf, \.txt and \.md can be read/)
    expect(stderr).toMatch(/6 \[2J\.txt: it is not in UTF-8/)
    expect(json).toMatchObject({
      bad_files: [{ name: '2.pdf' }, { name: '3.txt' }, { name: '5.docx' }, { name: '6\u001b[2J.txt' }],
      cost_point_cents: 200,
    })
    expect(json?.candidates).toHaveLength(2)
  })

  test('more resumes than a batch takes become several batches, with one ranking', async () => {
    const account = await world().account()
    const files = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [
        `${index + 1}.txt`,
        index === 7 ? strong : `候选人 ${index}，销售`,
      ]),
    )
    const { stderr, json } = await screen(account.key, await resumes('many', files), '--json')
    expect(stderr).toContain('9 resumes are more than one batch takes (4): 3 batches')
    expect(json?.batches).toHaveLength(3)
    expect(json?.candidates).toMatchObject([{ candidate_label: '8.txt' }, ...Array(8).fill({})])
    expect(await account.balance()).toEqual({ spendable: 9_100, held: 0 })
  })

  test('if points run out midway, running batches are named, and the same command resumes', async () => {
    const account = await world().account({ pointCents: 805 })
    const path = await resumes('midway', {
      'a.pdf': await readFile(new URL('../../examples/resume.pdf', import.meta.url)),
      ...Object.fromEntries(
        Array.from({ length: 8 }, (_, index) => [`${index}.txt`, `候选人 ${index}，销售`]),
      ),
    })
    const poor = await screen(account.key, path)
    expect(poor).toMatchObject({ code: 1, stdout: '' })
    const ids = poor.stderr.match(/Started, and charged when they end: 2 batch\(es\), (\S+), (\S+)\.\n/)
    expect(poor.stderr).toContain('Reading the files cost 5 point_cents.')
    expect(poor.stderr).toMatch(/The same command resumes it.*\nerror: insufficient_points: .*\n$/)
    const anew = await screen(account.key, path, '--again')
    expect(anew.stderr).toMatch(/error: insufficient_points/)
    expect(anew.stderr).not.toContain('Started')

    await world().rooms.ledger.grant({
      ...{ accountId: account.accountId, kind: 'paid', pointCents: pointCents(1_000) },
      ...{ expiresAt: null, note: null },
    })
    const { json } = await screen(account.key, path, '--json')
    const batches = json?.batches as { batch_id: string }[]
    expect(batches.map(({ batch_id }) => batch_id).slice(0, 2)).toEqual(ids?.slice(1, 3))
    expect(await account.balance()).toEqual({ spendable: 1_805 - 905, held: 0 })
  })

  test('fatal errors are one line', async () => {
    const account = await world().account({ pointCents: 50 })
    const path = await resumes('poor', { 'a.txt': strong })
    const poor = await screen(account.key, path)
    expect(poor).toMatchObject({ code: 1, stdout: '' })
    expect(poor.stderr).toMatch(/^error: insufficient_points: .*needs 100 point_cents, the balance is 50/)
    expect((await screen('hecn_live_x', path)).stderr).toMatch(/^error: unauthorized/)
    expect((await screen(account.key, join(folder, 'none'))).stderr).toMatch(/is not a readable folder/)
    expect((await screen(account.key, await resumes('empty', {}))).stderr).toMatch(
      /contains no file that ends in/,
    )
    const away = ['screen', '--key', 'k', '--jd', jdFile, '--resumes', path, '--url', 'http://127.0.0.1:9']
    expect((await runHere(away)).stderr).toMatch(/does not answer/)
    const noJd = ['screen', '--key', 'k', '--jd', join(path, 'x'), '--resumes', path]
    expect((await runHere(noJd)).stderr).toMatch(/cannot be read/)
    expect((await runHere(['screen', '--key', 'k'])).code).toBe(2)
  })

  test('on a terminal there is a progress bar, which is removed at the end', async () => {
    const account = await world().account()
    const path = await resumes('watched', { 'a.txt': strong })
    const argv = ['screen', '--key', '-', '--jd', jdFile, '--resumes', path, '--url', world().url]
    const { code, shown } = await runWatched(argv, `${account.key}\n`)
    expect(code).toBe(0)
    expect(shown).toContain('reading [########################] 1/1')
    expect(shown).toMatch(/screening \[.*\] 1\/1/)
    expect(shown.endsWith(lineGone)).toBe(true)

    const poor = await world().account({ pointCents: 0 })
    const mixed = await resumes('watched-poor', {
      'a.txt': strong,
      'b.pdf': await readFile(new URL('../../examples/resume.pdf', import.meta.url)),
    })
    const refused = await runWatched(argv.with(argv.indexOf(path), mixed), `${poor.key}\n`)
    expect(refused.shown).toContain('] 1/2')
    expect(refused.shown).toContain(`${lineGone}error: insufficient_points`)
  })
})

describe('batch list and show', () => {
  test('show the state of batches, and nothing of their contents', async () => {
    const account = await world().account()
    const body = { jd_text: jd, label: 'Plantedlabel', resumes: [{ text: strong, label: 'Plantedname' }] }
    const started = await account.call('startBatchScreening', body)
    const batchId = String(started.body.data.batch_id)
    await until(async () => (await account.balance()).held === 0)
    const listed = await runHere(['batch', 'list', '--status', 'done', '--json'])
    expect(listed.stderr).toBe('')
    const all = listed.json?.batches as { batch_id: string; charged_point_cents: number }[]
    expect(all.find((each) => each.batch_id === batchId)).toMatchObject({
      status: 'done',
      total: 1,
      completed: 1,
      charged_point_cents: 100,
      account_id: account.accountId,
    })
    const shown = await runHere(['batch', 'show', '--id', batchId])
    expect(shown.stdout).toMatch(/status +done/)
    expect(shown.stdout).toMatch(/1 +scored +\d/)
    expect(shown.stdout + listed.stdout).not.toContain('Planted')
    expect((await runHere(['batch', 'show', '--id', batchId, '--json'])).json).toMatchObject({
      items: [{ position: 1, state: 'scored', failure: null }],
    })
    const page = ['batch', 'list', '--status', 'done', '--limit', '1']
    const [first, rest] = [await runHere([...page, '--json']), await runHere(page)]
    expect(first.json).toMatchObject({ batches: [all[0]], next_after: all[0]?.batch_id })
    expect(rest.stdout).toContain(`\nMore: batch list --status done --after ${all[0]?.batch_id}\n`)
    const next = await runHere([...page, '--after', String(first.json?.next_after), '--json'])
    expect(next.json).toMatchObject({ batches: [all[1]] })
    const none = await runHere(['batch', 'show', '--id', batchId.replace(/^./, 'f')])
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no batch') })
    expect((await runHere(['batch', 'list', '--email', 'nobody@example.com'])).code).toBe(1)
    expect((await runHere(['batch', 'list', '--status', 'ended'])).code).toBe(2)
  })
  test('delete removes a batch with its data and reports a missing one', async () => {
    const account = await world().account()
    const started = await account.call('startBatchScreening', { jd_text: jd, resumes: [{ text: strong }] })
    const batchId = String(started.body.data.batch_id)
    await until(async () => (await account.balance()).held === 0)
    const reading = () => exchange(world().url, { path: `${apiPrefix}/batches/${batchId}`, key: account.key })
    expect((await reading()).status).toBe(200)
    const deleting = ['batch', 'delete', '--id', batchId]
    expect(await runHere(deleting)).toMatchObject({ code: 0, stdout: expect.stringContaining(batchId) })
    expect((await reading()).status).toBe(404)
    expect(await runHere(deleting)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('there is no batch'),
    })
  })
})
