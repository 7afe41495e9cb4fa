import { readdirSync, readFileSync } from 'node:fs'
import type { Language, Training } from '../../src/engines/index.ts'
import { readDocs } from './data.ts'
import { generator } from './random.ts'
import type { Sample } from './wording.ts'

export const complianceFolder = new URL('../../src/engines/builtin/compliance/', import.meta.url)

export interface LabelledSet {
  readonly name: string
  readonly samples: readonly Sample[]
}

/** The labelled sentences of a language, set by set, but for those that nothing may be learned from. */
export function readSets(language: Language): LabelledSet[] {
  const folder = new URL('labelled/', complianceFolder)
  const files = readdirSync(folder).filter(
    (name) => name.startsWith(`${language}-`) && !name.includes('unseen'),
  )
  return files.sort().map((file) => {
    const { harmful, harmless } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as {
      readonly harmful: readonly (readonly [string, string])[]
      readonly harmless: readonly string[]
    }
    const samples = [
      ...harmful.map(([text, rules]) => ({ text, rules: rules.split(' ') })),
      ...harmless.map((text) => ({ text, rules: [] })),
    ]
    return { name: file.slice('zh-'.length, -'.json'.length), samples }
  })
}

/** The examples that stand with the rules. */
export function readExamples(training: Training): Sample[] {
  return training.examples().map(([text, rule]) => ({ text, rules: rule === '' ? [] : [rule] }))
}

/** What stands between the commas of a sentence: points and chats consist of such pieces. */
function piecesOf(sentence: string): string[] {
  const pieces = sentence.split(/[，,、：:]\s{0,3}/u)
  return pieces.length > 1 ? pieces.filter((piece) => piece.length >= pieceCharactersMin) : []
}

const pieceCharactersMin = 5

/** Sentences of real texts on which no rule fires, in two halves: those of one text stand in one of them. */
export function readReal(folder: string, language: Language, training: Training): [Sample[], Sample[]] {
  const random = generator(17)
  const halves: [Sample[], Sample[]] = [[], []]
  for (const { lang, text } of readDocs(folder)) {
    const half = halves[random() < 0.5 ? 0 : 1]
    if (lang !== language) continue
    const sentences = text.split('\n').flatMap(training.sentences)
    const pieces = sentences.flatMap(piecesOf)
    const quiet = [...sentences, ...pieces].filter((each) => training.fired(each).length === 0)
    half?.push(...quiet.map((each) => ({ text: each, rules: [] })))
  }
  return halves
}
