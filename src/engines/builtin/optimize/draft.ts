import type { OptimizeInput } from '../../../contract/index.ts'
import {
  demands,
  isBareHeading,
  type Language,
  leadingTitle,
  normalize,
  type Section,
  splitSections,
} from '../text/index.ts'
import { classify, isAboutApplying, type Part, partUnder } from './classify.ts'
import { oneLine, plainText, withoutLeadingSigns } from './plain-text.ts'
import { sentences, withoutEnd } from './split.ts'
import { isTitle, titleNamed } from './title.ts'

export interface DraftLine {
  readonly part: Part
  readonly text: string
}

/** The input, line by line, each in the part of a job description where it belongs. Nothing is left out. */
export interface Draft {
  readonly title: string | undefined
  readonly place: string | undefined
  readonly experience: string | undefined
  readonly lines: readonly DraftLine[]
  /** A title of the text that isn't the title given. */
  readonly otherTitle: string | undefined
  /** Markup was taken out. */
  readonly hadMarkup: boolean
}

export function readDraft(input: OptimizeInput, language: Language): Draft {
  let hadMarkup = false
  const plain = (given: string | undefined): string => {
    const { text, changed } = plainText(given ?? '')
    hadMarkup ||= changed
    return text
  }
  const field = (given: string | undefined) => oneLine(plain(given)) || undefined
  const given = field(input.jobTitle)
  const jd = readText(plain(input.jdText), language, 'summary')
  const points = readText(plain(input.requirements), language, 'must')
  const found = jd.title ?? points.title
  const isOther = given !== undefined && found !== undefined && wordsOf(found) !== wordsOf(given)
  return {
    title: given ?? found,
    place: field(input.location),
    experience: field(input.experience),
    lines: [...jd.lines, ...points.lines],
    otherTitle: isOther ? found : undefined,
    hadMarkup,
  }
}

const firstUpper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const wordsOf = (text: string) => normalize(text).replace(/[\s\p{P}]/gu, '')

interface ReadText {
  readonly title: string | undefined
  readonly lines: DraftLine[]
}

interface PlainLine {
  readonly text: string
  readonly isItem: boolean
}

/** `fallback`: the part of a line under no heading, when its words speak for none. */
function readText(text: string, language: Language, fallback: Part): ReadText {
  const lines: DraftLine[] = []
  let title: string | undefined
  const areItems = fallback === 'must'
  for (const [index, section] of splitSections(text, { areItems }).entries()) {
    const isPlain = section.kind === 'plain'
    let heading = section.heading
    const rest = section.lines
      .map(({ text: line, isItem }) => ({ text: withoutLeadingSigns(line), isItem }))
      .filter((line) => line.text !== '')
    const first = heading !== '' ? heading : rest[0]?.text
    if (index === 0 && isPlain && fallback === 'summary' && first !== undefined) {
      const leading = leadingTitle(first)
      const named = language === 'en' && leading !== undefined ? firstUpper(leading.text) : leading?.text
      if (leading?.isSentence) title = named
      else if (leading?.end === first.length || isTitle(first, language)) {
        title = leading?.end === first.length ? named : first
        if (heading !== '') heading = ''
        else rest.shift()
      }
    }
    if (heading !== '' && (isPlain ? rest.length === 0 : !isBareHeading(heading))) {
      lines.push({ part: partOf(heading, section, language, 'other'), text: heading })
      heading = ''
    }
    for (const [at, line] of rest.entries()) {
      const named = title === undefined ? titleNamed(line.text, language) : undefined
      const label = at === 0 && (isPlain || rest.length === 1 || section.kind === 'place') ? heading : ''
      if (named !== undefined) title = named
      else lines.push(...placed(line, label, section, language, fallbackOf(line, lines.at(-1), fallback)))
    }
  }
  return { title, lines }
}

/** An item that speaks for no part belongs to the list it stands in. */
function fallbackOf({ isItem }: PlainLine, last: DraftLine | undefined, fallback: Part): Part {
  return isItem && fallback === 'summary' ? listPart(last?.part) : fallback
}

function listPart(part: Part | undefined): Part {
  return part === 'must' || part === 'offer' || part === 'summary' ? part : 'duties'
}

/** The sentences of a line in their parts. Prose stays together; a telling heading stays before its words. */
function placed(
  line: PlainLine,
  heading: string,
  section: Section,
  language: Language,
  fallback: Part,
): DraftLine[] {
  const found: DraftLine[] = []
  const label = heading === '' ? '' : `${heading}${language === 'zh' ? '：' : ': '}`
  const whole = sentences(line.text, language)
  const pieces = language === 'zh' ? whole.flatMap((each) => byPart(each, line, section, fallback)) : whole
  const isPassage =
    pieces.length > 1 && line.text.length > passageCharactersMin && isAboutRole(section.heading)
  for (const sentence of pieces) {
    const last = found.at(-1)
    const part = isPassage ? 'summary' : partOf(sentence, section, language, last?.part ?? fallback)
    const isProse = part === 'summary' || part === 'company' || part === 'other'
    if (last !== undefined && last.part === part && isProse) {
      found[found.length - 1] = { part, text: last.text + (language === 'zh' ? '' : ' ') + sentence }
      continue
    }
    const isLabelled = last === undefined && label !== '' && keepsLabel(heading, part, section)
    const text = isProse ? sentence : withoutEnd(sentence)
    if (text !== '') found.push({ part, text: isLabelled ? label + text : text })
  }
  return found
}

/**
 * A Chinese sentence in so many pieces as it speaks of parts. What is asked for in running text is one piece
 * each; an item of a list stays as it is.
 */
function byPart(sentence: string, line: PlainLine, section: Section, fallback: Part): string[] {
  const isRequired = section.kind === 'must' || section.kind === 'preferred'
  if (section.kind !== 'plain' && !(isRequired && !line.isItem)) return [sentence]
  const pieces: { part: Part; text: string }[] = []
  for (const { text, start } of demands({ text: sentence, start: 0, isItem: false })) {
    const part = partOf(text, section, 'zh', fallback)
    const last = pieces.at(-1)
    const isOneMore = last?.part !== part || (!line.isItem && (part === 'must' || part === 'preferred'))
    if (last === undefined || isOneMore) pieces.push({ part, text: sentence.slice(start) })
  }
  return pieces.map(({ text }, index) => {
    const next = pieces[index + 1]?.text ?? ''
    return text.slice(0, text.length - next.length).trim()
  })
}

function partOf(sentence: string, section: Section, language: Language, fallback: Part): Part {
  switch (section.kind) {
    case 'plain':
      return classify(sentence, language, section.heading === '' ? fallback : 'other')
    case 'place':
      return 'basics'
    case 'about':
      return isAboutApplying(section.heading, language) || isAboutApplying(sentence, language)
        ? 'other'
        : 'company'
    default:
      return partUnder(section.kind, sentence, language)
  }
}

/** Under `The role` stands a passage on it, or a list of duties. */
const passageCharactersMin = 120
function isAboutRole(heading: string): boolean {
  return /\b(?:role|job|position|overview|summary|opportunity)\b/iu.test(heading)
}

/** Headings that are a part of what is said: `学历要求：本科`, `Experience: 3 years`, `工作时间：9:00-18:00`. */
function keepsLabel(heading: string, part: Part, section: Section): boolean {
  if (part === 'other' || part === 'basics') return true
  if (section.kind === 'plain') return false
  return /学历|经验|专业|技能|薪|待遇|education|experience|skills|salary|compensation|pay|knowledge/iu.test(
    heading,
  )
}
