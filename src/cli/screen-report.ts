import type { BatchItem, BatchRecord } from '../contract/index.ts'
import type { Answer } from './answer.ts'
import { csvHeading, csvLine } from './csv.ts'
import { exitCodeOf } from './exit-codes.ts'
import type { ReadFiles } from './resume-files.ts'
import { table } from './table.ts'

/** The result of a screening; more resumes than one batch takes are split into several. */
export interface Screening extends ReadFiles {
  readonly records: readonly BatchRecord[]
}

interface RankedItem extends BatchItem {
  readonly batchId: string
}

/** Over all batches: by score, then in the order of each batch. */
function ranking({ records }: Screening): RankedItem[] {
  const all = records.flatMap((record) => record.items.map((item) => ({ ...item, batchId: record.batch_id })))
  return all.sort((a, b) => (b.score ?? -1) - (a.score ?? -1))
}

export function screeningAnswer(screening: Screening): Answer {
  const ranked = ranking(screening)
  const rows = ranked.map(({ score, candidate_label, tags }, index) => [
    { right: String(index + 1) },
    { right: score === null ? '-' : String(score) },
    candidate_label,
    tags.join(', '),
  ])
  const heading = [{ right: '#' }, { right: 'SCORE' }, 'CANDIDATE', 'TAGS']
  const charge = chargeOf(screening)
  const said = screening.records.flatMap(({ summary }) =>
    summary === null ? [] : [summary.matchConclusion, ...summary.topReasons.map((reason) => `- ${reason}`)],
  )
  const unscored = ranked.filter(({ score }) => score === null).length
  const closing = [
    `Cost: ${charge.parsing} point_cents for reading, ${charge.screening} for screening (charged once within 24 hours).`,
    ...duplicateLines(screening),
    ...(unscored > 0 ? [`${unscored} candidate(s) could not be scored; they are not charged.`] : []),
    ...(screening.bad.length > 0 ? [`${screening.bad.length} file(s) could not be used (see above).`] : []),
  ]
  return {
    text: [table(heading, rows), '', ...said, '', ...closing].join('\n'),
    json: {
      batches: screening.records.map(({ batch_id, status }) => ({ batch_id, status })),
      candidates: ranked.map(({ batchId, ...item }) => ({ ...item, batch_id: batchId })),
      bad_files: screening.bad.map(({ name, problem }) => ({ name, problem })),
      cost_point_cents: charge.parsing + charge.screening,
    },
    exitCode: exitCodeOf(unscored + screening.bad.length, ranked.length + screening.bad.length),
  }
}

/** Candidates of two different batches are not compared. */
function duplicateLines({ records }: Screening): string[] {
  return records.flatMap(({ items }) => {
    const labels = new Map(items.map(({ index, candidate_label }) => [index, candidate_label]))
    return items.flatMap(({ index, candidate_label, duplicate_of }) => {
      const others = duplicate_of.filter((other) => other > index).map((other) => labels.get(other) ?? '')
      return others.length === 0 ? [] : [`${candidate_label} is likely the same as ${others.join(', ')}.`]
    })
  })
}

function chargeOf({ records, resumes, bad }: Screening): { parsing: number; screening: number } {
  return {
    parsing: [...resumes, ...bad].reduce((sum, { chargedPointCents }) => sum + chargedPointCents, 0),
    screening: records.reduce((sum, { billing }) => sum + (billing.billed_point_cents ?? 0), 0),
  }
}

export function screeningCsv(screening: Screening): string {
  const lines = ranking(screening).map(({ score, candidate_label, tags, recommendation, batchId }, index) =>
    csvLine([index + 1, score, candidate_label, tags.join('; '), recommendation, batchId]),
  )
  const bad = screening.bad.map(({ name, problem }) => csvLine([null, null, name, '', problem, null]))
  return (
    csvHeading(['rank', 'score', 'candidate', 'tags', 'recommendation', 'batch_id']) +
    [...lines, ...bad].join('')
  )
}

const barWidth = 24

export function progressBar(what: string, done: number, total: number): string {
  const full = total === 0 ? barWidth : Math.round((barWidth * done) / total)
  return `${what} [${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] ${done}/${total}`
}
