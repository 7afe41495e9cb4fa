import { contactSpans } from '../../builtin/match/person/fields.ts'
import { labelsOf } from '../../builtin/optimize/words/labels.ts'
import type { Language } from '../../builtin/text/index.ts'

/** The parts of a job description whose wording a model may better; the others are facts as they stand. */
export const writtenParts = ['summary', 'duties', 'must', 'preferred'] as const
export type WrittenPart = (typeof writtenParts)[number]

/** One line of the builtin engine's text that a model may say better, numbered from 1 by its place. */
export interface Fact {
  readonly part: WrittenPart
  readonly text: string
}

/** A builtin text taken apart: what a model writes anew, and what stays as it is. */
export interface FactSheet {
  readonly title: string
  readonly facts: readonly Fact[]
  readonly sections: readonly Section[]
  readonly language: Language
}

export interface Section {
  readonly heading: string
  /** Undefined where all of it stays. */
  readonly part: WrittenPart | undefined
  /** What stays: what is asked for, and how to reach somebody. */
  readonly kept: readonly string[]
  readonly isList: boolean
}

/** A mark that something is to be added or settled. */
const openMark = /[[【](?:待|To be )/u

/** Reads the Markdown that the builtin engine writes; it is lawful, in order, and says each thing once. */
export function factSheet(content: string, language: Language): FactSheet {
  const { headings } = labelsOf[language]
  const [title = '', ...blocks] = content.split(/\n(?=## )/u)
  const facts: Fact[] = []
  const sections = blocks.map((block): Section => {
    const [heading = '', ...rest] = block.split('\n')
    const name = heading.replace(/^## /u, '')
    const part = writtenParts.find((each) => headings[each] === name)
    const lines = rest.map((line) => line.trim()).filter((line) => line !== '')
    const isList = lines.some((line) => line.startsWith('- '))
    const kept = lines.filter((line) => {
      const text = unescaped(line.replace(/^- /u, ''))
      const stays = part === undefined || openMark.test(text) || contactSpans(text).length > 0
      if (!stays) facts.push({ part, text })
      return stays
    })
    return { heading, part, kept, isList }
  })
  return { title: title.trim(), facts, sections, language }
}

const unescaped = (line: string): string => line.replace(/\\(?=[\p{P}\p{S}])/gu, '')
