import { describe, expect, test } from 'vitest'
import { optimizeJobDescription } from '../../optimize/index.ts'
import { jurisdictions, payRangeFault, placeOf } from './index.ts'

/** The findings that the law of a place gives rise to. */
function findingsOf(jdText: string, location?: string) {
  return optimizeJobDescription({ jdText, ...(location && { location }) }).compliance.filter(
    ({ severity, rule }) => severity !== 'advice' || rule === 'pay-range',
  )
}

describe.each(Object.entries(jurisdictions))('%s', (_name, { fires, quiet }) => {
  test.each(fires)('fires on %j', (text) => {
    expect(findingsOf(text)).not.toEqual([])
  })

  test.each(quiet)('is quiet on %j', (text) => {
    expect(findingsOf(text)).toEqual([])
  })
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
