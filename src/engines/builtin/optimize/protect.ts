import { longPattern } from '../compliance/index.ts'

/**
 * Where a text is split into lines and sections, list marks and headings are cut off, and some facts look
 * like one: `at least 20.`, `up to (3)`, `0→1`, `阿里·云`, `- Kafka experience preferred`. They get signs
 * that stop the splitter, which are taken out again afterwards.
 */
const guard = '\u2060'
const noHeading = '\uE001'
const numberedMark = longPattern(
  'gmu',
  String.raw`(^|[\s。；;：:，,.!！?？)）】\]])([(（]?)([0-9]{1,2})(?=[)）、]|[.．](?![0-9a-zA-Z]))|
      (?<=[\u3400-\u9fff])([0-9]{1,2})(?=[.．、][\u3400-\u9fff])`,
)
const bulleted = /^\s{0,20}[-*+•●○▪■◆·]\s{0,9}(?=\S)/u

const runOnHeading =
  /(?<=[^\s【[#*])(?=(?:任职要求|任职资格|岗位要求|职位要求|岗位职责|工作职责|职位描述|工作内容|加分项|优先条件|福利待遇)\s{0,3}(?:[:：]|[(（]?1[、.．)）]))/gu
const headedItem =
  /(任职要求|任职资格|岗位要求|职位要求|岗位职责|工作职责|职位描述|工作内容|加分项|优先条件|福利待遇)(?=\s{0,3}[(（]?1[、.．)）])/gu
/** A number may have skipped so many of its list, where a sentence ended before it. */
const skippedMax = 3

/**
 * A text of which no number and no name is taken for a list mark, and each heading stands on a line of
 * its own.
 */
export function protectFacts(text: string): string {
  let last = 0
  const marked = text
    .replace(runOnHeading, '\n')
    .replace(headedItem, '$1\n')
    .replace(/(?<=\S)→(?=\S)/gu, '->')
    .replace(/(?<=[\p{L}\p{N}])·(?=[\p{L}\p{N}])/gu, '・')
    .replace(numberedMark, (...found: (string | number | undefined)[]) => {
      const [whole, before = '', bracket = '', digits, inner] = found
        .slice(0, 5)
        .map((each) => each as string)
      const number = Number(digits ?? inner)
      const isListed = number === last + 1 || (beginsItem(before, digits) && number <= last + skippedMax)
      if (number === 1 || isListed) {
        last = number
        return whole ?? ''
      }
      return `${before}${guard}${bracket}${digits ?? inner}${guard}`
    })
  return marked.split('\n').map(protectLine).join('\n')
}

/**
 * Whether a number stands where an item may begin: at the start of a line, or behind the end of a
 * sentence.
 */
function beginsItem(before: string, digits: string | undefined): boolean {
  return digits !== undefined && (before === '' || '\n。；;.!！?？)）】]'.includes(before))
}

function protectLine(line: string): string {
  if (bulleted.test(line)) return asItem(line)
  const joined = line.length <= 48 && /[+/]/u.test(line) ? line.replace(/\s{0,3}[+/]\s{0,3}/gu, ' & ') : line
  return joined !== line && isBareHeading(joined) ? joined : line
}

/** Points, one per line: none of them is a heading unless it says no more than one. */
export function protectPoints(text: string): string {
  return text.split('\n').map(asItem).join('\n')
}

function asItem(line: string): string {
  const words = line.replace(bulleted, '').trim()
  const isHeading = words === '' || /[:：】]$/u.test(words) || isBareHeading(words) || !/[a-z]/iu.test(words)
  return isHeading || line.endsWith(noHeading) ? line : `${line.trimEnd()}${noHeading}`
}

export function unprotect(text: string): string {
  return text.replaceAll(guard, '').replaceAll(noHeading, '').replaceAll('・', '·')
}

const headingWords = new Set(
  `a about additional and are as at basic be benefits bonus bring candidate company compensation competencies core
  culture day description desired desirable do doing duties education equal essential experience for functions general
  get good have hours how ideal ideally if impact in is it job join key knowledge life location locations looking main
  make member minimum mission must musts need nice of offer opportunity or our overview pay perks plus pluses points
  position preferred primary profile qualification qualifications range required requirement requirements
  responsibilities responsibility reward rewards role roles salary schedule set sets should skill skills statement story
  summary team technical that the this to total transparency us values we we're we'll what what's who why will with work
  would you you'll you're your apart apply background expect day-to-day nice-to-have nice-to-haves must-have must-haves
  commitment employer disclaimer information diversity abilities ability working office great
  haves out`.split(/\s+/),
)

/**
 * Whether a heading only announces: all of its words are words of headings. `Kafka experience preferred`
 * says more.
 */
export function isBareHeading(heading: string): boolean {
  const words =
    heading
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}'+#.-]+/gu) ?? []
  return words.every((word) => headingWords.has(word) || /^[\u3400-\u9fff]+$/u.test(word))
}
