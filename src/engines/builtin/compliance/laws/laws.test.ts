import { describe, expect, test } from 'vitest'
import { optimizeJobDescription } from '../../optimize/index.ts'
import { factsSource } from '../facts.ts'
import { rulesFor } from '../rules.ts'
import { jurisdictions, lawsCheckedOn, payRangeFault, placeOf } from './index.ts'

/** The findings that the law of a place gives rise to. */
function findingsOf(jdText: string, location?: string) {
  return optimizeJobDescription({ jdText, ...(location && { location }) }).compliance.filter(
    ({ severity, rule }) => severity !== 'advice' || rule === 'pay-range',
  )
}

const all = Object.values(jurisdictions)
const groundLaws = all.flatMap(({ name, grounds, otherLanguage = {} }) =>
  Object.entries(grounds === 'own' ? otherLanguage : grounds).map(([ground, law]) => ({ name, ground, law })),
)
const payRangeLaws = all.flatMap(({ payRange = [] }) => payRange)
const acts = jurisdictions.cn.acts ?? []
const inForce = payRangeLaws.filter((law) => law.inForce <= lawsCheckedOn)
const later = payRangeLaws.filter((law) => law.inForce > lawsCheckedOn)

describe.each(all)('$name', ({ fires, quiet }) => {
  test.each(fires)('fires on %j', (text) => {
    expect(findingsOf(text)).not.toEqual([])
  })

  test.each(quiet)('is quiet on %j', (text) => {
    expect(findingsOf(text)).toEqual([])
  })
})

test.each(groundLaws)('$name, $ground: fires on and is quiet on its examples', ({ law }) => {
  expect(law.fires.length * law.quiet.length).toBeGreaterThan(0)
  for (const text of law.fires) {
    const bases = findingsOf(text).map(({ legalBasis }) => legalBasis)
    expect(bases, text).toEqual(expect.arrayContaining([expect.stringContaining(law.section)]))
  }
  for (const text of law.quiet) expect(findingsOf(text), text).toEqual([])
})

test.each(inForce)('pay in postings, $name: fires on and is quiet on its examples', (law) => {
  expect(law.fires.length * law.quiet.length).toBeGreaterThan(0)
  for (const text of law.fires) {
    expect(findingsOf(text), text).toEqual([
      expect.objectContaining({ rule: 'pay-range', legalBasis: law.section }),
    ])
  }
  for (const text of law.quiet) expect(findingsOf(text), text).toEqual([])
})

test.each(acts)('$name: fires on and is quiet on its examples', (act) => {
  expect(act.fires.length * act.quiet.length).toBeGreaterThan(0)
  for (const jdText of act.fires) {
    const bases = optimizeJobDescription({ jdText }).compliance.map(({ legalBasis }) => legalBasis)
    expect(bases, jdText).toEqual(expect.arrayContaining([expect.stringContaining(`《${act.name}》`)]))
  }
  for (const text of act.quiet) expect(findingsOf(text), text).toEqual([])
})

test('every act that a Chinese rule or an entry names has its date and its link', () => {
  const bases = [...[...rulesFor('zh').values()], factsSource('zh')].map(({ legalBasis }) => legalBasis)
  const sections = Object.values(jurisdictions.cn.otherLanguage ?? {}).map(({ section }) => section)
  const named = [...bases, ...sections].flatMap((text) => text.match(/(?<=《)[^》]+(?=》)/gu) ?? [])
  expect(named.length).toBeGreaterThan(40)
  expect(new Set(named)).toEqual(new Set(acts.map(({ name }) => name)))
})

test('every law has its section, the day from which it applies, and a link', () => {
  for (const law of [...groundLaws.map((each) => each.law), ...payRangeLaws, ...acts]) {
    expect('section' in law ? law.section : law.name).not.toBe('')
    expect(law.inForce).toMatch(/^[12]\d{3}-[01]\d-[0-3]\d$/)
    expect(law.link).toMatch(/^https?:\/\/\S+$/)
  }
  expect(groundLaws.filter(({ law }) => law.inForce > lawsCheckedOn)).toEqual([])
})

