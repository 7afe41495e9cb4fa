import type { Language } from '../text/index.ts'
import { findWording } from './find-compliance.ts'
import { fold } from './fold.ts'
import { gramsOf } from './grams.ts'
import { judge, type LearnedTable, readLearned } from './learned.ts'
import { ruleSources } from './rules.ts'
import { sentencesOf } from './suspicions.ts'

/** What `tools/fit-compliance.ts` learns the table of `learned.ts` by. */
export interface Training {
  /** The grams of a sentence, as the table counts them. */
  readonly grams: (sentence: string) => Set<string>
  readonly sentences: (line: string) => string[]
  /** The names of the rules that fire on a sentence, without what was learned. */
  readonly fired: (sentence: string) => string[]
  /** Examples of the rules: those that must fire with the name of the rule, those that must not without. */
  readonly examples: () => (readonly [sentence: string, rule: string])[]
  readonly read: (table: string) => LearnedTable
  readonly judge: (sentence: string, table: LearnedTable) => string[]
}

export function trainingOf(language: Language): Training {
  return {
    grams: (sentence) => gramsOf(fold(sentence).text, language),
    sentences: (line) => sentencesOf(line, language),
    fired: (sentence) => findWording(sentence, language).map(({ rule }) => rule),
    examples: () =>
      ruleSources(language).flatMap(({ name, fires, quiet }) => [
        ...fires.map((sentence) => [sentence, name] as const),
        ...quiet.map((sentence) => [sentence, ''] as const),
      ]),
    read: readLearned,
    judge: (sentence, table) => judge(fold(sentence).text, language, table),
  }
}
