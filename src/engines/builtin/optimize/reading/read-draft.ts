import type { OptimizeInput } from '../../../../contract/index.ts'
import { scannerFor } from '../../compliance/index.ts'
import type { Language } from '../../text/index.ts'
import { withoutAsides } from '../around/asides.ts'
import { withoutChat } from '../around/chat.ts'
import { withoutNoise } from '../around/noise.ts'
import type { Draft, DraftLine } from '../draft.ts'
import { withFieldsApart } from '../facts/fields.ts'
import { withListMarks } from '../plain/list-marks.ts'
import { oneLine, plainText } from '../plain/plain-text.ts'
import { readPosts } from '../posts/posts.ts'
import { withSoughtApart } from '../posts/posts-in-prose.ts'
import type { Post } from '../posts/tables.ts'
import { sieve } from '../sieve.ts'
import { labelsOf } from '../words/labels.ts'
import { withFactsApart } from './facts-in-prose.ts'
import { withKnownHeadings } from './known-headings.ts'
import { readText, wordsOf } from './read-text.ts'
import { settleLines } from './settle-lines.ts'
import { settleTitle } from './settle-title.ts'
import { pointTitle, withoutCall, withoutCount } from './title.ts'

/** The drafts of an input, one for each of its jobs. Any of the texts (`stated`) may state exceptions. */
export function readDrafts(input: OptimizeInput, stated: string, language: Language): Draft[] {
  let hadMarkup = false
  const plain = (given: string | undefined): string => {
    const { text, changed } = plainText(given ?? '')
    hadMarkup ||= changed
    return text
  }
  const field = (given: string | undefined) => oneLine(plain(given)) || undefined
  const titled = field(input.jobTitle)
  const given = titled === undefined ? undefined : withoutCall(titled)
  const chat = withoutChat(plain(input.jdText), language)
  const board = withoutNoise(withListMarks(chat.text), language)
  const said = withoutAsides(board.text, language)
  const quiet = { text: said.text, left: [...board.left, ...said.left] }
  const scan = scannerFor(stated, language)
  const clean = sieve(quiet.text, language, stated, scan)
  const { common, posts } = readPosts(
    withSoughtApart(withKnownHeadings(clean.text, language), language),
    language,
  )
  const jd = readText(withFieldsApart(common, language, labelsOf[language]), language, 'summary', given)
  const own = posts.flatMap((post) => linesOf(post, language))
  const asked = sieve(plain(input.requirements), language, stated, scan)
  const listed = withFieldsApart(
    withListMarks(withKnownHeadings(asked.text, language)),
    language,
    labelsOf[language],
  )
  const whole = readText(listed, language, 'must')
  const isPointsAlone = (given ?? input.jdText ?? '').trim() === '' && whole.title === undefined
  const led = isPointsAlone ? pointTitle(listed.trim().split('\n', 1)[0] ?? '', language) : undefined
  const points = led === undefined ? whole : readText(listed.trim().slice(led.length), language, 'must')
  const titles = [...new Set(posts.map(({ title }) => title).filter(Boolean))]
  const several = titles.length > 0 ? titles.join(language === 'zh' ? '、' : ' / ') : undefined
  const first = jd.title ?? points.title ?? led
  const found = several ?? (first === undefined ? undefined : withoutCount(first, language))
  const all = [plain(input.jdText), plain(input.requirements)].join('\n')
  const settled = given === undefined && several === undefined ? settleTitle(found, all, language) : undefined
  const title = given ?? several ?? settled?.title
  const isSaid = jd.lines.some(({ text }) => jd.title !== undefined && text.includes(jd.title))
  const announced = several !== undefined && jd.title !== undefined && !isSaid ? [jd.title] : []
  const isOther = given !== undefined && found !== undefined && wordsOf(found) !== wordsOf(given)
  const lines = settleLines(
    [
      ...announced.map(
        (text): DraftLine => ({ part: countsOpenings.test(text) ? 'basics' : 'summary', text }),
      ),
      ...withFactsApart(
        [...(settled?.beside ?? []), ...jd.lines, ...own, ...points.lines],
        title,
        input.location !== undefined,
        language,
      ),
    ].filter(({ text }) => !labelAlone.test(text)),
    title,
    chat.left.length > 0 ? [] : [...quiet.left, ...clean.left],
    language,
  )
  const draft: Draft = {
    title,
    place: field(input.location),
    experience: field(input.experience),
    lines: lines.lines,
    otherTitle: isOther ? found : undefined,
    hadMarkup,
    left: [...chat.left, ...quiet.left, ...clean.left, ...asked.left, ...lines.left],
    taken: [...clean.taken, ...asked.taken],
    unsettled: [...clean.unsettled, ...asked.unsettled, ...lines.unsettled],
  }
  return titles.length < 2 ? [draft] : titles.map((post) => draftOf(post, draft, given))
}

/** The draft of one of several jobs: the lines about it, and those about all. A given title is a line. */
function draftOf(post: string, draft: Draft, given: string | undefined): Draft {
  const lines = draft.lines.filter(({ posts }) => posts === undefined || posts.includes(post))
  const named: DraftLine[] = given === undefined || given === post ? [] : [{ part: 'summary', text: given }]
  return { ...draft, title: post, otherTitle: undefined, lines: [...named, ...lines] }
}

/** A label alone on its line, such as `Package:`; its value is elsewhere. */
const labelAlone = /^[^\s：:\d]{2,12}\s?[:：]$/u
/** `保洁2名、保安3名` */
const countsOpenings = /^[\u3400-\u9fff]{2,12}\d{1,3}[名人位]/u

/** The lines about one of several jobs. */
function linesOf(post: Post, language: Language): DraftLine[] {
  const posts = [post.title]
  const { lines, title } = readText(
    withFieldsApart(post.text, language, labelsOf[language]),
    language,
    'must',
  )
  const named = title === undefined || title === post.title ? [] : [{ part: 'other', text: title } as const]
  return [...lines, ...named].map((line) => ({ ...line, posts }))
}
