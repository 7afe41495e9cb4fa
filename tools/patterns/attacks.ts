import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { Sampler } from './sampler.ts'

/** A text that may make a pattern slow: each pump is repeated after its prefix. */
export interface Attack {
  readonly pumps: readonly { readonly prefix: string; readonly pump: string }[]
  readonly suffix: string
}

/** The text of an attack with this many characters; longer if needed to repeat each pump 20 times. */
export function attackText({ pumps, suffix }: Attack, characters: number): string {
  const others = pumps.reduce((sum, { prefix }) => sum + prefix.length, suffix.length)
  const room = Math.max(0, characters - others) / pumps.length
  const times = (pump: string): number => Math.max(timesMin, Math.floor(room / pump.length))
  return pumps.map(({ prefix, pump }) => prefix + pump.repeat(times(pump))).join('') + suffix
}

const timesMin = 20
const rounds = [0, 1, 2, 3]
/** Endings that make a match fail after a long partial match. */
const ends = ['\u0001', '\n', '']

/**
 * Attacks built from the pattern's own elements, at most `count`. For every repetition: a prefix that the
 * pattern needs before it, then many copies of what it repeats, in several variants.
 */
export function attacksOn(source: string, flags: string, count: number): Attack[] {
  const options = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, options)
  const sampler = new Sampler(pattern, flags)
  const attacks = new Map<string, Attack>()
  const add = (prefix: string, pump: string): void => {
    const suffix = ends[attacks.size % ends.length] ?? ''
    if (pump !== '') attacks.set(`${prefix}\u0000${pump}`, { pumps: [{ prefix, pump }], suffix })
  }
  for (const round of rounds) {
    const common = sampler.common[round] ?? ''
    for (const quantifier of quantifiersOf(pattern)) {
      const prefix = sampler.before(quantifier, round)
      const once = sampler.of(quantifier.element, round)
      add(prefix, once)
      add(prefix, once + sampler.of(quantifier.element, round + 1))
      if (round === 0) add('', prefix + once)
      add(prefix, common)
    }
    add('', sampler.alternatives(pattern.alternatives, round))
    add('', common)
  }
  return spread([...attacks.values()], count)
}

/** At most `count` of them, evenly spaced. */
function spread<Value>(all: readonly Value[], count: number): Value[] {
  const step = Math.max(1, all.length / count)
  return all.filter((_, index) => Math.floor(index / step) > Math.floor((index - 1) / step))
}

function quantifiersOf(pattern: AST.Pattern): AST.Quantifier[] {
  const found: AST.Quantifier[] = []
  visitRegExpAST(pattern, {
    onQuantifierEnter(node) {
      if (node.max > 1) found.push(node)
    },
  })
  return found
}
