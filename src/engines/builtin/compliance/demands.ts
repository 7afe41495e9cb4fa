import { type Demand, isWordCharacter, type Prefilter } from './prefilter.ts'

/** The demand of a name in a pattern, `<name>`, at the start of a word or anywhere. */
export type NamedDemand = (name: string, startsWord: boolean) => Demand | null

/**
 * What a text must have for a pattern to match: its literals, and those of one branch of an alternation.
 * Optional parts, negative lookarounds and large classes of characters demand nothing. The pattern is in
 * the syntax of the rules. `startsWord`: the match begins at the start of a word.
 */
export function demandOf(
  pattern: string,
  prefilter: Prefilter,
  named: NamedDemand,
  startsWord: boolean,
): Demand | null {
  return new Reader(pattern, prefilter, named, startsWord).alternation()
}

const quantifier = /(?:\?|\{([0-9]{1,2})(?:,[0-9]{1,3})?\})\??/y
const groupStart = /\((?:\?(?:[:=!]|<[=!]))?/y
const nameStart = /<([a-z]+)>/y
const characterClass = /\[(\^?)((?:\\.|[^\]\\])*)\]/uy
/** A few characters without a range. */
const smallClass = /^(?:[^\\-]{1,8}|[^\\-]{1,7}-)$/u

class Reader {
  readonly #pattern: string
  readonly #prefilter: Prefilter
  readonly #named: NamedDemand
  #at = 0
  /** True if no letter or digit can precede the next part. */
  #startsWord: boolean

  constructor(pattern: string, prefilter: Prefilter, named: NamedDemand, startsWord: boolean) {
    this.#startsWord = startsWord
    this.#pattern = pattern
    this.#prefilter = prefilter
    this.#named = named
  }

  alternation(): Demand | null {
    const before = this.#startsWord
    const branches = [this.#sequence()]
    let after = this.#startsWord
    while (this.#pattern[this.#at] === '|') {
      this.#at += 1
      this.#startsWord = before
      branches.push(this.#sequence())
      after &&= this.#startsWord
    }
    this.#startsWord = after
    return this.#prefilter.any(branches)
  }

  #sequence(): Demand | null {
    const parts: (Demand | null)[] = []
    let run = ''
    let runStartsWord = false
    const endRun = () => {
      if (run !== '') parts.push(this.#prefilter.literal(run, runStartsWord))
      run = ''
    }
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#pattern.charAt(this.#at))) {
      const startsWord = this.#startsWord
      const atom = this.#atom()
      const repeat = this.#take('?{', quantifier)
      if (repeat !== undefined || typeof atom !== 'string') endRun()
      if (repeat !== undefined && Number(repeat[1] ?? 0) === 0) this.#startsWord &&= startsWord
      else if (typeof atom !== 'string') parts.push(atom)
      else {
        if (run === '') runStartsWord = startsWord
        run += atom
        if (repeat !== undefined) endRun()
      }
    }
    endRun()
    return this.#prefilter.all(parts)
  }

  /** One literal character, or the demand of any other atom. */
  #atom(): string | Demand | null {
    const startsWord = this.#startsWord
    const group = this.#take('(', groupStart)
    if (group !== undefined) {
      const [sign] = group
      if (sign.startsWith('(?<')) this.#startsWord = false
      const inside = this.alternation()
      this.#at += 1
      if (/[=!]$/.test(sign)) this.#startsWord = startsWord
      return sign.endsWith('!') ? null : inside
    }
    const name = this.#take('<', nameStart)
    const list = this.#take('[', characterClass)
    if (name !== undefined || list !== undefined) this.#startsWord = false
    if (name !== undefined) return this.#named(name[1] ?? '', startsWord)
    if (list !== undefined) return this.#class(list[1] === '^', list[2] ?? '', startsWord)
    return this.#character()
  }

  #character(): string | null {
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0)
    this.#at += character.length
    if ('^$'.includes(character)) return null
    const escaped = character === '\\' ? this.#pattern.charAt(this.#at) : character
    if (character === '\\') this.#at += 1
    if (escaped === 'b' && character === '\\') return null
    const isAny = character === '.' || (character === '\\' && /[a-z0-9]/i.test(escaped))
    this.#startsWord = !isAny && !isWordCharacter(escaped.toLowerCase().charCodeAt(0))
    return isAny ? null : escaped
  }

  #class(isNegated: boolean, characters: string, startsWord: boolean): string | Demand | null {
    if (isNegated || !smallClass.test(characters)) return null
    const members = [...characters]
    this.#startsWord = members.every((member) => !isWordCharacter(member.toLowerCase().charCodeAt(0)))
    if (members.length === 1) return characters
    return this.#prefilter.any(members.map((member) => this.#prefilter.literal(member, startsWord)))
  }

  /** Takes the match at this position, if it begins with one of some characters. */
  #take(starts: string, sticky: RegExp): RegExpExecArray | undefined {
    if (!starts.includes(this.#pattern.charAt(this.#at) || ' ')) return undefined
    sticky.lastIndex = this.#at
    const match = sticky.exec(this.#pattern)
    if (match === null) return undefined
    this.#at = sticky.lastIndex
    return match
  }
}
