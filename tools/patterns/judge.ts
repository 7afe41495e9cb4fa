import { check, type Diagnostics } from 'recheck'
import { limits } from '../../src/contract/index.ts'
import { matchNow, optimizeNow } from '../../src/engines/index.ts'
import { type Attack, attacksOn, attackText } from './attacks.ts'
import { charactersMax, cpuMs, worstOf } from './cost.ts'
import { inOrdinaryLines } from './ordinary.ts'
import type { Pattern } from './patterns.ts'
import { type Verdict, whereOf } from './verdicts.ts'

/** A pattern that may not be used, and why. */
export interface Refusal {
  readonly kind: 'refused'
  readonly reason: string
  readonly where: string
}

/** What one search of a text as long as a call may bring may cost at the worst. */
const searchMsMax = 250
/** What a call may cost at the worst whose text is made for the pattern. */
const callMsMax = 2_000
const recheckTimeoutMs = 3_000
const attacksMax = 80
/** Here patterns that recheck can't clear may stay, as long as they are measured to be harmless. */
const engine = /^src\/engines\/builtin\/(?:match|optimize|compliance|text)\//

/**
 * What recheck says of a pattern. Rules are compiled twice, as they are and in lower case: one check does for
 * both, because it costs most of the time, and both are measured.
 */
export function recheck({ source, flags }: Pattern): Promise<Diagnostics> {
  const key = `${flags.replace(/[gi]/g, '')}/${source.toLowerCase()}`
  const known = checked.get(key) ?? check(source, flags, { timeout: recheckTimeoutMs })
  checked.set(key, known)
  return known
}

const checked = new Map<string, Promise<Diagnostics>>()

/** What the gate says of a pattern, from what recheck says of it and what it costs here and now. */
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

/** Rounded up generously: another machine says the same. */
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

/** What a match and an optimisation cost whose texts are as long as they may be and hold the attack. */
function worstCallMs(attack: Attack): number {
  // Tables are loaded once, and that is no fault of a pattern.
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
