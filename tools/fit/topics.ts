import { EVD, Matrix } from 'ml-matrix'

/** How often each term stands in one text. */
type TermCounts = ReadonlyMap<string, number>

/** More give no better match on texts not seen; fewer a worse one (24 to 120 were tried). */
const topicCount = 48
const textsMin = 3
const stepsMax = 127
/** A term that may tell who somebody is says nothing of the work. */
const personal = /[男女婚族党团岁籍胎孕]/u

/**
 * `topics-zh.tsv`: the terms that stand in three or more of the texts, each with its idf and its place among
 * the topics, in whole steps of its own scale. Latent semantic analysis: the singular vectors of
 * texts × terms, found from the eigenvectors of texts × texts.
 */
export function topicsTable(texts: readonly TermCounts[]): string {
  const idf = idfOf(texts)
  const terms = [...idf.keys()]
  const columns = new Map(terms.map((term, index) => [term, index]))
  const matrix = Matrix.zeros(texts.length, terms.length)
  texts.forEach((counts, row) => {
    const weights = [...counts].flatMap(([term, count]) => {
      const column = columns.get(term)
      return column === undefined ? [] : [[column, (1 + Math.log(count)) * (idf.get(term) ?? 0)] as const]
    })
    const length = Math.hypot(...weights.map(([, weight]) => weight)) || 1
    for (const [column, weight] of weights) matrix.set(row, column, weight / length)
  })
  const places = singularVectors(matrix)
  const mean = matrix.mmul(places).mean('column')
  const rows = terms.map((term, index) => row(term, idf.get(term) ?? 0, places.getRow(index)))
  return [['', ...mean.map((value) => value.toFixed(6))].join('\t'), ...rows, ''].join('\n')
}

function idfOf(texts: readonly TermCounts[]): ReadonlyMap<string, number> {
  const holding = new Map<string, number>()
  for (const counts of texts)
    for (const term of counts.keys()) holding.set(term, (holding.get(term) ?? 0) + 1)
  return new Map(
    [...holding]
      .filter(([term, count]) => count >= textsMin && !personal.test(term))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([term, count]) => [term, Math.log((1 + texts.length) / (1 + count)) + 1]),
  )
}

/** The right singular vectors of the largest singular values, terms × topics. */
function singularVectors(matrix: Matrix): Matrix {
  const { realEigenvalues, eigenvectorMatrix } = new EVD(matrix.mmul(matrix.transpose()), {
    assumeSymmetric: true,
  })
  const largest = realEigenvalues
    .map((value, index) => ({ value, index }))
    .sort((a, b) => b.value - a.value)
    .slice(0, topicCount)
  const left = eigenvectorMatrix.subMatrixColumn(largest.map(({ index }) => index))
  const right = matrix.transpose().mmul(left)
  largest.forEach(({ value }, topic) => {
    right.mulColumn(topic, 1 / Math.sqrt(value))
  })
  return right
}

function row(term: string, idf: number, place: readonly number[]): string {
  const scale = Math.max(...place.map(Math.abs)) / stepsMax
  const steps = Int8Array.from(place, (value) => Math.round(value / scale))
  return [term, idf.toFixed(3), scale.toPrecision(4), Buffer.from(steps).toString('base64')].join('\t')
}
