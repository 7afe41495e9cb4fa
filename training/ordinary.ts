import { readdirSync, readFileSync } from 'node:fs'
import type { Language } from '../src/engines/index.ts'

/** A sentence, and the rules that it violates. */
interface Sample {
  readonly text: string
  readonly rules: readonly string[]
}

/**
 * Ordinary informal sentences about any job: `<title>` is a title of the vocabulary, `<n>` and `<m>` are
 * numbers. Without these examples, the words around a harmful demand would be learned as part of it.
 */
const frames: Record<Language, readonly string[]> = {
  en: [
    'We are looking for a <title> to join our team.',
    'Need a <title>, <n> days a week',
    'we need another <title> asap',
    '<title> wanted for our <m>th street shop',
    'You should have at least <n> years as a <title>, one of those in a busy team.',
    'Pay $<m>-<m>/hr for a <title>',
    'remote US only, <title>, $<m>0-<m>5k',
    'hiring <n> <title>s, no degree needed, we train',
    'sam: looking for a <title>, must have a car',
    'no calls please, email your resume for the <title> job',
    'The <title> will report to the manager and join our finance team.',
    'we are <n> guys and gals and want one more <title>',
    'Our <title> works <n> to <m>, weekends off, no phone interviews',
    'no felony questions on our form, <title> jobs open to all',
    '<title>, <n>0 hours a week, Leeds.',
    'We need two <title>s and a dishwasher.',
    '<title>, <n> to 5, no weekends.',
    'In the office, not remote, as most <title>s are.',
    "We're a busy family shop and we need a <title>, Tuesday through Saturday.",
  ],
  zh: [
    '招个<title>，行政那边的',
    '要个<title>，明天能上班的',
    '最好做过<n>年<title>',
    '老板：<title><n>名，跑同城',
    '找<n>个<title>，熟手优先',
    '<title>，早9点到晚6点，做六休一，包吃住',
    '上班时间：早8点到晚5点半，<title>岗',
    '交社保，<title>月休<n>天',
    '不是兼职，就是普通全职<title>',
    '有做过<title><n>年以上的最好',
    '坐标青岛，在市北区招<title>',
    '<title>，白班夜班轮换，每班8小时',
    '<title>5000，保安4800，包吃住，在三亚。',
    '<title>要手脚麻利，服从安排，有健康证。',
  ],
}
const framesPerTitle = 3
/** Words that make a sentence harmful, so that the model learns them and not their context. */
const harmfulWords: Record<Language, readonly (readonly [word: string, rule: string])[]> = {
  en: [
    ['young', 'age'],
    ['female', 'sex'],
    ['male', 'sex'],
    ['youthful', 'age'],
    ['single', 'family-status'],
    ['childless', 'family-status'],
    ['American-born', 'national-origin'],
    ['Christian', 'race-religion'],
    ['able-bodied', 'disability'],
    ['attractive', 'appearance'],
    ['under-30', 'age'],
  ],
  // Character features alone identify the harmful word.
  zh: [],
}
/** One in this number of ordinary sentences is made harmful. */
const harmfulEvery = 4

/** Sentences for every frame and title in turn. */
export function ordinarySentences(language: Language): Sample[] {
  return titles(language).flatMap((title, row) =>
    Array.from({ length: framesPerTitle }, (_, turn) =>
      sentenceOf(title, row * framesPerTitle + turn, language),
    ),
  )
}

function sentenceOf(title: string, at: number, language: Language): Sample {
  const known = frames[language]
  const words = harmfulWords[language]
  const harmful = at % harmfulEvery === 0 ? words[(at / harmfulEvery) % words.length] : undefined
  const space = language === 'en' ? ' ' : ''
  const text = (known[at % known.length] ?? '')
    .replaceAll('<title>', harmful === undefined ? title : harmful[0] + space + title)
    .replaceAll('<n>', String(2 + (at % 7)))
    .replaceAll('<m>', String(12 + (at % 37)))
  return { text, rules: harmful === undefined ? [] : [harmful[1]] }
}

/** The first name of each title of the vocabulary in a language. */
function titles(language: Language): string[] {
  const folder = new URL('../src/engines/builtin/vocabulary/', import.meta.url)
  const files = readdirSync(folder).filter((name) => name.startsWith('titles'))
  return files.sort().flatMap((file) => {
    const [, ...rows] = readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n')
    return rows.flatMap((row) => {
      const aliases = (row.split('\t')[1] ?? '').split('|')
      return aliases.find((alias) => /[\u3400-\u9fff]/u.test(alias) === (language === 'zh')) ?? []
    })
  })
}
