import { readFileSync } from 'node:fs'
import type { Profile, ProfileDate } from '../src/contract/index.ts'
import { readProfile } from '../src/engines/builtin/profile/index.ts'

/** Labelled resumes, and the share of their values that the profile reader finds. */

export interface LabelledResume {
  readonly id: string
  readonly text: string
  /** Values by field. */
  readonly values: ReadonlyMap<string, readonly string[]>
}

const form = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
const listed = (text: string, sign: string): string[] => text.split(sign).map((each) => each.trim())

/** The resumes of a half: `seen` during tuning, or `unseen`. */
export function labelledResumes(half: string): LabelledResume[] {
  const file = new URL(`./labelled/profile/${half}.txt`, import.meta.url)
  const parts = readFileSync(file, 'utf8')
    .split(/^#### /m)
    .slice(1)
  return parts.map((part) => {
    const [head = '', labels = ''] = part.split('\n----\n')
    const [id = '', ...lines] = head.split('\n')
    const values = new Map<string, string[]>()
    const add = (field: string, value: string | undefined): void => {
      if (value) values.set(field, [...(values.get(field) ?? []), form(value)])
    }
    for (const line of labels.trim().split('\n')) {
      const [field = '', rest = ''] = [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]
      if (field === 'job' || field === 'edu') {
        const cells = listed(rest, '|')
        const names =
          field === 'job'
            ? ['title', 'employer', 'start', 'end']
            : ['school', 'degree', 'subject', 'start', 'end']
        names.forEach((name, at) => void add(`${field} ${name}`, cells[at]))
        add(`${field} whole`, cells.join('|'))
      } else for (const value of listed(rest, ';')) add(field, value)
    }
    return { id, text: lines.join('\n'), values }
  })
}

const date = (value: ProfileDate | null): string => value?.date ?? ''

function valuesOf({ name, contact, jobs, education, skills, languages }: Profile): Map<string, string[]> {
  const values = new Map<string, string[]>()
  const add = (field: string, value: string | undefined): void => {
    if (value) values.set(field, [...(values.get(field) ?? []), form(value)])
  }
  add('name', name?.text)
  for (const { text } of contact.emails) add('email', text)
  for (const { text } of contact.phones) add('phone', text)
  for (const { text } of contact.links) add('link', text)
  add('place', contact.place?.text)
  for (const { title, employer, start_date, end_date } of jobs) {
    const cells = [title?.text ?? '', employer?.text ?? '', date(start_date), date(end_date)]
    ;['title', 'employer', 'start', 'end'].forEach((field, at) => void add(`job ${field}`, cells[at]))
    add('job whole', cells.join('|'))
  }
  for (const { school, degree, subject, start_date, end_date } of education) {
    const cells = [
      school?.text ?? '',
      degree?.text ?? '',
      subject?.text ?? '',
      date(start_date),
      date(end_date),
    ]
    ;['school', 'degree', 'subject', 'start', 'end'].forEach(
      (field, at) => void add(`edu ${field}`, cells[at]),
    )
    add('edu whole', cells.join('|'))
  }
  for (const { text } of skills) add('skills', text)
  for (const { language, level } of languages) add('lang', `${language?.text ?? ''}=${level?.text ?? ''}`)
  return values
}

export interface FieldCount {
  right: number
  found: number
  labelled: number
}

export interface WrongField {
  readonly id: string
  readonly field: string
  readonly missed: readonly string[]
  readonly wrong: readonly string[]
}

/** The number of correct values per field, ignoring width, case and white space. */
export function countProfiles(resumes: readonly LabelledResume[]): {
  counts: Map<string, FieldCount>
  wrongs: WrongField[]
} {
  const counts = new Map<string, FieldCount>()
  const wrongs: WrongField[] = []
  for (const { id, text, values } of resumes) {
    const read = valuesOf(readProfile(text))
    for (const field of new Set([...values.keys(), ...read.keys()])) {
      const [missed, found] = [[...(values.get(field) ?? [])], read.get(field) ?? []]
      const count = counts.get(field) ?? { right: 0, found: 0, labelled: 0 }
      counts.set(field, count)
      count.labelled += missed.length
      count.found += found.length
      const wrong = found.filter((value) => {
        const at = missed.indexOf(value)
        if (at >= 0) missed.splice(at, 1)
        return at < 0
      })
      count.right += found.length - wrong.length
      if (missed.length + wrong.length > 0) wrongs.push({ id, field, missed, wrong })
    }
  }
  return { counts, wrongs }
}
