import { keyOf, namedInText, parentsOf } from '../../builtin/match/read/named.ts'
import { denies } from '../../builtin/match/read/negation.ts'
import { wordLists } from '../../builtin/optimize/words/cues.ts'
import { normalize } from '../../builtin/text/index.ts'

/** Terms that may be neither lost nor added: numbers, names in Latin letters, places, known concepts. */
export interface Terms {
  readonly numbers: ReadonlySet<string>
  readonly names: ReadonlySet<string>
  readonly places: ReadonlySet<string>
  readonly concepts: ReadonlySet<string>
  /** The concepts together with their more general concepts. */
  readonly wider: ReadonlySet<string>
  readonly isDenied: boolean
  /** The text in lower case. The first word of a sentence may be a name in another text. */
  readonly said: string
}

const digits = /\d+(?:[.,:]\d+)*/gu
const chineseCount = /[一二两三四五六七八九十]{1,3}(?=\s?(?:年|个|名|位|人|天|周|月|小时|班|次|家|门|种))/gu
const englishCount = /\b(?:two|three|four|five|six|seven|eight|nine|ten)\b/gu
const englishCounts = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const chineseDigits = '零一二三四五六七八九'
const latinRun = /[A-Za-z0-9+#./&-]+/gu
/** Further negations, in addition to those of the match. Each of them reverses the meaning of a line. */
const denial = /[不没未勿](?![锈来])|无(?!人机|线)|禁止/u
const city = new RegExp(wordLists.zh('city'), 'gu')

export function termsOf(text: string): Terms {
  const norm = normalize(text)
  const named = namedInText(norm, text)
  const hits = [...named.concepts, ...named.titles]
  return {
    numbers: new Set([...allOf(norm, digits).map(plainNumber), ...countsIn(norm)]),
    names: namesIn(text),
    places: new Set(allOf(norm, city)),
    concepts: new Set(hits.map(keyOf)),
    wider: new Set(hits.flatMap((hit) => [keyOf(hit), ...parentsOf(hit)])),
    isDenied: denies(norm) || denial.test(norm),
    said: text.toLowerCase(),
  }
}

const allOf = (text: string, pattern: RegExp): string[] => text.match(pattern) ?? []
const plainNumber = (number: string): string => number.replaceAll(',', '')

function countsIn(norm: string): string[] {
  const chinese = allOf(norm, chineseCount).map((word) => {
    const [tens, ones] = word.replaceAll('两', '二').split('十')
    const value = (sign: string | undefined, empty: number): number =>
      sign === undefined || sign === '' ? empty : chineseDigits.indexOf(sign)
    return String(ones === undefined ? value(tens, 0) : 10 * value(tens, 1) + value(ones, 0))
  })
  return [...chinese, ...allOf(norm, englishCount).map((word) => String(englishCounts.indexOf(word) + 2))]
}

/**
 * Names in a text. In Chinese: all words in Latin letters. In English: words with a capital, a digit or a
 * symbol inside, except the first word of a sentence.
 */
function namesIn(text: string): ReadonlySet<string> {
  const isChinese = /[\u3400-\u9fff]/u.test(text)
  const found = [...text.matchAll(latinRun)].flatMap(({ 0: run, index }) => {
    const word = withoutEdges(run)
    if (!/[A-Za-z]/u.test(word) || /^[a-z]$/u.test(word)) return []
    const isFirst = /(?:^|[.!?:;])\s*$/u.test(text.slice(0, index))
    const hasSign = /\d|[+#&]|[a-z][A-Z]|^[A-Z]{2,}/u.test(word)
    return isChinese || hasSign || (/^[A-Z]/u.test(word) && !isFirst) ? [word.toLowerCase()] : []
  })
  return new Set(found)
}

/** Trims punctuation: `SQL.` becomes `SQL`; `C++` is unchanged. */
function withoutEdges(run: string): string {
  let [from, to] = [0, run.length]
  while (from < to && './&-+#'.includes(run.charAt(from))) from += 1
  while (to > from && './&-'.includes(run.charAt(to - 1))) to -= 1
  return run.slice(from, to)
}
