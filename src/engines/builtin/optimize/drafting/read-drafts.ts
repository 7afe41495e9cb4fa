import type { OptimizeInput } from '../../../../contract/index.ts'
import { scannerFor } from '../../compliance/index.ts'
import { type Language, normalize } from '../../text/index.ts'
import type { Draft, DraftLine } from '../draft.ts'
import { oneLine, plainText } from '../plain/plain-text.ts'
import type { Post } from '../posts/tables.ts'
import { unitsOf } from '../units/units.ts'
import { withPay, withPlace } from './facts-in-prose.ts'
import { jobsOf } from './jobs.ts'
import { linesOf, type RoledUnit } from './lines.ts'
import { type Read, readText, rolesIn } from './read-text.ts'
import { givenTitle, titleIn } from './title.ts'
import { behindTitle } from './title-apart.ts'

/** One job as it was read, without what applies to all jobs. */
interface OwnLines {
  readonly title: string | undefined
  readonly lines: readonly DraftLine[]
  readonly left: readonly string[]
}

/**
 * The drafts of an input, one for each of its jobs. `stated`: all texts of the input, which may state
 * exceptions.
 */
export function readDrafts(input: OptimizeInput, stated: string, language: Language): Draft[] {
  const fields = plainFields(input)
  const scan = scannerFor(stated, language)
  const jd = readText(fields.jd, stated, language, scan)
  const points = readText(fields.points, stated, language, scan, true)
  const { common, jobs } = jobsOf(jd.units, language)
  const several = [
    ...jd.posts.map((post) => ({ ...ownLines(rowOf(post, language), [], language), title: post.title })),
    ...jobs.map(({ titles, units }) => ownLines({ text: jd.text, units }, titles, language)),
  ]
  const isSeveral = several.length > 1 && fields.title === undefined
  const shared = linesOf(common, jd.text, language)
  const asked = linesOf(points.units, points.text, language)
  const single = isSeveral
    ? undefined
    : ownLines({ text: jd.text, units: [] }, titlesIn([...jd.units, ...points.units]), language, [
        ...jd.units,
        ...points.units,
        ...unitsOf(jd.left.join('\n'), language).map((unit): RoledUnit => ({ ...unit, role: 'noise' })),
      ])
  const drafts = single === undefined ? several : [joined(single, several)]
  const given = fields.title === undefined ? undefined : givenTitle(fields.title, language)
  return drafts.map(({ title, lines, left }) => {
    const named = given?.title ?? title
    const isOther =
      given?.title !== undefined && title !== undefined && wordsOf(title) !== wordsOf(given.title)
    const all = [...(given?.beside ?? []), ...lines, ...shared.lines, ...asked.lines]
    const draft: Draft = {
      title: named,
      place: fields.place,
      experience: fields.experience,
      lines: withPlace(
        withPay(distinctFrom(all, named), language),
        [...shared.left, ...asked.left, ...left],
        fields.place !== undefined,
        language,
      ),
      otherTitle: isOther ? title : undefined,
      hadMarkup: fields.hadMarkup,
      left: [...jd.left, ...points.left, ...shared.left, ...asked.left, ...left],
      taken: [...jd.taken, ...points.taken],
      unsettled: [...jd.unsettled, ...points.unsettled],
    }
    return draft
  })
}

function plainFields(input: OptimizeInput) {
  let hadMarkup = false
  const plain = (given: string | undefined): string => {
    const { text, changed } = plainText(given ?? '')
    hadMarkup ||= changed
    return text
  }
  const field = (given: string | undefined) => oneLine(plain(given)) || undefined
  const [jd, points] = [plain(input.jdText), plain(input.requirements)]
  const [title, place, experience] = [input.jobTitle, input.location, input.experience].map(field)
  return { jd, points, title, place, experience, hadMarkup }
}

/** The cells of a row beside its title. */
function rowOf({ text }: Post, language: Language): Pick<Read, 'text' | 'units'> {
  const { units } = rolesIn(text, language)
  return { text, units: units.map((unit) => behindTitle(unit, language)) }
}

const titlesIn = (units: readonly RoledUnit[]) => units.filter(({ role }) => role === 'title')

/** The lines of a job; words among its titles that aren't part of the title are lines too. */
function ownLines(
  { text, units }: Pick<Read, 'text' | 'units'>,
  titles: readonly RoledUnit[],
  language: Language,
  around: readonly RoledUnit[] = units,
): OwnLines {
  const named = titleIn(titles, around, language)
  const said = wordsOf(named.title ?? '')
  const { lines, left } = linesOf(units, text, language)
  const more = titles.flatMap((unit) => besideTitle(unit, named.title ?? '', said, named.beside))
  return {
    title: named.title,
    lines: [...named.beside, ...linesOf(more, text, language).lines, ...lines],
    left,
  }
}

/**
 * What a unit with the role of a title says besides it: `(12 month FTC, Shoreditch)`, `2x`, or another
 * title.
 */
function besideTitle(
  unit: RoledUnit,
  title: string,
  said: string,
  beside: readonly DraftLine[],
): RoledUnit[] {
  const words = wordsOf(unit.text)
  const isPath = pathOfPage.test(unit.text) && words.includes(wordsOf(title.replace(/[（(].*/su, '')))
  if (said.includes(words) || isPath) return []
  const at = unit.text.indexOf(title)
  if (!words.includes(said) || title === '' || at < 0)
    return words.includes(said) ? [] : [{ ...unit, role: 'summary' }]
  const pieces = [
    { from: 0, until: at },
    { from: at + title.length, until: unit.text.length },
  ]
  return pieces.flatMap(({ from, until }) => {
    const piece = unit.text.slice(from, until)
    const lead = opening.exec(piece)?.[0].length ?? 0
    const bare = piece.slice(lead).replace(closing, '')
    const isKnown = beside.some(({ text }) => wordsOf(text).includes(wordsOf(bare)))
    if (!/\d|^\s?[（(].{2}/u.test(piece) || wordsOf(bare).length < 2 || isKnown) return []
    const start = unit.start + from + lead
    return [
      { ...unit, text: bare, start, end: start + bare.length, until: start + bare.length, role: 'basics' },
    ]
  })
}

const opening = /^[\s（(【[,，:：|–—-]{0,6}/u
const closing = /[\s）)】\],，:：|–—-]{1,6}$/u
/** `Home > Jobs > Line Cook` */
const pathOfPage = /\S\s[>›»]\s.{1,60}\s[>›»]\s/u

const joined = (single: OwnLines, several: readonly OwnLines[]): OwnLines => ({
  title: single.title,
  lines: [
    ...single.lines,
    ...several.flatMap(({ title, lines }) => [
      ...(title === undefined ? [] : [{ part: 'summary' as const, text: title }]),
      ...lines,
    ]),
  ],
  left: [...single.left, ...several.flatMap(({ left }) => left)],
})

const wordsOf = (text: string): string => normalize(text).replace(/[\s\p{P}]/gu, '')

/** The lines that say more than the title. */
const distinctFrom = (lines: readonly DraftLine[], title: string | undefined) =>
  lines.filter(({ text }) => wordsOf(text) !== '' && wordsOf(text) !== wordsOf(title ?? ''))
