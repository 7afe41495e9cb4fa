import { writeFileSync } from 'node:fs'
import { type Language, type PartsTraining, partsTrainingOf } from '../src/engines/index.ts'
import { type LabelledLine, learnParts, readLabelled } from './fit/parts.ts'

/**
 * Learns to which part of a job description a line belongs on which no cue speaks, and says how well.
 *   node tools/fit-parts.ts LANGUAGE           figures, each tenth of the lines learned without it
 *   node tools/fit-parts.ts LANGUAGE --write   the same, then optimize/words/LANGUAGE-learned.tsv anew
 */
const usage = 'usage: node tools/fit-parts.ts zh|en [--write]\n'
const folds = 10
const leads = [0, 150, 300, 500]

function report(lines: readonly LabelledLine[], training: PartsTraining): void {
  const told = lines.map(({ kind, text }) => ({ kind, cue: training.byCues(text) }))
  const spoken = told.filter(({ cue }) => cue !== undefined)
  const right = spoken.filter(({ kind, cue }) => kind === cue)
  print(
    `${lines.length} lines; cues speak on ${share(spoken, told)}, right on ${share(right, spoken)} of them`,
  )
  const judged = lines.map((line, at) => ({ ...line, fold: at % folds }))
  const found = Array.from({ length: folds }, (_, fold) => {
    const table = training.read(
      learnParts(
        judged.filter((line) => line.fold !== fold),
        training,
      ),
    )
    return judged
      .filter((line) => line.fold === fold)
      .map((line) => ({ ...line, ...training.judge(line.text, table), cue: training.byCues(line.text) }))
  }).flat()
  for (const lead of leads) {
    const sure = found.filter((line) => line.lead >= lead)
    const hits = sure.filter((line) => line.likely === line.kind)
    print(`lead of ${lead}: learned speaks on ${share(sure, found)}, right on ${share(hits, sure)} of them`)
  }
  const both = found.filter((line) => (line.cue ?? line.likely) === line.kind)
  print(`cues, else what was learned: right on ${share(both, found)}`)
}

function share(some: readonly unknown[], all: readonly unknown[]): string {
  return `${((100 * some.length) / Math.max(1, all.length)).toFixed(1)} %`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

const [language, flag] = process.argv.slice(2)
if (language !== 'zh' && language !== 'en') {
  process.stderr.write(usage)
  process.exitCode = 1
} else {
  const training = partsTrainingOf(language satisfies Language)
  const lines = readLabelled(language)
  report(lines, training)
  if (flag === '--write') writeFileSync(training.file, learnParts(lines, training))
}
