import { contactSpans } from '../../builtin/match/person/fields.ts'
import { labelsOf } from '../../builtin/optimize/words/labels.ts'
import type { Language } from '../../builtin/text/index.ts'

/** The parts of a job description that a model may reword. The other parts remain unchanged. */
export const writtenParts = ['summary', 'duties', 'must', 'preferred'] as const
export type WrittenPart = (typeof writtenParts)[number]

/** One line of the builtin text that a model may reword. Facts are numbered from 1, in order. */
export interface Fact {
  readonly part: WrittenPart
  readonly text: string
}

/** A builtin text, split into lines to reword and lines to keep. */
export interface FactSheet {
  readonly title: string
  readonly facts: readonly Fact[]
  readonly sections: readonly Section[]
  readonly language: Language
}

export interface Section {
  readonly heading: string
  /** Undefined if the whole section is kept. */
  readonly part: WrittenPart | undefined
  /** Lines to keep: open questions and contact data, or all lines of a kept section. */
  readonly kept: readonly string[]
  readonly isList: boolean
}

/** A mark for missing or unsettled content. */
const openMark = /[[【](?:待|To be )/u

/** Reads the Markdown of the builtin engine, which is lawful, ordered and free of repetitions. */
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
