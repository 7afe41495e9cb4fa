import { writeFileSync } from 'node:fs'
import { type Language, type Training, trainingOf } from '../src/engines/index.ts'
import { complianceFolder, type LabelledSet, readExamples, readReal, readSets } from './fit/labelled.ts'
import { learnTable, type Sample } from './fit/wording.ts'

/**
 * Learns what compliance suspects beyond its rules, and says what that is worth.
 *   node tools/fit-compliance.ts LANGUAGE FOLDER           figures of each set, learned without it
 *   node tools/fit-compliance.ts LANGUAGE FOLDER --write   the same, then rules/LANGUAGE/learned.tsv anew
 * FOLDER holds `docs.jsonl`, real texts, whose sentences count as harmless where no rule fires.
 */
const usage = 'usage: node tools/fit-compliance.ts zh|en FOLDER [--write]\n'

/** Over which weight, in thousandths, a sentence is told: higher finds less, and is wrong less often. */
const thresholds: Record<Language, number> = { zh: 400, en: 200 }
/** The sets that are worded as postings are; the others seek out hints and slang. */
const isPlain = ({ name }: LabelledSet) => name.startsWith('plain')

function report(
  sets: readonly LabelledSet[],
  others: readonly Sample[],
  real: Sample[],
  training: Training,
  threshold: number,
): void {
  const heading = [
    'left out',
    'sentences',
    'rules: precision, recall',
    'with what was learned',
    'theme right',
    'real',
  ]
  print(heading)
  print(heading.map(() => '---'))
  for (const left of sets.filter(isPlain)) {
    const rest = sets.filter((set) => set !== left).flatMap(({ samples }) => samples)
    // As it ships: with the whole numbers of the table, and without its small ones.
    const table = training.read(learnTable([...rest, ...others], training, threshold))
    const suspected = (text: string) => training.judge(text, table)
    print([
      left.name,
      String(left.samples.length),
      ...figures(left.samples, suspected, training),
      `${real.filter(({ text }) => suspected(text) !== undefined).length} of ${real.length}`,
    ])
  }
}

/** Of sentences: those told among the harmful, and the harmful among those told. */
function figures(
  samples: readonly Sample[],
  suspected: (text: string) => string | undefined,
  training: Training,
): string[] {
  const judged = samples.map(({ text, rules }) => ({
    rules,
    fired: training.fired(text).length > 0,
    theme: suspected(text),
  }))
  const harmful = judged.filter(({ rules }) => rules.length > 0).length
  const precisionAndRecall = (told: readonly { readonly rules: readonly string[] }[]) => {
    const right = told.filter(({ rules }) => rules.length > 0).length
    return `${(right / told.length).toFixed(3)}, ${(right / harmful).toFixed(3)}`
  }
  const only = judged.filter((each) => each.theme !== undefined && !each.fired && each.rules.length > 0)
  return [
    precisionAndRecall(judged.filter((each) => each.fired)),
    precisionAndRecall(judged.filter((each) => each.fired || each.theme !== undefined)),
    `${only.filter(({ rules, theme = '' }) => rules.includes(theme)).length} of ${only.length}`,
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
  report(sets, [...examples, ...real], heldBack, training, thresholds[language])
  if (!writes) return
  const all = [...sets.flatMap(({ samples }) => samples), ...examples, ...real, ...heldBack]
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
