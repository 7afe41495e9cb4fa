import { findWording } from '../../builtin/compliance/index.ts'
import { type Language, normalize, words } from '../../builtin/text/index.ts'
import { isRecord } from '../judge/verdicts.ts'
import { type Fact, type FactSheet, type WrittenPart, writtenParts } from './facts.ts'
import { type Terms, termsOf } from './terms.ts'

/** A line that a model wrote, and the numbers of the facts that it states. */
export interface WrittenLine {
  readonly part: WrittenPart
  readonly text: string
  readonly facts: readonly number[]
}

export const linesSchema = {
  name: 'description',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['lines'],
    properties: {
      lines: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['part', 'text', 'facts'],
          properties: {
            part: { type: 'string', enum: [...writtenParts] },
            text: { type: 'string' },
            facts: { type: 'array', items: { type: 'integer' } },
          },
        },
      },
    },
  },
}

/** Checks the form only. The content is checked in the thread, which has the tables. */
export function checkForm(
  value: unknown,
): { readonly value: readonly WrittenLine[] } | { readonly mistake: string } {
  const list = isRecord(value) ? value.lines : value
  if (!Array.isArray(list) || list.length === 0) return { mistake: 'The answer must be {"lines": [...]}.' }
  const lines: WrittenLine[] = []
  for (const each of list) {
    const part = isRecord(each) ? writtenParts.find((known) => known === each.part) : undefined
    if (
      !isRecord(each) ||
      part === undefined ||
      typeof each.text !== 'string' ||
      !Array.isArray(each.facts)
    ) {
      return { mistake: 'Each line must have "part", "text" and "facts" (numbers).' }
    }
    const facts = each.facts.filter((number): number is number => Number.isInteger(number))
    lines.push({ part, text: each.text.replace(/\s+/gu, ' ').trim(), facts })
  }
  return { value: lines.filter(({ text }) => text !== '') }
}

/** Limits on the reported mistakes, which bound the size of the next question. */
export const mistakesMax = 12
export const mistakeCharactersMax = 160
/** The share of a line's words that may be absent from its facts, for connecting words. */
const newWordsShareMax = 0.5
const newWordsMin = 4

/**
 * The mistakes in lines written from facts, as sentences for the model: lost or new content, facts in the
 * wrong part, and wording against the rules.
 */
export function mistakesIn(lines: readonly WrittenLine[], { facts, language }: FactSheet): string[] {
  const said = new Map<number, string>()
  const mistakes = lines.flatMap((line, index) => {
    const own = line.facts.flatMap((number) => facts[number - 1] ?? [])
    for (const number of line.facts) said.set(number, `${said.get(number) ?? ''}\n${line.text}`)
    return mistakesInLine(line, own, language).map((mistake) => `Line ${index + 1} ${mistake}`)
  })
  const lost = facts.flatMap((fact, index) => {
    const text = said.get(index + 1) ?? ''
    if (text === '') return [`Fact ${index + 1} is in no line.`]
    return lostOf(termsOf(fact.text), termsOf(text)).map((what) => `Fact ${index + 1} lost ${what}.`)
  })
  const before = new Set(facts.flatMap(({ text }) => findWording(text, language)).map(({ rule }) => rule))
  const unlawful = findWording(lines.map(({ text }) => text).join('\n'), language)
    .filter(({ rule }) => !before.has(rule))
    .map(({ quote }) => `"${quote}" must not be said in a job description.`)
  const all = [...mistakes, ...lost, ...unlawful]
  return all.slice(0, mistakesMax).map((each) => each.slice(0, mistakeCharactersMax))
}

function mistakesInLine({ part, text }: WrittenLine, own: readonly Fact[], language: Language): string[] {
  if (own.length === 0) return ['names no fact.']
  const mistakes: string[] = []
  if (own.some((fact) => fact.part !== part)) mistakes.push(`must be of the part ${own[0]?.part}.`)
  if (/[<>`]|\]\(|https?:|^#/u.test(text)) mistakes.push('must be plain text.')
  if (/[\u3400-\u9fff]/u.test(text) !== (language === 'zh') && own.some(({ text }) => isIn(text, language))) {
    mistakes.push('must be in the language of its facts.')
  }
  const source = own.map((fact) => fact.text).join('\n')
  const [given, found] = [termsOf(source), termsOf(text)]
  mistakes.push(...newIn(found, given).map((what) => `adds ${what}.`))
  if (given.isDenied !== found.isDenied) mistakes.push('denies what its facts do not, or the reverse.')
  if (saysMore(text, source)) mistakes.push('says more than its facts.')
  return mistakes
}

const isIn = (text: string, language: Language): boolean =>
  /[\u3400-\u9fff]/u.test(text) === (language === 'zh')

/** The terms of a fact that its lines lack. Concepts may have another name; numbers may not. */
function lostOf(fact: Terms, line: Terms): string[] {
  return [
    ...without(fact.numbers, line.numbers).map((number) => `the number ${number}`),
    ...namesWithout(fact, line),
    ...without(fact.places, line.places).map((place) => `"${place}"`),
    ...without(fact.concepts, line.wider).map(nameOf),
  ]
}

function newIn(line: Terms, facts: Terms): string[] {
  return [
    ...without(line.numbers, facts.numbers).map((number) => `the number ${number}`),
    ...namesWithout(line, facts),
    ...without(line.places, facts.places).map((place) => `"${place}"`),
    ...without(line.concepts, facts.wider).map(nameOf),
  ]
}

const namesWithout = (some: Terms, others: Terms): string[] =>
  [...some.names].filter((name) => !others.said.includes(name)).map((name) => `"${name}"`)

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...some].filter((each) => !others.has(each))
/** `skills:sql` */
const nameOf = (key: string): string => `"${key.slice(key.indexOf(':') + 1)}"`

function saysMore(text: string, source: string): boolean {
  const known = new Set(words(normalize(source)).map(stemOf))
  const own = [...new Set(words(normalize(text)).map(stemOf))].filter((word) => word.length > 1)
  const fresh = own.filter((word) => !known.has(word) && !source.includes(word))
  return fresh.length >= newWordsMin && fresh.length > own.length * newWordsShareMax
}

const stemOf = (word: string): string => (/^[a-z]{5,}$/u.test(word) ? word.slice(0, 5) : word)
