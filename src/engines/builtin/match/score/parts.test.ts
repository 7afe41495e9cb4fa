import { expect, test } from 'vitest'
import { matchTexts } from '../match.ts'
import { monthNumber } from '../read/dates.ts'
import { samplePairs } from '../sample-pairs.ts'

const today = monthNumber(2026, 11)

/** As the API description defines it. */
const channelOf = (kind: string): string =>
  ({ years: 'experience', degree: 'education', major: 'education', place: 'none' })[kind] ?? 'musts'

test('every score can be recomputed from the answer', () => {
  const pairs = samplePairs.flatMap(({ resume }) => samplePairs.map(({ jd }) => ({ resume, jd })))
  for (const { resume: resumeText, jd: jdText } of pairs) {
    const { data, unroundedScore } = matchTexts({ resumeText, jdText }, today, { name: 'test', version: '0' })
    const { channels, preferred, floor, ceiling } = data.parts ?? {
      channels: [],
      preferred: null,
      floor: 0,
      ceiling: 0,
    }
    const weights = channels.reduce((sum, { weight }) => sum + weight, 0)
    const base = (100 * channels.reduce((sum, { weight, value }) => sum + weight * value, 0)) / weights
    const value = preferred === null ? base : base * (1 - (preferred.points / 100) * (1 - preferred.value))
    const beyond = value > ceiling ? ceiling + (value - ceiling) / 10 : floor - (floor - value) / 10
    expect(value > ceiling || value < floor ? beyond : value).toBeCloseTo(unroundedScore, 1)
    const mean = (of: typeof data.requirements): number =>
      of.reduce((sum, each) => sum + each.weight * (each.credit ?? 0), 0) /
      of.reduce((sum, each) => sum + each.weight, 0)
    const musts = data.requirements.filter(({ priority }) => priority === 'must')
    for (const { name, value } of channels) {
      const own = musts.filter(({ kind }) => channelOf(kind) === name)
      if (['musts', 'experience', 'education'].includes(name)) expect(mean(own)).toBeCloseTo(value, 3)
    }
    const wished = data.requirements.filter(
      ({ priority, kind }) => priority === 'preferred' && kind !== 'place',
    )
    if (preferred !== null) expect(mean(wished)).toBeCloseTo(preferred.value, 3)
  }
})
