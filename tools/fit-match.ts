import { writeFileSync } from 'node:fs'
import {
  backgroundTable,
  type Channel,
  channelShare,
  rescore,
  termsOfRoles,
  termsOfTexts,
} from '../src/engines/index.ts'
import { withoutCopies } from './fit/copies.ts'
import { type Judged, readDocs, readJudged } from './fit/data.ts'
import { type Figures, figuresOf, intervals } from './fit/measures.ts'
import { generator } from './fit/random.ts'
import { topicsTable } from './fit/topics.ts'

/**
 * Fits the weights of the match and measures its quality.
 *   node tools/fit-match.ts background FOLDER   computes profile-background.tsv (without labels)
 *   node tools/fit-match.ts topics FOLDER       learns topics-zh.tsv (without labels)
 *   node tools/fit-match.ts weights FOLDER      prints figures, ablations, weights by cross-validation
 */
type Shares = Readonly<Record<Channel, number>>
const channels = Object.keys(channelShare) as Channel[]
const folds = 5
const bootstrapRounds = 200

function report(judged: readonly Judged[]): void {
  const scoreWith = (shares: Shares) => (each: Judged) => rescore(each.scored, shares)
  const now = figuresOf(judged, scoreWith(channelShare))
  const around = intervals(judged, scoreWith(channelShare), bootstrapRounds)
  const tasks = [...now.keys()]
  print('|', ['', ...tasks])
  print('|', ['---', ...tasks.map(() => '---')])
  print('|', [
    'as it is',
    ...tasks.map((task) => {
      const [low, high] = around.get(task) ?? [0, 0]
      return `${show(now.get(task))} [${show(low)}, ${show(high)}]`
    }),
  ])
  for (const channel of channels) {
    const without = figuresOf(judged, scoreWith({ ...channelShare, [channel]: 0 }))
    const alone = figuresOf(judged, (each) => each.scored.channels[channel] ?? 0)
    print('|', [`without ${channel}`, ...tasks.map((task) => difference(without, now, task))])
    print('|', [`${channel} alone`, ...tasks.map((task) => show(alone.get(task)))])
  }
  print('|', ['fitted, on jobs not seen', ...crossValidated(judged, tasks).map(show)])
  const fitted = fitShares(judged)
  process.stdout.write(`\nfitted on all: ${JSON.stringify(fitted)}\n`)
}

/** The mean over the folds: shares are fitted on the other jobs and measured on the jobs left out. */
function crossValidated(judged: readonly Judged[], tasks: readonly string[]): number[] {
  const random = generator(11)
  const jobs = [...new Set(judged.map(({ jd }) => jd))]
  const foldOf = new Map(jobs.map((jd) => [jd, Math.floor(random() * folds)]))
  const figures = Array.from({ length: folds }, (_, fold) => {
    const shares = fitShares(judged.filter(({ jd }) => foldOf.get(jd) !== fold))
    const left = judged.filter(({ jd }) => foldOf.get(jd) === fold)
    return figuresOf(left, (each) => rescore(each.scored, shares))
  })
  return tasks.map((task) => meanOf(figures.flatMap((each) => each.get(task) ?? [])))
}

/** A fold without a task, or with only one class of it, has no figure. */
function meanOf(figures: readonly number[]): number {
  const known = figures.filter(Number.isFinite)
  return known.reduce((sum, value) => sum + value, 0) / known.length
}

const steps = [0.7, 0.85, 1.18, 1.4]
const roundsMax = 4
/**
 * The penalty for moving a share away from its value in `weights.ts`: several tasks must gain before it
 * moves.
 */
const pull = 0.004

/** Searches near the current shares, one share at a time, for the best mean over all tasks. */
function fitShares(judged: readonly Judged[]): Shares {
  const sample = thinned(judged)
  const worth = (shares: Shares): number => {
    const figures = figuresOf(sample, (each) => rescore(each.scored, shares))
    const moved = channels.reduce((sum, each) => sum + Math.log(shares[each] / channelShare[each]) ** 2, 0)
    return meanOf([...figures.values()]) - pull * moved
  }
  let best: Shares = { ...channelShare }
  let value = worth(best)
  for (let round = 0; round < roundsMax; round += 1) {
    const before = value
    for (const channel of channels) {
      for (const step of steps) {
        const tried = { ...best, [channel]: best[channel] * step }
        const found = worth(tried)
        if (found > value) [best, value] = [tried, found]
      }
    }
    if (value === before) break
  }
  const sum = channels.reduce((total, each) => total + best[each], 0)
  return Object.fromEntries(
    channels.map((each) => [each, Math.round((1000 * best[each]) / sum) / 10]),
  ) as Shares
}

/** A third of the unjudged candidates that pad a list is enough for fitting. */
function thinned(judged: readonly Judged[]): Judged[] {
  const random = generator(3)
  return judged.filter(({ task, label }) => label > 0 || !/pool|topical/u.test(task) || random() < 1 / 3)
}

function difference(a: Figures, b: Figures, task: string): string {
  const by = (a.get(task) ?? 0) - (b.get(task) ?? 0)
  return `${by < 0 ? '−' : '+'}${show(Math.abs(by))}`
}

function show(value: number | undefined): string {
  return (value ?? 0).toFixed(3).replace(/^0/u, '')
}

function print(sign: string, cells: readonly string[]): void {
  process.stdout.write(`${sign} ${cells.join(` ${sign} `)} ${sign}\n`)
}

const tables = new URL('../src/engines/builtin/match/kind/', import.meta.url)
const commands: Readonly<Record<string, (folder: string) => void>> = {
  background: (folder) => {
    writeFileSync(new URL('profile-background.tsv', tables), backgroundTable(readDocs(folder)))
  },
  topics: (folder) => {
    writeFileSync(
      new URL('topics-zh.tsv', tables),
      topicsTable(termsOfTexts(withoutCopies(readDocs(folder))), termsOfRoles()),
    )
  },
  weights: (folder) => {
    report(readJudged(folder, (part) => process.stderr.write(`\r${Math.round(part * 100)} %`)))
  },
}

const [name = '', folder] = process.argv.slice(2)
const command = commands[name]
if (folder === undefined || command === undefined) {
  process.stderr.write(`usage: node tools/fit-match.ts ${Object.keys(commands).join('|')} FOLDER\n`)
  process.exitCode = 2
} else command(folder)
