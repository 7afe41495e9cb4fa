import { beforeAll, expect, test } from 'vitest'
import { limits } from '../../src/contract/index.ts'
import { matchNow, optimizeNow } from '../../src/engines/index.ts'
import { type Attack, attacksOn, attackText } from '../../tools/patterns/attacks.ts'
import { cpuMs, patienceMs } from '../../tools/patterns/cost.ts'
import { inOrdinaryLines } from '../../tools/patterns/ordinary.ts'
import { collectPatterns } from '../../tools/patterns/patterns.ts'

/**
 * Attacks every pattern of the engine with its own pieces, repeated 20 to 400 times, at the beginning, in
 * the middle and at the end of ordinary lines, through the engine's public functions.
 */

const today = new Date('2026-11-21T00:00:00.000Z')
const jdText = '任职要求：\n1、本科，3年以上 Java 经验；\n2、熟悉 MySQL'
const resumeText = '2020.01-至今 某公司 Java 工程师\n使用 MySQL'
const attackCharacters = [100, 200, 400]
const forms = [
  (text: string) => `${text}，负责支付系统的开发`,
  (text: string) => `负责 ${text} 的开发和维护`,
  (text: string) => `- 3 years of Java, experience with ${text}`,
  (text: string) => text,
]
/** A table's pattern is also compiled in lower case; that one is attacked with the pieces of the other. */
const isTwin = (flags: string): boolean => flags === 'mu'

async function attacks(): Promise<Attack[]> {
  const { patterns } = await collectPatterns()
  const engine = patterns.filter(
    ({ places, flags }) => places.some((place) => place.startsWith('src/engines/builtin/')) && !isTwin(flags),
  )
  return engine.flatMap(({ source, flags }) => attacksOn(source, flags, flags === 'gimu' ? 1 : 3))
}

/** The fewest texts that contain all attacks, each on its own line. */
function texts(all: readonly Attack[]): string[] {
  const found: string[] = []
  let text = ''
  for (const [index, attack] of all.entries()) {
    const characters = attackCharacters[index % attackCharacters.length] ?? 0
    const line = forms[index % forms.length]?.(attackText(attack, characters)) ?? ''
    if (text.length + line.length > limits.jdTextCharactersMax * 0.9) {
      found.push(text)
      text = ''
    }
    text += `${line}\n`
  }
  return [...found, text].map((each) => inOrdinaryLines(each, limits.jdTextCharactersMax))
}

const { jdTextCharactersMax, resumeTextCharactersMax } = limits
const long = (piece: string, characters: number): string =>
  piece.repeat(Math.ceil(characters / piece.length)).slice(0, characters)

/** Whether a match or an optimisation exceeds the time limit. It is then stopped, so no test can hang. */
function isSlow(text: string): boolean {
  const resume = `${resumeText}\n${text}`.slice(0, resumeTextCharactersMax)
  const jd = text.slice(0, jdTextCharactersMax)
  return [
    () => matchNow({ resumeText: resume, jdText }, today),
    () => matchNow({ resumeText, jdText: jd }, today),
    () => optimizeNow({ jdText: jd }),
  ].some((work) => cpuMs(() => void work()) >= patienceMs)
}

// Loads the tables first: their loading time isn't the fault of a pattern.
beforeAll(() => void isSlow(inOrdinaryLines('', jdTextCharactersMax)))

test.each([
  ['brackets behind the link of a picture', `![](${'[]]'.repeat(40)} 2`],
  ['joints of a clause that is rewritten', `熟悉${'且并'.repeat(40)}的需要男性`],
  ['necessities of a clause that is rewritten', `熟悉${'必须'.repeat(3_000)}的需要男性`],
  ['a row of asterisks', `experience with ${'*'.repeat(7_800)} young male`],
  ['ten rows of asterisks', `experience with ${'*'.repeat(60)} young male\n`.repeat(10)],
  ['seven lists of titles', `${'找和和和和和和和'.repeat(140)}\n`.repeat(7)],
  ['a list of titles with counts', `招聘：${'再招人人若干人和'.repeat(140)}`],
  ['an ellipsis, which three signs stand for', long('…', resumeTextCharactersMax)],
  ['a ligature, which eighteen letters stand for', long('\ufdfa', resumeTextCharactersMax)],
  ['white space', `Java\n${long('\t', jdTextCharactersMax - 10)}\u0001`],
  ['white space and line breaks', `Java\n${long(' \n\t', jdTextCharactersMax - 10)}\u0001`],
  ['comments that do not end', long('<!--', jdTextCharactersMax)],
  ['employers', long('公司', jdTextCharactersMax)],
  ['an offer behind a title', `招电工${long('过来', jdTextCharactersMax - 3)}`],
])('%s', (_name, text) => {
  expect(isSlow(text)).toBe(false)
  expect(isSlow(inOrdinaryLines(text, jdTextCharactersMax))).toBe(false)
})

const all = texts(await attacks())
const parts = 10

test.each(Array.from({ length: parts }, (_, part) => part + 1))(
  `repeated pieces of every pattern of the engine: part %i of ${parts}`,
  (part) => {
    const own = all.filter((_, index) => index % parts === part - 1)
    expect(own.length).toBeGreaterThan(3)
    const slow = own.filter(isSlow).flatMap((text) => {
      const lines = text.split('\n').filter(isSlow)
      return (lines.length > 0 ? lines : [text]).map((line) => line.slice(0, 100))
    })
    expect(slow).toEqual([])
  },
)
