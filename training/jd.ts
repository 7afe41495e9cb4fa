/**
 * Measures the optimisation of labelled job descriptions: node training/jd.ts FILE [--half a|b] [--wrong]
 * [--show ID]. FILE has one JSON object per line: `input`, `facts` (one of `say` must be in the content),
 * `never` (patterns that must not), `invented` (patterns of facts that weren't given), `findings` (quote,
 * theme, optional), `clean` (lawful words that look suspect). Halves are split by a hash of the id: read
 * the errors of one half only.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { OptimizeInput } from '../src/contract/index.ts'
import { optimizeJobDescription } from '../src/engines/builtin/optimize/index.ts'

interface Case {
  readonly id: string
  readonly input: OptimizeInput
  readonly facts: readonly { readonly say: readonly string[] }[]
  readonly never: readonly string[]
  readonly invented: readonly string[]
  readonly findings: readonly {
    readonly quote: string
    readonly theme: string
    readonly optional?: boolean
  }[]
  readonly clean: readonly string[]
}

const args = process.argv.slice(2)
const option = (name: string): string | undefined => {
  const at = args.indexOf(`--${name}`)
  return at < 0 ? undefined : args[at + 1]
}
const wanted = option('half')
const isTold = args.includes('--wrong')

const fold = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '').toLowerCase()
const halfOf = (id: string): string =>
  (createHash('sha256').update(id).digest()[0] ?? 0) % 2 === 0 ? 'a' : 'b'
const blanks = /【[^】]*】|\[[^\]\n]*\](?!\()/g
const hit = (a: string, b: string): boolean => fold(a).includes(fold(b)) || fold(b).includes(fold(a))

function has(text: string, pattern: string): boolean {
  if (fold(text).includes(fold(pattern))) return true
  try {
    return new RegExp(pattern.replaceAll(/\(\?i\)|(?<=\(\?)i(?=:)/g, ''), 'iu').test(text.normalize('NFKC'))
  } catch {
    return false
  }
}

const zero = () => ({
  texts: 0,
  facts: 0,
  kept: 0,
  never: 0,
  published: 0,
  dirty: 0,
  invented: 0,
  due: 0,
  found: 0,
  said: 0,
  wrong: 0,
  clean: 0,
  cleanHit: 0,
})
type Tally = ReturnType<typeof zero>

function measure(each: Case, tally: Tally, tell: (fault: string) => void): void {
  const data = optimizeJobDescription(each.input)
  const body = data.content.replace(blanks, ' ')
  tally.texts += 1
  for (const { say } of each.facts) {
    tally.facts += 1
    if (say.some((words) => has(data.content, words))) tally.kept += 1
    else tell(`lost: ${say[0]}`)
  }
  const published = each.never.filter((pattern) => has(body, pattern))
  tally.never += each.never.length
  tally.published += published.length
  tally.dirty += published.length > 0 ? 1 : 0
  for (const pattern of published) tell(`published: ${pattern}`)
  for (const pattern of each.invented.filter((invented) => has(body, invented))) {
    tally.invented += 1
    tell(`invented: ${pattern}`)
  }
  const input = fold(Object.values(each.input).join('\n'))
  const findings = data.compliance.filter(({ quote }) => quote && input.includes(fold(quote)))
  for (const { quote, theme } of each.findings.filter(({ optional }) => !optional)) {
    tally.due += 1
    if (findings.some((finding) => hit(finding.quote, quote))) tally.found += 1
    else tell(`missed: ${theme} ${quote}`)
  }
  for (const { quote, rule } of findings) {
    tally.said += 1
    if (each.findings.some((finding) => hit(quote, finding.quote))) continue
    tally.wrong += 1
    tell(`false: ${rule} ${quote}`)
  }
  for (const words of each.clean) {
    tally.clean += 1
    const isDue = each.findings.some(({ quote }) => hit(quote, words))
    if (isDue || !findings.some(({ quote }) => hit(quote, words))) continue
    tally.cleanHit += 1
    tell(`lawful part hit: ${words}`)
  }
}

/** Members by the engine's names. */
const inside = (input: object): OptimizeInput =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )

const cases = readFileSync(args[0] ?? '', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case)
  .map((each) => ({ ...each, input: inside(each.input) }))
const shown = option('show')
if (shown !== undefined) {
  const { content, ...data } = optimizeJobDescription(cases.find(({ id }) => id === shown)?.input ?? {})
  console.log(content, JSON.stringify(data, null, 1))
} else {
  for (const half of ['a', 'b']) {
    if (wanted !== undefined && wanted !== half) continue
    for (const language of ['jdzh', 'jden']) {
      const tally = zero()
      for (const each of cases.filter(({ id }) => id.startsWith(language) && halfOf(id) === half))
        measure(each, tally, (fault) => isTold && console.log(`  ${each.id} ${fault}`))
      const {
        kept,
        facts,
        published,
        never,
        dirty,
        texts,
        invented,
        found,
        due,
        wrong,
        said,
        cleanHit,
        clean,
      } = tally
      console.log(
        `${half} ${language}: kept ${kept}/${facts}; published ${published}/${never} in ${dirty}/${texts}; ` +
          `invented ${invented}; found ${found}/${due}; wrong ${wrong}/${said}; lawful hit ${cleanHit}/${clean}`,
      )
    }
  }
}
