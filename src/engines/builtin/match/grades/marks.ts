import { readForms } from '../read/forms.ts'

/** The mode of study and its outcome; `marks.tsv` has the forms. */
export type Mark = 'fullTime' | 'partTime' | 'underWay' | 'unfinished' | 'courseOnly' | 'noDegree'

const forms = readForms<Mark>(new URL('./marks.tsv', import.meta.url))

/** The marks of a normalised text. `非全日制` is only part-time. */
export function marksOf(normalized: string): ReadonlySet<Mark> {
  return new Set(forms.find(normalized).flatMap(({ classes }) => classes))
}
