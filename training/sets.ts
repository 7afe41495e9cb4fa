import { matchTexts } from '../src/engines/builtin/match/match.ts'
import { type Label, type LabelledSet, labelledSets, readLines, writtenIn } from './data.ts'

/**
 * Measures the engine's order of the resumes of each ad, and its statuses: `node training/sets.ts [FILE…]`.
 */
const fold = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '').toLowerCase()
const whole = (found: readonly string[]): string =>
  found.length === 0
    ? 'unread'
    : found.every((each) => each === 'met')
      ? 'met'
      : found.every((each) => each === 'not_met')
        ? 'not_met'
        : 'partly'
const isInvited = (advice: string): boolean =>
  /面试|interview|invite/i.test(advice) && !/再决定|是否|暂不|before|deciding|whether|\bnot\b/i.test(advice)

function measure(name: string, sets: readonly LabelledSet[]): void {
  const n = {
    pairs: 0,
    out: 0,
    cells: 0,
    right: 0,
    not: 0,
    saidMet: 0,
    held: 0,
    missed: 0,
    unread: 0,
    unfit: 0,
    invited: 0,
    fit: 0,
    fitInvited: 0,
  }
  const scores: number[][] = [[], [], [], [], []]
  const count = (label: Label, status: string): void => {
    if (status === 'unread') {
      n.unread += 1
      return
    }
    n.cells += 1
    if (status === label) n.right += 1
    if (label === 'not_met') [n.not, n.saidMet] = [n.not + 1, n.saidMet + Number(status === 'met')]
    if (label === 'met') [n.held, n.missed] = [n.held + 1, n.missed + Number(status === 'not_met')]
  }
  for (const { jd, title, requirements, resumes } of sets) {
    const got = resumes.map(({ text, fit, labels }) => {
      const { data, unroundedScore } = matchTexts(
        { resumeText: text, jdText: jd, jobTitle: title },
        writtenIn,
        { name: '', version: '' },
      )
      requirements.forEach((asked, at) => {
        const label = labels[at] ?? 'unknown'
        const same = data.requirements.filter(
          (each) => fold(each.text).includes(fold(asked.text)) || fold(asked.text).includes(fold(each.text)),
        )
        if (label !== 'unknown') count(label, whole(same.map(({ status }) => status)))
        if (process.argv.includes('--unread') && same.length === 0) console.log(`unread: ${asked.text}`)
      })
      const invited = Number(isInvited(data.recommendation))
      if (fit <= 1) [n.unfit, n.invited] = [n.unfit + 1, n.invited + invited]
      if (fit >= 3) [n.fit, n.fitInvited] = [n.fit + 1, n.fitInvited + invited]
      scores[fit]?.push(unroundedScore)
      return { fit, score: unroundedScore }
    })
    for (const one of got)
      for (const other of got)
        if (one.fit > other.fit) [n.pairs, n.out] = [n.pairs + 1, n.out + Number(one.score <= other.score)]
  }
  const mean = (list: readonly number[]): number =>
    Math.round(list.reduce((sum, each) => sum + each, 0) / Math.max(1, list.length))
  console.log(
    `${name}: out of order ${(n.out / n.pairs).toFixed(3)} of ${n.pairs}; mean by fit 4 to 0: ${scores.map(mean).reverse().join(' ')}; statuses right ${(n.right / n.cells).toFixed(3)} of ${n.cells} (unread ${n.unread}); ` +
      `met though not ${(n.saidMet / n.not).toFixed(3)}, missing ${(n.missed / n.held).toFixed(3)}; unfit invited ${n.invited} of ${n.unfit}, fit invited ${n.fitInvited} of ${n.fit}`,
  )
}

const files = process.argv.slice(2).filter((each) => !each.startsWith('--'))
if (files.length === 0) {
  measure('labelled zh', labelledSets('zh'))
  measure('labelled en', labelledSets('en'))
} else
  measure(
    files.join(' '),
    files.flatMap((file) => readLines<LabelledSet>(file)),
  )
