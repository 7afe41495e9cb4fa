import { writeFileSync } from 'node:fs'
import { type Language, type Training, trainingOf } from '../src/engines/index.ts'
import { complianceFolder, type LabelledSet, readExamples, readReal, readSets } from './fit/labelled.ts'
import { ordinarySentences } from './fit/ordinary.ts'
import { learnTable, type Sample, type Thresholds } from './fit/wording.ts'

/**
 * Learns what compliance suspects beyond its rules, and says what that is worth.
 *   node tools/fit-compliance.ts LANGUAGE FOLDER           figures of each set, learned without it
 *   node tools/fit-compliance.ts LANGUAGE FOLDER --write   the same, then rules/LANGUAGE/learned.tsv anew
 * FOLDER holds `docs.jsonl`, real texts, whose sentences count as harmless where no rule fires.
 */
const usage = 'usage: node tools/fit-compliance.ts zh|en FOLDER [--write]\n'

/** Higher finds less, and is wrong less often. */
const thresholds: Record<Language, Thresholds> = {
  zh: { sentence: 440, theme: 0 },
  en: { sentence: 255, theme: -250 },
}
/** The sets that are worded as postings are; the others seek out hints and slang. */
const isPlain = ({ name }: LabelledSet) => name.startsWith('plain')

function report(
  sets: readonly LabelledSet[],
  others: readonly Sample[],
  real: Sample[],
  training: Training,
  limits: Thresholds,
): void {
  const heading = [
    'left out',
    'sentences',
    'rules: precision, recall',
    'with what was learned',
    'the same by rule',
    'real',
  ]
  print(heading)
  print(heading.map(() => '---'))
  for (const left of sets.filter(isPlain)) {
    const rest = sets.filter((set) => set !== left).flatMap(({ samples }) => samples)
    // As it ships: with the whole numbers of the table, and without its small ones.
    const table = training.read(learnTable([...rest, ...others], training, limits))
    const suspected = (text: string) => training.judge(text, table)
    print([
      left.name,
      String(left.samples.length),
      ...figures(left.samples, suspected, training),
      `${real.filter(({ text }) => suspected(text).length > 0).length} of ${real.length}`,
    ])
  }
}

/** Precision and recall: of sentences of which anything is told, then of every rule of each. */
function figures(
  samples: readonly Sample[],
  suspected: (text: string) => string[],
  training: Training,
): string[] {
  const judged = samples.map(({ text, rules }) => {
    const fired = training.fired(text)
    return { rules, fired, told: [...new Set([...fired, ...suspected(text)])] }
  })
  const once = (rules: readonly string[]) => Math.min(1, rules.length)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const share = (right: number, told: number, harmful: number) =>
    `${(right / told).toFixed(3)}, ${(right / harmful).toFixed(3)}`
  const ofSentences = (told: (each: (typeof judged)[number]) => readonly string[]) =>
    share(
      sum(judged.filter(({ rules }) => rules.length > 0).map((each) => once(told(each)))),
      sum(judged.map((each) => once(told(each)))),
      sum(judged.map(({ rules }) => once(rules))),
    )
  return [
    ofSentences(({ fired }) => fired),
    ofSentences(({ told }) => told),
    share(
      sum(judged.map(({ rules, told }) => told.filter((rule) => rules.includes(rule)).length)),
      sum(judged.map(({ told }) => told.length)),
      sum(judged.map(({ rules }) => rules.length)),
    ),
  ]
}

function print(cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
}

function run(language: Language, folder: string, writes: boolean): void {
  const training = trainingOf(language)
  const sets = readSets(language)
  const examples = readExamples(training)
  const [real, heldBack] = readReal(folder, language, training)
  const ordinary = ordinarySentences(language, training)
  report(sets, [...examples, ...ordinary, ...real], heldBack, training, thresholds[language])
  if (!writes) return
  const all = [...sets.flatMap(({ samples }) => samples), ...examples, ...ordinary, ...real, ...heldBack]
  const table = learnTable(all, training, thresholds[language])
  writeFileSync(new URL(`rules/${language}/learned.tsv`, complianceFolder), table)
}

const [language, folder, write] = process.argv.slice(2)
if ((language === 'zh' || language === 'en') && folder !== undefined)
  run(language, folder, write === '--write')
else {
  process.stderr.write(usage)
  process.exitCode = 2
}
