import { type Language, normalize, priorityOf } from '../../text/index.ts'
import type { DraftLine } from '../draft.ts'
import { firstUpper } from '../plain/plain-text.ts'

/** Whether words state a preference rather than a requirement. */
export function isPreferred(text: string): boolean {
  return priorityOf(normalize(text), 'must') === 'preferred' || evenBetter.test(text)
}

/** `if you know Revit, even better`, `bakery exp pref`, `nice but not needed` */
const evenBetter =
  /\beven better\b|\bpref\b|\b(?:nice|great|good|welcome|handy|useful) but\b|\b(?:would|will) help\b|\bif possible\b|\bnot (?:needed|compulsory)\b(?! (?:to|in)\b)/iu

/** `Must be calm`, `QTS essential`, `必须持证`: words that no neighbour makes a preference. */
export const isBinding = (text: string): boolean => binding.test(text) && !isPreferred(text)
const binding =
  /^must\b|\b(?:required|essential|mandatory|a must)[.!]?$|^(?:必须|须|起码|至少)|(?:必须|必备|必须有)$/iu

/** A requirement and a preference in one line, as `BS (MS preferred)` or `低压电工证、高压电工证(加分)`, are two lines. */
export function separatePreferred(line: DraftLine, language: Language): DraftLine[] {
  if ((line.part !== 'must' && line.part !== 'preferred') || !isPreferred(line.text)) return [line]
  const pieces = language === 'zh' ? listedApart(line.text) : afterAnd(line.text)
  return (pieces ?? inBrackets(line.text, language) ?? [line]).map((piece) => ({ ...line, ...piece }))
}

type Piece = Pick<DraftLine, 'part' | 'text'>

/** `高压电工证(加分)` */
const markedSo = /[（(](?:加分项?|优先|非必须|可选|更佳)[）)][。；;]?$/u

function listedApart(text: string): Piece[] | undefined {
  const listed = text.split(/、(?![^（(]{0,60}[）)])/u)
  if (listed.length < 2 || !listed.some((each) => markedSo.test(each))) return undefined
  return listed.map((each) => ({ part: markedSo.test(each) ? 'preferred' : 'must', text: each }))
}

/** `Calm on the phone and Spanish would be great`. */
const preferredAfterAnd =
  /^(.{8,120}?),? and ([^,;]{2,40} (?:would be (?:an? )?(?:\w{1,6} )?(?:great|nice|good|plus|bonus)|(?:is|are) (?:an? )?(?:huge |big |definite )?(?:plus|bonus)|helps))[.!]?$/iu

function afterAnd(text: string): Piece[] | undefined {
  const [, asked, liked] = preferredAfterAnd.exec(text) ?? []
  return asked === undefined || liked === undefined || isPreferred(asked)
    ? undefined
    : [
        { part: 'must', text: asked },
        { part: 'preferred', text: firstUpper(liked) },
      ]
}

/** `BS (MS preferred), PE license`: the preference in brackets says more than its own name. */
function inBrackets(text: string, language: Language): Piece[] | undefined {
  const brackets = [...text.matchAll(/\s?[（(]([^（）()]{2,48})[）)]/gu)]
  const inside = brackets.filter(([, words = '']) => isPreferred(words) && !bareName.test(words))
  const rest = inside.reduce((left, [whole]) => left.replace(whole, ''), text)
  if (inside.length === 0 || isPreferred(rest) || rest.length < requirementCharactersMin[language])
    return undefined
  return [
    { part: 'must', text: rest },
    ...inside.map(([, words = '']): Piece => ({ part: 'preferred', text: firstUpper(words) })),
  ]
}

/** `(preferred)` says how much the words before it are wanted. */
const bareName =
  /^(?:is )?(?:an? )?(?:preferred|desirable|(?:big )?plus|nice to have|optional|bonus)$|^(?:加分项?|优先|非必须|可选|更佳)$/iu
/** Shorter text states no requirement. */
const requirementCharactersMin: Record<Language, number> = { zh: 2, en: 3 }