test('a law applies from its first day', () => {
  expect(later.map(({ name, inForce: first }) => [name, first])).toEqual([
    ['Columbus', '2027-01-01'],
    ['Delaware', '2027-09-26'],
  ])
  for (const law of later) {
    const [text = ''] = law.fires
    const [eve = ''] = new Date(Date.parse(law.inForce) - 1).toISOString().split('T')
    expect(findingsOf(text)).toEqual([])
    expect(placeOf('', text, 'en', eve).payRange).toEqual([])
    const { payRange } = placeOf('', text, 'en', law.inForce)
    expect(payRangeFault(text, payRange)?.legalBasis).toBe(law.section)
  }
})

test.each([
  ['Nurse in Worcester, MA. Competitive pay.', 'employers of 25 or more in Massachusetts; applies from'],
  ['Clerk in Roanoke, Virginia. Salary negotiable.', 'employers of any size; applies from 2026-07-01'],
  ['Mover in Denver. Wages are fair.', 'with both ends, in a posting, and a general description of the'],
  ['Developer in Berlin. Attractive salary.', 'it binds employers through the law of each country'],
])('the finding on %j names the employers that are bound and what is required', (text, words) => {
  expect(findingsOf(text)[0]?.suggestion).toContain(words)
})

test.each([
  ['Porter in Dallas. Candidates over 50 need not apply.', 20],
  ['Porter in Dallas, men only.', 15],
  ['Porter in Dallas. Indian nationals only.', 4],
  ['达拉斯公司招文员，美国，限男性。', 15],
])('in the United States the finding on %j names the size of the employers that are bound', (text, size) => {
  expect(findingsOf(text)[0]?.legalBasis).toContain(`; the federal law binds employers of ${size} or more, `)
})

test.each([
  ['', 'Nurse in Norwich, £31,000', 'en', 'uk'],
  ['Leeds', 'Cook. Our head office is in Boston, MA.', 'en', 'uk'],
  ['', 'Line cook, Portland, OR', 'en', 'us'],
  ['', 'Developer in Berlin, €60,000', 'en', 'eu'],
  ['', 'Cook in Toronto', 'en', 'elsewhere'],
  ['', 'Cook', 'en', 'us'],
  ['', '厨师', 'zh', 'cn'],
  ['新加坡', '厨师', 'zh', 'elsewhere'],
] as const)('location %j, text %j in %s: the law of %s', (location, text, language, name) => {
  expect(placeOf(location, text, language).name).toBe(name)
})

test.each([
  ['Porter in Dallas. Candidates over 50 need not apply.', 'violation'],
  ['Welder in Suzhou under 35 for nights.', 'risk'],
  ['Porter in Mumbai. Candidates over 50 need not apply.', 'risk'],
])('the severity of the finding on %j is %s by the local law', (text, severity) => {
  expect(findingsOf(text)[0]?.severity).toBe(severity)
})

test('a British advert names British law, not that of the United States', () => {
  const bases = findingsOf('Waiter in Cardiff, men only. No one over 40.').map(({ legalBasis }) => legalBasis)
  expect(bases.length).toBeGreaterThan(1)
  expect(bases.every((basis) => basis.includes('Equality Act 2010'))).toBe(true)
})

test('words on pay without a sum are quoted; a sum that is no pay is none', () => {
  const { payRange } = placeOf('Denver', '', 'en')
  expect(payRangeFault('Mover. Wages are fair. We bought a $90,000 truck.', payRange)).toMatchObject({
    quote: 'Wages are fair',
    severity: 'violation',
    legalBasis: 'C.R.S. § 8-5-201(2)',
  })
  expect(payRangeFault('Mover. $20 to $24 an hour.', payRange)).toBeUndefined()
  expect(payRangeFault('Mover. Pay up to $24 an hour.', payRange)?.quote).toBe('Pay up to $24 an hour')
})
