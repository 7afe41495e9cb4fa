import { expect, test } from 'vitest'
import { countProfiles, labelledResumes } from '../../training/profiles.ts'

/** Labelled resumes keep their format, and the profile reader finds no fewer values than before. */

const form = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')
const isDate = /^(?:\d{4}(?:-\d\d)?|current)$/

test.each(['seen', 'unseen'])('%s: every label is a part of its resume', (half) => {
  const resumes = labelledResumes(half)
  expect(resumes.length).toBeGreaterThanOrEqual(15)
  const strange = resumes.flatMap(({ id, text, values }) =>
    [...values]
      .filter(([field]) => !field.endsWith('whole'))
      .flatMap(([field, told]) => told.flatMap((value) => (field === 'lang' ? value.split('=') : value)))
      .filter((value) => !isDate.test(value) && !form(text).includes(value))
      .map((value) => `${id}: ${value}`),
  )
  expect(strange).toEqual([])
})

test.each([
  ['seen', 0.95],
  ['unseen', 0.85],
] as const)('%s: precision and recall of every field are at least %s', (half, least) => {
  const { counts } = countProfiles(labelledResumes(half))
  const low = [...counts].filter(
    // In a field with few values, a single one would decide.
    ([, { right, found, labelled }]) => labelled >= 15 && right < Math.max(found, labelled) * least,
  )
  expect(low).toEqual([])
})
