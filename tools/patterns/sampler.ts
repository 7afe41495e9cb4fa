import { type AST, visitRegExpAST } from '@eslint-community/regexpp'

const alphabetMax = 48
/** Characters besides the pattern's own: one of each kind that character classes name. */
const everyday = [...'aAx1 \n\t一的,，.-*(</:']

/** Texts that parts of a pattern match; each round gives different ones. */
export class Sampler {
  /**
   * The alphabet, sorted by how many classes of the pattern accept each character. A pattern is slow where
   * two of its elements accept the same character.
   */
  readonly common: readonly string[]
  readonly #classes: ReadonlyMap<string, readonly string[]>

  constructor(pattern: AST.Pattern, flags: string) {
    const literals = new Map<string, number>()
    const classes = new Map<string, RegExp>()
    const known = flags.replace(/[^iusv]/g, '')
    const addClass = ({ raw }: AST.Node): void => void classes.set(raw, new RegExp(`^${raw}$`, known))
    visitRegExpAST(pattern, {
      onCharacterEnter({ value }) {
        const character = String.fromCodePoint(value)
        literals.set(character, (literals.get(character) ?? 0) + 1)
      },
      onCharacterClassEnter: addClass,
      onCharacterSetEnter: addClass,
    })
    const own = [...literals].sort((a, b) => b[1] - a[1]).map(([character]) => character)
    const alphabet = [...new Set([...own.slice(0, alphabetMax), ...everyday])]
    const all = [...classes.values()]
    const takers = new Map(alphabet.map((each) => [each, all.filter((one) => one.test(each)).length]))
    const common = alphabet.sort((a, b) => (takers.get(b) ?? 0) - (takers.get(a) ?? 0))
    this.common = common
    this.#classes = new Map([...classes].map(([raw, one]) => [raw, common.filter((each) => one.test(each))]))
  }

  /** The text that the pattern needs before this node. */
  before(node: AST.Quantifier, round: number): string {
    let text = ''
    for (let at: AST.Node | null = node; at !== null; at = at.parent) {
      const { parent }: AST.Node = at
      if (parent?.type !== 'Alternative') continue
      const elements = parent.elements.slice(0, parent.elements.indexOf(at as AST.Element))
      text = elements.map((element) => this.of(element, round)).join('') + text
    }
    return text
  }

  of(node: AST.Element, round: number): string {
    switch (node.type) {
      case 'Character':
        return String.fromCodePoint(node.value)
      case 'CharacterClass':
      case 'CharacterSet':
        return pick(this.#classes.get(node.raw) ?? [], round) ?? ''
      case 'Group':
      case 'CapturingGroup':
        return this.alternatives(node.alternatives, round)
      case 'Quantifier': {
        const times = Math.max(node.min, Math.min(node.max, round % 2))
        return this.of(node.element, round).repeat(times)
      }
      default:
        return ''
    }
  }

  alternatives(alternatives: readonly AST.Alternative[], round: number): string {
    // There are many alternatives, so each round skips several of them.
    const elements = pick(alternatives, round * 7)?.elements ?? []
    return elements.map((element) => this.of(element, round)).join('')
  }
}

const pick = <Value>(all: readonly Value[], round: number): Value | undefined => all[round % all.length]
