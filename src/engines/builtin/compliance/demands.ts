import type { Demand, Prefilter } from './prefilter.ts'

/** What a name in a pattern, `<name>`, demands. */
export type NamedDemand = (name: string) => Demand | null

/**
 * What a text must have for a pattern to match: its literals, and of an alternation those of one branch.
 * What may be absent, negative lookarounds and large classes of characters demand nothing. The pattern
 * is in the syntax that the rules use.
 */
export function demandOf(pattern: string, prefilter: Prefilter, named: NamedDemand): Demand | null {
  return new Reader(pattern, prefilter, named).alternation()
}

const quantifier = /(?:\?|\{([0-9]{1,2})(?:,[0-9]{1,3})?\})\??/y
const groupStart = /\((?:\?(?:[:=!]|<[=!]))?/y
const nameStart = /<([a-z]+)>/y
const characterClass = /\[(\^?)((?:\\.|[^\]\\])*)\]/uy
/** A few characters, none of them a range. */
const smallClass = /^(?:[^\\-]{1,8}|[^\\-]{1,7}-)$/u

class Reader {
  readonly #pattern: string
  readonly #prefilter: Prefilter
  readonly #named: NamedDemand
  #at = 0

  constructor(pattern: string, prefilter: Prefilter, named: NamedDemand) {
    this.#pattern = pattern
    this.#prefilter = prefilter
    this.#named = named
  }

  alternation(): Demand | null {
    const branches = [this.#sequence()]
    while (this.#pattern[this.#at] === '|') {
      this.#at += 1
      branches.push(this.#sequence())
    }
    return this.#prefilter.any(branches)
  }

  #sequence(): Demand | null {
    const parts: (Demand | null)[] = []
    let run = ''
    const endRun = () => {
      if (run !== '') parts.push(this.#prefilter.literal(run))
      run = ''
    }
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#pattern.charAt(this.#at))) {
      const atom = this.#atom()
      const repeat = this.#take('?{', quantifier)
      const mayBeAbsent = repeat !== undefined && Number(repeat[1] ?? 0) === 0
      if (typeof atom === 'string' && repeat === undefined) run += atom
      else {
        endRun()
        if (!mayBeAbsent) parts.push(typeof atom === 'string' ? this.#prefilter.literal(atom) : atom)
      }
    }
    endRun()
    return this.#prefilter.all(parts)
  }

  /** One character that stands for itself, or what anything else demands. */
  #atom(): string | Demand | null {
    const name = this.#take('<', nameStart)
    if (name !== undefined) return this.#named(name[1] ?? '')
    const list = this.#take('[', characterClass)
    if (list !== undefined) return this.#class(list[1] === '^', list[2] ?? '')
    const group = this.#take('(', groupStart)
    if (group !== undefined) {
      const inside = this.alternation()
      this.#at += 1
      return group[0].endsWith('!') ? null : inside
    }
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0)
    this.#at += character.length
    if (character !== '\\') return '^$.'.includes(character) ? null : character
    const escaped = this.#pattern.charAt(this.#at)
    this.#at += 1
    return /[a-z0-9]/i.test(escaped) ? null : escaped
  }

  #class(isNegated: boolean, characters: string): string | Demand | null {
    if (isNegated || !smallClass.test(characters)) return null
    const members = [...characters]
    if (members.length === 1) return characters
    return this.#prefilter.any(members.map((member) => this.#prefilter.literal(member)))
  }

  /** What stands here, if it begins with one of some characters. */
  #take(starts: string, sticky: RegExp): RegExpExecArray | undefined {
    if (!starts.includes(this.#pattern.charAt(this.#at) || ' ')) return undefined
    sticky.lastIndex = this.#at
    const match = sticky.exec(this.#pattern)
    if (match === null) return undefined
    this.#at = sticky.lastIndex
    return match
  }
}
