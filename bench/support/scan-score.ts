import { editDistance } from './edit-distance.ts'

/** What a scan shows. */
export interface ShownText {
  readonly text: string
  /** What must be found in it, if the page has one. */
  readonly name?: string
  readonly email?: string
}

/** How well a scan was read. Sums of several scans have the same form. */
export interface ScanScore {
  readonly characters: number
  /** Changes that turn one text into the other; an error of reading order counts too. */
  readonly wrong: number
  /** Characters that are missing or wrong in any order, which measures recognition alone. */
  readonly missed: number
  readonly numbers: number
  readonly numbersRead: number
  readonly people: number
  readonly names: number
  readonly emails: number
}

export function scanScoreOf({ text, name, email }: ShownText, seen: string): ScanScore {
  const [expected, read] = [folded(text), folded(seen)]
  const numbers = numbersIn(text)
  const hasPerson = name !== undefined && email !== undefined
  return {
    characters: expected.length,
    wrong: editDistance(expected, read),
    missed: expected.length - inBoth([...expected], [...read]),
    numbers: numbers.length,
    numbersRead: inBoth(numbers, numbersIn(seen)),
    people: Number(hasPerson),
    names: Number(hasPerson && read.includes(folded(name))),
    emails: Number(hasPerson && read.includes(folded(email))),
  }
}

/** Ignores white space, bullets and bars between parts, and kinds of dashes. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s•|·]/g, '')
    .replace(/[–—]/g, '-')
}

function numbersIn(text: string): string[] {
  return text.normalize('NFKC').match(/\d+(?:[.,]\d+)*/g) ?? []
}

function inBoth(wanted: readonly string[], found: readonly string[]): number {
  const left = new Map<string, number>()
  for (const each of found) left.set(each, (left.get(each) ?? 0) + 1)
  return wanted.filter((each) => {
    const count = left.get(each) ?? 0
    left.set(each, count - 1)
    return count > 0
  }).length
}
