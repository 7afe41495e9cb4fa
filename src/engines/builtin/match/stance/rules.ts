import type { Cue } from './cues.ts'
import type { Segment, Sentence } from './sentence.ts'
import type { Stance } from './stances.ts'

/** The stance towards the text between two offsets of a sentence, by cues alone. */
export function stanceByRules(sentence: Sentence, start: number, end: number): Stance {
  const { segments } = sentence
  const at = segments.findIndex((segment) => start >= segment.start && start < segment.end)
  const has = (cue: Cue): boolean => isUnder(sentence, cue, at, start, end)
  if (has('deny')) return 'denied'
  if (has('lapsed')) return 'lapsed'
  if (has('others')) return 'others'
  if (has('wish')) return 'wished'
  if (has('learn')) return 'learning'
  if (has('interest')) return 'interest'
  if (has('assist')) return 'assisted'
  if (has('basic')) return 'basic'
  if (sentence.isList) return 'listed'
  if (has('strong')) return 'done'
  return 'plain'
}

/**
 * Whether a cue applies to the position: from its own segment, from the head of its list, or from a later
 * segment that names nothing itself.
 */
function isUnder(sentence: Sentence, cue: Cue, at: number, start: number, end: number): boolean {
  const hits = sentence.cues.filter(({ classes }) => classes.includes(cue))
  if (hits.length === 0) return false
  const own = sentence.segments[at]
  if (own === undefined) return false
  for (const hit of hits) {
    if (hit.start < end && hit.end > start) continue
    if (hit.start >= own.start && hit.start < own.end) {
      if (
        hit.end <= start
          ? reachesForward(sentence, cue, hit.end, start)
          : reachesBack(sentence, cue, hit.end, own)
      )
        return true
    } else if (hit.start < own.start) {
      if (looksForward(sentence, hit.end, start) && isListHead(sentence, at, hit.start)) return true
    } else if (cue !== 'others' && isAbout(sentence, at, hit.start, hit.end)) return true
  }
  return false
}

/** Whether a cue applies to text after it. `带同事` teaches others, so `others` doesn't apply then. */
function reachesForward(sentence: Sentence, cue: Cue, from: number, to: number): boolean {
  if (cue === 'others') {
    const teaches = sentence.cues.some(
      ({ classes, end }) =>
        (classes.includes('teach') || classes.includes('strong')) && end <= from && from - end < 12,
    )
    return !teaches
  }
  return to - from <= 60
}

const afterCues: ReadonlySet<Cue> = new Set([
  'deny',
  'lapsed',
  'learn',
  'wish',
  'basic',
  'others',
  'interest',
  'assist',
])

/** A cue after the position applies to it, unless another concept or several words follow the cue. */
function reachesBack(sentence: Sentence, cue: Cue, from: number, own: Segment): boolean {
  if (cue === 'strong') return true
  if (!afterCues.has(cue)) return false
  const isThing = sentence.things.some((hit) => hit.start >= from && hit.end <= own.end)
  if (isThing) return false
  const following = sentence.tokens.filter(
    (token) => token.start >= from && token.end <= own.end && isContent(token.stem),
  ).length
  return following <= 3
}

const isContent = (stem: string): boolean => stem.length > 1 || /[^a-z0-9]/.test(stem)

/** True if the segments from the cue to this one form a list: short, without cues of their own. */
function isListHead(sentence: Sentence, at: number, cueStart: number): boolean {
  for (let index = at; index >= 0; index -= 1) {
    const segment = sentence.segments[index]
    if (segment === undefined) return false
    if (cueStart >= segment.start) return true
    if (!isShort(sentence, segment) || hasContrast(sentence, segment)) return false
  }
  return false
}

/**
 * True if words follow the cue in its own segment (`没接触过PLC，变频器`), or if the segment ends in a colon. Any
 * other cue refers back.
 */
function looksForward(sentence: Sentence, from: number, before: number): boolean {
  const own = sentence.segments.find((segment) => from > segment.start && from <= segment.end)
  if (own === undefined) return false
  return (
    (sentence.tokens.some(
      (token) => token.start >= from && token.end <= own.end && token.end <= before && isContent(token.stem),
    ) &&
      !/[：:]\s*$/u.test(sentence.norm.slice(own.start, own.end))) ||
    /[：:]\s*$/u.test(sentence.norm.slice(own.start, own.end))
  )
}

const shortTokensMax = 5

function isShort(sentence: Sentence, { start, end }: Segment): boolean {
  if (sentence.cues.some((hit) => hit.start >= start && hit.start < end && !hit.classes.includes('strong')))
    return false
  return sentence.tokens.filter((token) => token.start >= start && token.end <= end).length <= shortTokensMax
}

function hasContrast({ cues }: Sentence, { start, end }: Segment): boolean {
  return cues.some((hit) => hit.start >= start && hit.start < end && hit.classes.includes('contrast'))
}

/** A later segment refers to this one if all segments between are short and it names nothing itself. */
function isAbout(sentence: Sentence, at: number, cueStart: number, cueEnd: number): boolean {
  for (let index = at + 1; index < sentence.segments.length; index += 1) {
    const segment = sentence.segments[index]
    if (segment === undefined) return false
    if (cueStart < segment.end) {
      const names = sentence.things.some((hit) => hit.start >= segment.start && hit.end <= segment.end)
      const tokens = sentence.tokens.filter(
        (token) =>
          token.start >= segment.start &&
          token.end <= segment.end &&
          !(token.start >= cueStart && token.end <= cueEnd) &&
          isContent(token.stem),
      )
      return !names && tokens.length <= 4
    }
    if (!isShort(sentence, segment) || isValue(sentence, segment)) return false
  }
  return false
}

/** The segment is only the value of a label: `有`, `yes`, `5`. */
function isValue(sentence: Sentence, { start, end }: Segment): boolean {
  const content = sentence.tokens.filter(
    (token) => token.start >= start && token.end <= end && isContent(token.stem) && !/^\d/.test(token.stem),
  )
  return content.length === 0 && /[:：]\s*$/u.test(sentence.norm.slice(0, start))
}
