import { EVD, Matrix } from 'ml-matrix'

/** The number of occurrences of each term in one text. */
type TermCounts = ReadonlyMap<string, number>

/** More topics don't improve the match on unseen texts; fewer make it worse (32 to 200 were tried). */
const topicCount = 80
/** The minimum number of texts and roles that contain a term. */
const placesMin = 5
/** A role counts as this many texts: it lists systematically what texts mention by chance. */
const roleWeight = 2.5
const stepsMax = 127
/** A term that may reveal personal data says nothing about the work. */
const personal = /[男女婚族党团岁籍胎孕]/u

/**
 * `topics-zh.tsv`: the terms that occur in five or more of the texts and roles, each with its idf and its
 * coordinates in the topic space, as integer steps of a scale per term. Latent semantic analysis: the
 * singular vectors of (texts and roles) × terms, from the eigenvectors of their products. The idf and the
 * mean coordinates come from the texts alone.
 */
export function topicsTable(texts: readonly TermCounts[], roles: readonly TermCounts[]): string {
  const idf = idfOf(texts, roles)
  const matrix = Matrix.zeros(texts.length + roles.length, idf.size)
  const columns = new Map([...idf.keys()].map((term, index) => [term, index]))
  ;[...texts, ...roles].forEach((counts, row) => {
    const weights = [...counts].flatMap(([term, count]) => {
      const column = columns.get(term)
      return column === undefined ? [] : [[column, (1 + Math.log(count)) * (idf.get(term) ?? 0)] as const]
    })
    const length = Math.hypot(...weights.map(([, weight]) => weight)) || 1
    const share = row < texts.length ? 1 : roleWeight
    for (const [column, weight] of weights) matrix.set(row, column, (share * weight) / length)
  })
  const places = singularVectors(matrix)
  const usual = matrix
    .subMatrix(0, texts.length - 1, 0, idf.size - 1)
    .mmul(places)
    .mean('column')
  const rows = [...idf].map(([term, value], index) => row(term, value, places.getRow(index)))
  return [['', ...usual.map((value) => value.toFixed(6))].join('\t'), ...rows, ''].join('\n')
}

function idfOf(texts: readonly TermCounts[], roles: readonly TermCounts[]): ReadonlyMap<string, number> {
  const [inTexts, inRoles] = [holding(texts), holding(roles)]
  const terms = [...new Set([...inTexts.keys(), ...inRoles.keys()])].sort()
  return new Map(
    terms
      .filter(
        (term) => (inTexts.get(term) ?? 0) + (inRoles.get(term) ?? 0) >= placesMin && !personal.test(term),
      )
      .map((term) => [term, Math.log((1 + texts.length) / (1 + (inTexts.get(term) ?? 0))) + 1]),
  )
}

function holding(all: readonly TermCounts[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const each of all) for (const term of each.keys()) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
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
