import { endsWithTitle, type Language, type Line, type Section } from '../../text/index.ts'
import { partByWords } from '../parts/classify.ts'

const markBefore = /(?:^|[^0-9])([0-9]{1,2})\s{0,2}[)）、.．]\s{0,3}$/u
const runMin = 2

interface Run {
  readonly lines: Line[]
  last: number
}

/**
 * Turns numbered lists without headings into sections with one. If the numbers restart, the second list
 * holds the requirements. All items of a list belong to the part that most of them indicate.
 */
export function listsAsSections(sections: readonly Section[], text: string, language: Language): Section[] {
  return sections.flatMap((section) => {
    if (section.kind !== 'plain' || section.heading !== '') return [section]
    const runs = runsOf(section.lines, text)
    const lists = runs.filter(({ lines }) => lines.length >= runMin)
    const isTitled = endsWithTitle(section.lines[0]?.text ?? '')
    if (lists.length === 1 && runs.length === 1 && !isTitled && mostlyDuties(section.lines, language)) {
      return [{ ...section, kind: 'duties' }]
    }
    if (lists.length < 2) return [section]
    return runs.map(({ lines }): Section => {
      const at = lists.findIndex((list) => list.lines === lines)
      return { kind: at < 0 ? 'plain' : kindOf(lines, at, language), heading: '', lines }
    })
  })
}

function runsOf(lines: readonly Line[], text: string): Run[] {
  const runs: Run[] = []
  for (const line of lines) {
    const digits = markBefore.exec(text.slice(Math.max(0, line.start - 8), line.start))?.[1]
    const number = line.isItem && digits !== undefined ? Number(digits) : 0
    const run = runs.at(-1)
    const goesOn = run !== undefined && (number > run.last || (number === 0 && run.last === 0))
    if (goesOn) {
      run.lines.push(line)
      run.last = number
    } else runs.push({ lines: [line], last: number })
  }
  return runs
}

const dutyShareMin = 0.7
const dutiesMin = 3

function mostlyDuties(lines: readonly Line[], language: Language): boolean {
  const duties = lines.filter(({ text }) => partByWords(text, language) === 'duties').length
  return duties >= dutiesMin && duties >= lines.length * dutyShareMin
}

/** The first list holds duties and the next requirements, unless their words indicate otherwise. */
function kindOf(lines: readonly Line[], at: number, language: Language): 'duties' | 'must' {
  const parts = lines.map(({ text }) => partByWords(text, language))
  const duties = parts.filter((part) => part === 'duties').length
  const demands = parts.filter((part) => part === 'must').length
  if (at === 0) return demands > duties ? 'must' : 'duties'
  return duties > demands ? 'duties' : 'must'
}
