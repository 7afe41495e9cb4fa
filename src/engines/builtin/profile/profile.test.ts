import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits, type Profile } from '../../../contract/index.ts'
import { isQuick } from '../hostile-cpu.test-support.ts'
import { readProfile } from './index.ts'

const layouts = new URL('../../../../test/documents/layouts/', import.meta.url)
const texts = readdirSync(layouts)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => [name, readFileSync(new URL(name, layouts), 'utf8')] as const)

interface Value {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly date?: string
}

/** All values of a profile. */
function valuesIn(part: unknown): Value[] {
  if (typeof part !== 'object' || part === null) return []
  if ('text' in part && 'start' in part) return [part as Value]
  return Object.values(part).flatMap(valuesIn)
}

/** The problems of a profile of a text; empty for every text. */
function faultsOf(profile: Profile, text: string): string[] {
  const { contacts, jobs, education, skills, languages } = limits.profileEntriesMax
  const tooMany = [
    profile.contact.emails.length > contacts,
    profile.contact.phones.length > contacts,
    profile.contact.links.length > contacts,
    profile.jobs.length > jobs,
    profile.education.length > education,
    profile.skills.length > skills,
    profile.languages.length > languages,
  ]
  const wrong = valuesIn(profile).filter(
    (value) => value.text.trim() === '' || text.slice(value.start, value.end) !== value.text,
  )
  const dates = valuesIn(profile).filter(
    ({ date, text: written }) =>
      date !== undefined &&
      date !== 'current' &&
      !(/^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/.test(date) && written.normalize('NFKC').includes(date.slice(2, 4))),
  )
  return [
    ...tooMany.flatMap((is) => (is ? ['too many'] : [])),
    ...[...wrong, ...dates].map((each) => JSON.stringify(each)),
  ]
}

describe('every value is the text at its position', () => {
  test.each(texts)('%s', (_name, text) => {
    const profile = readProfile(text)
    expect(faultsOf(profile, text)).toEqual([])
  })

  test('most of these texts have many values', () => {
    const counts = texts.map(([, text]) => valuesIn(readProfile(text)).length)
    expect(counts.filter((count) => count > 15).length).toBeGreaterThan(texts.length / 2)
  })

  const lines = texts.flatMap(([, text]) => text.split('\n'))
  const garbage = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...lines) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '軟體工程師 ２０１９．０７－至今 臺灣大學',
        '\u200b姓\u200b名：\u200b王\u200b芳',
        'ﬁnance ㈱ İstanbul 2019–2020',
      ),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  )
  test('lines of resumes in any order, cut and with garbage between them', () => {
    const cut = fc.tuple(garbage, fc.nat({ max: 60 })).map(([line, at]) => line.slice(at > 40 ? at - 40 : 0))
    fc.assert(
      fc.property(fc.array(cut, { maxLength: 60 }), fc.constantFrom('\n', '\r\n', ' ', ''), (parts, end) => {
        const text = parts.join(end)
        expect(faultsOf(readProfile(text), text)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})

test("a text that isn't a resume has no name, job, school or language", () => {
  const text =
    'The quick brown fox jumps over the lazy dog.\n第一章 总则\n本办法自 2019 年 7 月起施行，至 2021 年 6 月止。'
  expect(readProfile(text)).toEqual({
    name: null,
    contact: { emails: [], phones: [], links: [], place: null },
    jobs: [],
    education: [],
    skills: [],
    languages: [],
  })
})

test("only the contract's maximum of a text is read; the rest costs no time", () => {
  const late = `${'x\n'.repeat(limits.profileTextUnitsMax / 2)}jane@example.com`
  expect(readProfile(late).contact.emails).toEqual([])
  expect(readProfile(late.slice(2)).contact.emails).toEqual([])
  expect(readProfile(late.slice(100)).contact.emails).toHaveLength(1)
})

const characters = 300_000
const pieces = [
  ...[
    'a',
    '的',
    ' ',
    '\n',
    '-',
    '- ',
    '• ',
    '(',
    '（一',
    'a ',
    'Aa ',
    'Java、',
    'Java, ',
    '姓名：',
    'name: ',
    'a@',
    'a.b@',
    'a.com/',
  ],
  ...[
    '2018.01-',
    '2018.01-2019.01 ',
    '2018.01-2019.01\n',
    '2019\n',
    '2018.01-2019.01 某某公司 工程师\n',
    '1 ',
    '+1 234 ',
    '(1',
  ],
  ...[
    '本科',
    '大学\n',
    'University ',
    'BSc in X, University 2019\n',
    '工作经历\n',
    'Skills: a, b\n',
    '英语：',
    'English ',
    'CET-6 ',
  ],
  ...[
    'https://a',
    '👩‍👩‍👧',
    '\u200b',
    '軟體',
    '公司',
    'Ltd ',
    '地址：',
    'Address: ',
    ', UK',
    '熟练',
    '等',
    '|',
    '\ud83d',
  ],
]

describe(`hostile texts of ${characters} units are fast`, () => {
  test.each(pieces)('%j', (piece) => {
    const text = piece.repeat(Math.ceil(characters / piece.length)).slice(0, characters)
    readProfile(text.slice(0, 1_000))
    expect([1, 2, 3].some(() => isQuick(() => readProfile(text)))).toBe(true)
    expect(faultsOf(readProfile(text), text)).toEqual([])
  })
})
