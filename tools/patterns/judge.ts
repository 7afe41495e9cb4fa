import { check, type Diagnostics } from 'recheck'
import { limits } from '../../src/contract/index.ts'
import { matchNow, optimizeNow } from '../../src/engines/index.ts'
import { type Attack, attacksOn, attackText } from './attacks.ts'
import { charactersMax, cpuMs, worstOf } from './cost.ts'
import { inOrdinaryLines } from './ordinary.ts'
import type { Pattern } from './patterns.ts'
import { type Verdict, whereOf } from './verdicts.ts'

/** A pattern that may not be used, and the reason. */
export interface Refusal {
  readonly kind: 'refused'
  readonly reason: string
  readonly where: string
}

/** The maximum cost of one search in a text of the maximum length of a call. */
const searchMsMax = 250
/** The maximum cost of a call whose text attacks the pattern. */
const callMsMax = 2_000
const recheckTimeoutMs = 3_000
const attacksMax = 80
/** In these folders a pattern that recheck can't clear may stay if measurement shows that it is harmless. */
const engine = /^src\/engines\/builtin\/(?:match|optimize|compliance|text)\//

/**
 * The result of recheck for a pattern. Rules are compiled twice, as written and in lower case. One check
 * serves both, because it takes most of the time; both are measured.
 */
export function recheck({ source, flags }: Pattern): Promise<Diagnostics> {
  const key = `${flags.replace(/[gi]/g, '')}/${source.toLowerCase()}`
  const known = checked.get(key) ?? check(source, flags, { timeout: recheckTimeoutMs })
  checked.set(key, known)
  return known
}

const checked = new Map<string, Promise<Diagnostics>>()

/** The gate's verdict on a pattern, from the result of recheck and the cost measured here and now. */
export function judge(pattern: Pattern, said: Diagnostics): Verdict | Refusal {
  const where = whereOf(pattern)
  const named = said.status === 'safe' ? 'safe' : reasonOf(said)
  const refuse = (reason: string): Refusal => ({ kind: 'refused', reason: `${named}; ${reason}`, where })
  if (said.status === 'vulnerable' && said.complexity.type === 'exponential') return refuse('mend it')
  const theirs = said.status === 'vulnerable' ? [attackOf(said)] : []
  const attacks = [...theirs, ...attacksOn(pattern.source, pattern.flags, attacksMax)]
  const worst = worstOf(new RegExp(pattern.source, pattern.flags), attacks)
  const ms = worst?.ms ?? 0
  if (worst !== undefined && ms > searchMsMax)
    return refuse(`${charactersMax} characters take ${Math.round(ms)} ms: ${JSON.stringify(worst.attack)}`)
  if (said.status === 'safe') return { kind: 'safe' }
  if (!pattern.places.every((place) => engine.test(place))) return refuse('mend it')
  const callMs = worst === undefined ? 0 : worstCallMs(worst.attack)
  if (callMs > callMsMax)
    return refuse(`a call takes ${Math.round(callMs)} ms: ${JSON.stringify(worst?.attack)}`)
  return {
    kind: 'measured',
    reason: `${named}; a search takes ${stepOf(ms)}, a call ${stepOf(callMs)}`,
    where,
  }
}

/** Rounded up generously, so that another machine gives the same result. */
function stepOf(ms: number): string {
  const step = [10, 50, 100, 500].find((each) => ms <= each) ?? callMsMax
  return `< ${step} ms`
}

function reasonOf(said: Exclude<Diagnostics, { status: 'safe' }>): string {
  return said.status === 'vulnerable' ? said.complexity.summary : `recheck: ${said.error.kind}`
}

function attackOf({ attack }: Extract<Diagnostics, { status: 'vulnerable' }>): Attack {
  return { pumps: attack.pumps, suffix: attack.suffix }
}

const jdText = '任职要求：\n1、本科，3年以上 Java 经验；\n2、熟悉 MySQL'
const resumeText = '2020.01-至今 某公司 Java 工程师\n使用 MySQL'
const today = new Date('2026-11-21T00:00:00.000Z')

let isWarm = false

/** The cost of a match and of an optimisation with texts of maximum length that contain the attack. */
function worstCallMs(attack: Attack): number {
  // Tables are loaded once; their cost is not the pattern's.
  if (!isWarm) callMs('')
  isWarm = true
  return callMs(attackText(attack, charactersMax))
}

function callMs(text: string): number {
  const hostileJd = inOrdinaryLines(text, limits.jdTextCharactersMax)
  const hostileResume = inOrdinaryLines(text, limits.resumeTextCharactersMax)
  return Math.max(
    cpuMs(() => void matchNow({ resumeText: hostileResume, jdText }, today)),
    cpuMs(() => void matchNow({ resumeText, jdText: hostileJd }, today)),
    cpuMs(() => void optimizeNow({ jdText: hostileJd })),
  )
}
