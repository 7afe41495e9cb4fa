import { readFile } from 'node:fs/promises'
import type { Criterion, MatchInput } from '../../contract/index.ts'
import { limits } from '../../contract/index.ts'
import { CliError } from '../cli-error.ts'
import { cutTo } from '../resume-files.ts'

export const statuses = ['met', 'partly', 'not_met'] as const
export type Status = (typeof statuses)[number]

/** One match with its labels. */
export interface Item {
  readonly id: string
  readonly input: MatchInput
  /** The trade, if the file names one. */
  readonly trade: string
  /** One label per criterion; null if unknown. */
  readonly labels: readonly (Status | null)[]
  /** For a set: its name, and this candidate's rank in it. */
  readonly set?: { readonly id: string; readonly fit: number }
  /** For a pair: whether it is a match. */
  readonly isPair?: boolean
}

export type FileKind = 'pairs' | 'rows' | 'sets'

/** Reads a file of labelled JSON lines; rejects the first malformed line by its number. */
export async function readItems(kind: FileKind, path: string): Promise<Item[]> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CliError(`${path} can't be read`)
  })
  const items = text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const refuse = (problem: string): never => {
      throw new CliError(`line ${index + 1} of ${path}: ${problem}`)
    }
    return readers[kind](parsed(line) ?? refuse('not an object of JSON'), refuse)
  })
  if (items.length === 0) throw new CliError(`${path} contains nothing to evaluate`)
  const ids = new Set(items.map(({ id }) => id))
  if (ids.size < items.length) throw new CliError(`${path}: ids must be unique`)
  return items
}

type Line = Readonly<Record<string, unknown>>
type Refuse = (problem: string) => never

function parsed(line: string): Line | null {
  try {
    const value: unknown = JSON.parse(line.replace(/^\ufeff/u, ''))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Line) : null
  } catch {
    return null
  }
}

function text(line: Line, name: string, refuse: Refuse): string {
  const value = line[name]
  if (typeof value === 'string' && value.trim() !== '') return value
  return refuse(`"${name}" must be a text that is not empty`)
}

const id = (value: unknown, refuse: Refuse): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value)
    : refuse('an id is a text or a number')

const statusOf = (value: unknown): Status | null => statuses.find((each) => each === value) ?? null

const tradeOf = ({ trade }: Line): string => (typeof trade === 'string' ? trade : '')

const inputOf = (resume: string, jdText: string, criteria?: readonly Criterion[]): MatchInput => ({
  resumeText: cutTo(resume, limits.resumeTextCharactersMax),
  jdText: cutTo(jdText, limits.jdTextCharactersMax),
  ...(criteria && { criteria }),
})

const must = (requirement: string): Criterion => ({ text: requirement, priority: 'must', weight: 1 })

const readers: Readonly<Record<FileKind, (line: Line, refuse: Refuse) => Item[]>> = {
  pairs(line, refuse) {
    const { resume, jd, label } = line
    const input = inputOf(text(line, 'resume_text', refuse), text(line, 'jd_text', refuse))
    const isPair = typeof label === 'number' || typeof label === 'boolean' ? Number(label) > 0 : undefined
    const both = `${id(resume, refuse)} × ${id(jd, refuse)}`
    return [{ id: both, input, trade: tradeOf(line), labels: [], ...(isPair !== undefined && { isPair }) }]
  },
  rows(line, refuse) {
    const requirement = text(line, 'requirement', refuse)
    const label = statusOf(line.label) ?? refuse('"label" must be met, partly or not_met')
    const title = typeof line.title === 'string' ? line.title : ''
    const jdText = /[\u3400-\u9fff]/u.test(requirement)
      ? `${title}\n任职要求：\n1. ${requirement}`
      : `${title}\n\nRequirements:\n- ${requirement}`
    const input = inputOf(text(line, 'resume', refuse), jdText, [must(requirement)])
    return [{ id: id(line.id, refuse), input, trade: tradeOf(line), labels: [label] }]
  },
  sets(line, refuse) {
    const { resumes, requirements } = line
    const set = id(line.id, refuse)
    if (!Array.isArray(resumes) || !Array.isArray(requirements)) {
      return refuse('"resumes" and "requirements" must be lists')
    }
    const criteria = requirements.map((each: Line): Criterion => {
      const priority = each.priority === 'preferred' ? 'preferred' : 'must'
      return { ...must(text(each, 'text', refuse)), priority }
    })
    return resumes.map((each: Line, index): Item => {
      const labels = Array.isArray(each.labels) ? each.labels.map(statusOf) : []
      const fit = typeof each.fit === 'number' ? each.fit : refuse('"fit" must be a number')
      const input = inputOf(text(each, 'text', refuse), text(line, 'jd', refuse), criteria)
      const own = each.id === undefined ? `${set}/${index}` : id(each.id, refuse)
      return { id: own, input, trade: tradeOf(line), labels, set: { id: set, fit } }
    })
  },
}
