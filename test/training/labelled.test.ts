import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** The format of the labelled data. */

interface Row {
  readonly group: string
  readonly phenomenon: string
  readonly title: string
  readonly requirement: string
  readonly resume: string
  readonly label: string
  readonly evidence: string | null
  readonly counter: string | null
}

interface Set {
  readonly id: string
  readonly jd: string
  readonly requirements: readonly { readonly text: string; readonly priority: string }[]
  readonly resumes: readonly {
    readonly fit: number
    readonly text: string
    readonly labels: readonly string[]
  }[]
}

const statuses = ['met', 'partly', 'not_met']

async function read<Line>(name: string): Promise<Line[]> {
  const text = await readFile(new URL(`../../training/labelled/${name}.jsonl`, import.meta.url), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

test.each(['rows-zh', 'rows-en'])(
  '%s: labels are known, quotes verbatim, no row is duplicated',
  async (name) => {
    const rows = await read<Row>(name)
    expect(rows.length).toBeGreaterThan(400)
    const isWrong = ({ resume, label, evidence, counter }: Row): boolean =>
      !statuses.includes(label) ||
      [evidence, counter].some((quote) => quote !== null && !resume.includes(quote)) ||
      (label !== 'not_met' && evidence === null)
    expect(rows.filter(isWrong)).toEqual([])
    const keys = rows.map(({ requirement, resume }) => `${requirement}\n${resume}`)
    expect(new Set(keys).size).toBe(rows.length)
    expect(new Set(rows.map(({ group }) => group)).size).toBeGreaterThan(150)
  },
)

test.each(['sets-zh', 'sets-en'])(
  '%s: requirements are verbatim in the ad, each resume has a label for each',
  async (name) => {
    const sets = await read<Set>(name)
    expect(sets.length).toBeGreaterThanOrEqual(20)
    const isWrong = ({ jd, requirements, resumes }: Set): boolean =>
      requirements.some(({ text }) => !jd.includes(text)) ||
      resumes.some(({ labels }) => labels.length !== requirements.length) ||
      resumes.some(({ labels }) => labels.some((label) => ![...statuses, 'unknown'].includes(label))) ||
      [...resumes.map(({ fit }) => fit)].sort().join() !== '0,1,2,3,4'
    expect(sets.filter(isWrong).map(({ id }) => id)).toEqual([])
  },
)
