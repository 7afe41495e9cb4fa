import { linkSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { matchNow } from '../../src/engines/index.ts'
import { lineGone, runHere, runWatched } from './run.ts'

/** The commands that measure the engine, without a service and without a database. */

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'evaluate-'))
  process.env.DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none'
})
afterAll(() => {
  delete process.env.DATABASE_URL
  rmSync(folder, { recursive: true })
})

const file = (name: string, text = ''): string => {
  const path = join(folder, name)
  if (text !== '') writeFileSync(path, text)
  return path
}
const resumeText =
  '工作经历\n2018.07-2022.06 某公司 Java工程师\n用 Spring 和 MySQL 开发支付服务\n教育\n某大学 软件工程 本科'
const jdText = 'Java工程师\n任职要求：\n1. 本科，3年以上Java经验\n2. 熟悉Spring、Redis'
const line = (resume: string | number, text: string) =>
  JSON.stringify({ resume, jd: 'j', resume_text: text, jd_text: jdText })

describe('evaluate', () => {
  test('scores every pair in order, unrounded, cut to the limits of the API', async () => {
    // JSON may contain a line separator, and files from Windows may begin with a byte order mark.
    const texts = [`${resumeText}\u2028英语四级`, '厨师', `${resumeText}\n${'别的经历。'.repeat(4_000)}`]
    const pairs = file('pairs.jsonl', `\ufeff${texts.map((text, index) => line(index, text)).join('\n')}\n\n`)
    const out = file('scores.jsonl')
    const done = await runHere(['evaluate', '--pairs', pairs, '--out', out])
    expect(done).toMatchObject({ code: 0, stdout: expect.stringMatching(/^3 pairs scored .*1 of them cut/) })
    const scores = readFileSync(out, 'utf8')
      .trim()
      .split('\n')
      .map((each) => JSON.parse(each))
    const cut = texts.map((text) => [...text].slice(0, 12_000).join(''))
    expect(scores).toEqual(
      cut.map((text, resume) => ({
        resume,
        jd: 'j',
        score: matchNow({ resumeText: text, jdText }, new Date()).unroundedScore,
      })),
    )
  })
  test('another encoding than UTF-8 is refused', async () => {
    const gbk = file('gbk.jsonl')
    writeFileSync(gbk, Buffer.from([0x22, 0xba, 0xf3, 0x22]))
    const refused = await runHere(['evaluate', '--pairs', gbk, '--out', file('none.jsonl')])
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('not in UTF-8') })
  })
  test("scores don't depend on the order; a terminal shows a progress bar", async () => {
    const jds = [jdText, '厨师\n任职要求：\n1. 三年以上中餐经验']
    const texts = [resumeText, '厨师，五年中餐经验', '会计，熟悉税务']
    const pairs = jds.flatMap((jd, of) =>
      texts.map((text, resume) => JSON.stringify({ resume, jd: of, resume_text: text, jd_text: jd })),
    )
    const turns = [0, 3, 1, 4, 2, 5].map((place) => pairs[place] ?? '')
    const inEveryOrder = [...pairs, ...pairs.toReversed(), ...turns]
    const [given, out] = [file('ordered.jsonl', inEveryOrder.join('\n')), file('ordered-scores.jsonl')]
    const { code, shown } = await runWatched(['evaluate', '--pairs', given, '--out', out])
    expect(code).toBe(0)
    expect(shown).toMatch(/scoring \[#{24}\]/)
    expect(shown.endsWith(lineGone)).toBe(true)
    const lines = readFileSync(out, 'utf8').trim().split('\n')
    expect(lines).toHaveLength(inEveryOrder.length)
    expect(new Set(lines).size).toBe(6)
  })
  test('the scores never overwrite the pairs, under any name', async () => {
    const pairs = file('precious.jsonl', line(1, resumeText))
    const [soft, hard] = [file('soft.jsonl'), file('hard.jsonl')]
    symlinkSync(pairs, soft)
    linkSync(pairs, hard)
    for (const out of [pairs, join(folder, '.', 'precious.jsonl'), soft, hard]) {
      const done = await runHere(['evaluate', '--pairs', pairs, '--out', out])
      expect(done).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('is the input file'),
      })
    }
    expect(readFileSync(pairs, 'utf8')).toBe(line(1, resumeText))
  })
  test('an unknown engine is refused', async () => {
    const options = ['--pairs', file('p.jsonl', line(1, resumeText)), '--out', file('o.jsonl')]
    expect((await runHere(['evaluate', ...options, '--engine', 'oracle'])).code).toBe(2)
  })
  test.each([
    ['{"resume": 1', 'line 1 of the pairs: not an object of JSON'],
    ['{"resume": 1, "jd": 2, "resume_text": "a"}', '"resume_text" and "jd_text" must be texts'],
    ['{"jd": 2, "resume_text": "a", "jd_text": "b"}', '"resume" and "jd" must be texts or numbers'],
  ])('%s is refused', async (text, problem) => {
    const done = await runHere(['evaluate', '--pairs', file('bad.jsonl', text), '--out', file('none.jsonl')])
    expect(done).toMatchObject({ code: 1, stderr: expect.stringContaining(problem) })
  })
  test('a mistake in the last line keeps an earlier result', async () => {
    const out = file('earlier.jsonl', 'earlier\n')
    const pairs = file('late.jsonl', `${line(1, resumeText)}\n{"resume": 2`)
    const done = await runHere(['evaluate', '--pairs', pairs, '--out', out])
    expect(done).toMatchObject({ code: 1, stderr: expect.stringContaining('line 2 of the pairs') })
    expect(readFileSync(out, 'utf8')).toBe('earlier\n')
  })
  test('a file without pairs and an unwritable path are reported', async () => {
    const none = await runHere(['evaluate', '--pairs', file('blank.jsonl', '\n\n'), '--out', file('o.jsonl')])
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('contains no pair') })
    const pairs = file('good.jsonl', line(1, resumeText))
    for (const out of [folder, join(folder, 'no', 'folder.jsonl')]) {
      const done = await runHere(['evaluate', '--pairs', pairs, '--out', out])
      expect(done).toMatchObject({ code: 1, stderr: `error: ${out} cannot be written\n` })
    }
  })
  test('a missing file is refused', async () => {
    const done = await runHere(['evaluate', '--pairs', file('nowhere'), '--out', file('none.jsonl')])
    expect(done).toMatchObject({ code: 1, stderr: expect.stringContaining("can't be read") })
  })
})

