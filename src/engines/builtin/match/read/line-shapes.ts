import type { Hit } from '../../vocabulary.ts'

/** Minimum share of a line's characters that a title must cover for the line to be a title. */
const titleShareMin = 0.6

/** True if one of the titles found in a text of `length` characters covers most of it. */
export function isTitle(titles: readonly Hit[], length: number): boolean {
  return titles.some(({ start, end }) => end - start >= length * titleShareMin)
}

const piecesMin = 3
const pieceCharactersMax = 9
const namedShareMin = 0.6
const articles =
  /\b(?:a|an|the|to|of|in|on|for|with|by|at|as|from|that|which|was|were|is|are|i|my|our|their|using)\b/gu
const articlesMax = 0.08
const latinShareMin = 0.8

/** True if names cover most of the text. */
export function isOnlyNames(norm: string, hits: readonly Hit[]): boolean {
  const places = new Map(hits.map(({ start, end }) => [`${start}-${end}`, end - start]))
  const named = [...places.values()].reduce((sum, length) => sum + length, 0)
  return named >= charactersIn(norm) * namedShareMin
}

const charactersIn = (norm: string): number => norm.replace(/[\s\p{P}|]+/gu, '').length

/** True for a list of names or short pieces without function words. */
export function isList(norm: string, hits: readonly Hit[]): boolean {
  if (isOnlyNames(norm, hits)) return true
  const signs = charactersIn(norm)
  const latin = norm.match(/[a-z][a-z0-9+#.-]*/gu) ?? []
  const isLatin = latin.length > signs / 10 || latin.join('').length > signs * latinShareMin
  if (isLatin) return (norm.match(articles)?.length ?? 0) <= latin.length * articlesMax
  const pieces = norm.split(/[\s,，、/|;；]+/u).filter(Boolean)
  return pieces.length >= piecesMin && signs <= pieces.length * pieceCharactersMax
}