const englishJob = 'Forklift operator\nRequirements:\n- 2 years of warehouse experience\n- WMS'

describe('audit', () => {
  const audited = (...options: string[]) => {
    const files = ['--resume', file('r.txt', resumeText), '--jd', file('j.txt', jdText)]
    return runHere(['audit', ...files, ...options, '--json'])
  }
  const rates = (json: Readonly<Record<string, unknown>> = {}) => {
    const rows = (json.rows ?? []) as { selectionRate: number }[]
    return new Set(rows.map(({ selectionRate }) => selectionRate))
  }
  test('one row per group, the same score for all, a table as CSV', async () => {
    const csv = file('audit.csv')
    const done = await audited('--csv', csv, '--selected-from', '0')
    expect(done).toMatchObject({ code: 0, json: { moved: 0, adverse: 0, engine: 'builtin' } })
    expect(rates(done.json)).toEqual(new Set([1]))
    const rows = readFileSync(csv, 'utf8').trimEnd().split('\r\n')
    expect(rows[0]).toMatch(/^\ufeffcategory,.*,selection_impact_ratio,/)
    expect(rows.filter((row) => /^(?:性别|民族|性别×民族),/.test(row))).toHaveLength(2 + 5 + 10)
  })
  test('in English, a surname that is a trade changes no score', async () => {
    const resume = file(
      'en.txt',
      'Experience\n2019 - 2024 Forklift operator, Acme\nLoaded trucks and kept the WMS',
    )
    const job = file('en-job.txt', englishJob)
    const done = await runHere(['audit', '--resume', resume, '--jd', job, '--json'])
    expect(done).toMatchObject({ code: 0, json: { moved: 0, adverse: 0 } })
    const rows = (done.json?.rows ?? []) as { category: string }[]
    expect(rows.filter(({ category }) => category === 'ethnicity')).toHaveLength(7)
  })
  test('of a bilingual pair names the language and the requested groups', async () => {
    const files = ['--resume', file('r.txt', resumeText), '--jd', file('en-job.txt', englishJob)]
    const categories = async (...options: string[]) => {
      const { code, json } = await runHere(['audit', ...files, ...options, '--json'])
      expect(code).toBe(0)
      return [...new Set(((json?.rows ?? []) as { category: string }[]).map(({ category }) => category))]
    }
    expect(await categories()).toContain('政治面貌')
    const english = await categories('--language', 'en')
    expect(english).toEqual(expect.arrayContaining(['sex', 'ethnicity', 'religion']))
    expect(english).not.toContain('性别')
    expect(await categories('--language', 'both', '--groups', 'sex,age')).toEqual([
      '性别',
      '年龄',
      'sex',
      'age',
    ])
    expect(await categories('--language', 'en', '--groups', 'sex-ethnicity')).toEqual(['sex × ethnicity'])
    for (const [options, said] of [
      [['--groups', 'religion'], 'there is no group for religion in zh'],
      [['--groups', 'hair'], 'Allowed are sex, ethnicity, '],
      [['--language', 'fr'], 'Allowed choices are zh, en, both'],
    ] as const) {
      const refused = await runHere(['audit', ...files, ...options])
      expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(said) })
    }
  })
  test('a job of a few characters is refused, as by the API', async () => {
    const files = ['--resume', file('r.txt', resumeText), '--jd', file('few.txt', 'Java')]
    const done = await runHere(['audit', ...files])
    expect(done).toMatchObject({ code: 1, stderr: expect.stringContaining('10 characters') })
  })
  test('selection uses the given score', async () => {
    expect(rates((await audited('--selected-from', '100')).json)).toEqual(new Set([0]))
    expect((await audited('--selected-from', 'many')).code).toBe(2)
  })
})
