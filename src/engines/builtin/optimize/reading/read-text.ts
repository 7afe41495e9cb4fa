import {
  endsWithTitle,
  isBareHeading,
  type Language,
  type Line,
  normalize,
  type Section,
  splitSections,
} from '../../text/index.ts'
import type { DraftLine, Part } from '../draft.ts'
import { isPlaceLine } from '../facts/places.ts'
import {
  beginsAsDemand,
  isAboutApplying,
  isLegal,
  isNameAlone,
  isStrictDemand,
  partByWords,
  partUnder,
} from '../parts/classify.ts'
import { withoutLeadingSigns } from '../plain/plain-text.ts'
import { partOfLine } from '../roles/role.ts'
import { labelsOf } from '../words/labels.ts'
import { clausesOf, demandsListed, sentences, withoutAsking, withoutEnd } from './sentences.ts'
import { leadingTitleOf, titleInside, titleNamed } from './title.ts'
import { listsAsSections } from './unheaded-lists.ts'

interface ReadText {
  readonly title: string | undefined
  readonly lines: DraftLine[]
}

/** A sentence or a piece of one; `part` is set if more than its own words decide it. */
interface Piece {
  readonly text: string
  readonly part?: Part
}

/** `fallback`: the part of a line under no heading if its words indicate none. */
export function readText(text: string, language: Language, fallback: Part, given?: string): ReadText {
  const lines: DraftLine[] = []
  let title: string | undefined
  const areItems = fallback === 'must'
  const isOfPoints = fallback === 'summary' && arePoints(text, language)
  const sections = listsAsSections(splitSections(text, { areItems }), text, language)
  for (const [index, section] of sections.entries()) {
    const isPlain = section.kind === 'plain'
    let heading = section.heading
    const rest = withCallKept(section.lines, text)
      .map((line) => ({ ...line, text: withoutLeadingSigns(line.text) }))
      .filter((line) => line.text !== '')
    if (index === 0 && isPlain && fallback === 'summary') {
      const leading = leadingTitleOf(heading, rest, text, language)
      const isTitle = leading !== undefined && isTitleBeside(leading.title, given)
      const found = isTitle ? leading : undefined
      title = found?.title
      if (found?.isWholeLine && heading !== '') heading = ''
      else if (found?.isWholeLine) rest.splice(0, found.lines)
    }
    const isNamed = section.kind === 'about' && /^about /iu.test(heading) && rest.length > 0
    if (heading !== '' && !isNamed && (isPlain ? rest.length === 0 : saysMore(heading, rest.length))) {
      lines.push({ part: partOf(heading, section, language, 'other'), text: heading })
      heading = ''
    }
    const isFact = statesFact(section, text)
    let isBelowOther = false
    for (const [at, line] of rest.entries()) {
      if (!isPlain && at > 0 && headsItems(line, rest[at + 1])) {
        isBelowOther = true
        continue
      }
      const said = titleNamed(line.text, language)
      const named = title === undefined || said?.startsWith(title) ? said : undefined
      const isLabel = isPlain || isFact || rest.length === 1 || section.kind === 'place'
      const label = at === 0 && isLabel ? heading : ''
      const isEmployer = index === 0 && at === 0 && title !== undefined && isNameAlone(line.text)
      if (named !== undefined) title = named
      else if (isEmployer && label === '') lines.push({ part: 'company', text: line.text })
      else {
        const before = at === 0 ? undefined : lines.at(-1)?.part
        const part = isOfPoints ? pointPart(line, lines.at(-1)) : fallbackOf(line, lines.at(-1), fallback)
        const isBehind =
          (isFact && (section.heading === '' || isBelow(line, section, text))) ||
          isAfterLabel(line, section, text) ||
          (isInline(section, text) && !line.isItem && isBelow(line, section, text))
        const before_ = sections[index - 1]
        const isOfListBefore = line.isItem && at > 0 && before_ !== undefined && isLabelOfItem(section, text)
        const around = isOfListBefore
          ? { ...section, kind: before_.kind, heading: '' }
          : isBehind
            ? { ...section, kind: 'plain' as const, heading: '' }
            : section
        const isHeaded = around.kind !== 'plain' && !isBelowOther && !ofAll.test(normalize(section.heading))
        lines.push(
          ...placed(line, label, around, language, part, before).map((each) => ({ ...each, isHeaded })),
        )
      }
    }
  }
  if (title !== undefined || given !== undefined || fallback === 'must') return { title, lines }
  const inside = titleInside(
    lines.map((line) => ({ text: line.text, isProse: line.part === 'summary' || line.part === 'company' })),
    language,
  )
  return { title: inside?.title, lines: lines.filter((_line, at) => at !== inside?.line) }
}

/** In `招商经理` the first character is no call, so it is put back. */
function withCallKept(lines: readonly Line[], text: string): readonly Line[] {
  const [first, ...others] = lines
  const isCut = first !== undefined && first.start > 0 && /^[商生标投募]/u.test(first.text)
  return isCut && text.charAt(first.start - 1) === '招'
    ? [{ ...first, text: `招${first.text}`, start: first.start - 1 }, ...others]
    : lines
}

/** The words of a title in normalised form. */
export function wordsOf(text: string): string {
  return normalize(text).replace(/[\s\p{P}]/gu, '')
}

/** Beside a given title, a line counts as another title only if it is certain to be one. */
function isTitleBeside(title: string, given: string | undefined): boolean {
  return given === undefined || wordsOf(title) === wordsOf(given) || endsWithTitle(title)
}

const factHeading =
  /^(?:工作|上班|办公|实习|面试|公司)?(?:地[点址]|时间)$|^(?:学历|经验|专业)要求$|^(?:work |job )?locations?$|^(?:working |work )?(?:hours|schedule)$|^(?:skills|experience|education)$|^(?:base )?(?:pay|salary|compensation)(?: range)?$|^薪[资酬](?:范围)?$|^about(?: us)?$|^关于我们$/iu

/** `工作地点：上海` states one fact on its line; the following lines are about something else. */
function statesFact({ kind, heading, lines }: Section, text: string): boolean {
  if (heading === '') return kind === 'place'
  const start = lines[0]?.start ?? 0
  const before = text.slice(text.lastIndexOf('\n', start) + 1, start)
  return before.includes(heading) && factHeading.test(normalize(heading))
}

/** A heading of a few words above lines has no content of its own. */
function saysMore(heading: string, lines: number): boolean {
  const isShort = /[\u3400-\u9fff]/u.test(heading) ? heading.length <= 8 : heading.split(/\s/u).length <= 4
  return !isBareHeading(heading) && !(isShort && lines > 1 && !/\d/u.test(heading))
}

/** `Good to know` above items is a heading, though no list contains it. */
function headsItems({ text, isItem }: Line, next: Line | undefined): boolean {
  return !isItem && next?.isItem === true && /^[A-Z][A-Za-z' ]{3,40}$/u.test(text)
}

/** Headings that cover everything: they say nothing about the part of a line. */
const ofAll =
  /描述|详情|说明|^(?:full )?(?:job|role|position)? ?(?:description|details|overview)$|^about the (?:role|job)$/u

/** `Benefits: medical` is a heading for its own line and for items below it, but not for a paragraph. */
function isInline({ heading, lines }: Section, text: string): boolean {
  const start = lines[0]?.start ?? 0
  return heading !== '' && text.slice(text.lastIndexOf('\n', start) + 1, start).includes(heading)
}

/** `- Nice to have: Terraform` labels only its own line; the items after it continue the list. */
function isLabelOfItem({ heading, lines }: Section, text: string): boolean {
  const start = lines[0]?.start ?? 0
  const before = text.slice(text.lastIndexOf('\n', start) + 1, start)
  return heading !== '' && before.includes(heading) && /^\s{0,9}[-*•+]\s/u.test(before)
}

function isBelow(line: Line, { lines }: Section, text: string): boolean {
  return text.slice(lines[0]?.start ?? 0, line.start).includes('\n')
}

/** `Nice: CDP, German.` is a line of its own; a paragraph after it is about something else. */
function isAfterLabel(line: Line, { kind, heading, lines }: Section, text: string): boolean {
  const start = lines[0]?.start ?? 0
  const isLabel = heading !== '' && text.slice(text.lastIndexOf('\n', start) + 1, start).includes(heading)
  const isDemand = kind === 'must' || kind === 'preferred'
  return isDemand && isLabel && !line.isItem && /\n\s{0,9}\n/u.test(text.slice(start, line.start))
}

const pointsMin = 5
const pointCharactersMax: Record<Language, number> = { zh: 36, en: 70 }

/** In a text of short lines without sentences, a line that indicates no part is a requirement. */
function arePoints(text: string, language: Language): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const isPoint = (line: string) =>
    line.length <= pointCharactersMax[language] && !/[。]|\.(?:\s|$)/u.test(line)
  return lines.length >= pointsMin && lines.every(isPoint)
}

/** `你会 own:` introduces a list. */
const isLed = (last: DraftLine | undefined) => last?.part === 'summary' && /[:：]$/u.test(last.text)

/** `需求部门：设备部` is a fact by its form; items after `你会：` are duties; any other point is a requirement. */
function pointPart({ text, isItem }: Line, last: DraftLine | undefined): Part {
  if (isItem && (last?.part === 'duties' || isLed(last))) return 'duties'
  return /^[^：:要求资資历歷条條技]{2,20}[：:]\s?\S/u.test(text) ? 'basics' : 'must'
}

/** An item that indicates no part belongs to its list. */
function fallbackOf({ isItem }: Line, last: DraftLine | undefined, fallback: Part): Part {
  if (!isItem || fallback !== 'summary') return fallback
  return isLed(last) ? 'duties' : listPart(last?.part)
}

function listPart(part: Part | undefined): Part {
  return part === 'must' || part === 'offer' || part === 'summary' ? part : 'duties'
}

/**
 * The sentences of a line in their parts. Prose stays together; a meaningful heading stays before its
 * words.
 */
function placed(
  line: Line,
  heading: string,
  section: Section,
  language: Language,
  fallback: Part,
  before: Part | undefined,
): DraftLine[] {
  const found: DraftLine[] = []
  const label = heading === '' ? '' : `${heading}${language === 'zh' ? '：' : ': '}`
  const whole = sentences(line.text, language)
  const pieces: readonly Piece[] =
    language === 'zh'
      ? whole.flatMap((each) => byPart(each, line, section, fallback))
      : whole
          .flatMap((text) => (section.kind === 'must' && !line.isItem ? demandsListed(text) : [text]))
          .map((text) => ({ text }))
  const isPassage =
    (pieces.length > 1 &&
      line.text.length > passageCharactersMin &&
      isAboutRole(section.heading) &&
      !pieces.every((piece) => partOfLine(piece.text, language) === 'duties')) ||
    (!line.isItem && aboutRole.test(section.heading) && saysNoPart(line.text, language))
  for (const { text: sentence, part: known } of pieces) {
    const last = found.at(-1)
    const around = fallback === 'must' ? fallback : (last?.part ?? fallback)
    const told = known ?? partOf(sentence, section, language, around, line.isItem)
    const own = isPassage ? 'summary' : told
    const part = strayed(own, sentence, line, section, language, last?.part ?? before)
    const isProse = part === 'summary' || part === 'company' || part === 'other'
    if (last !== undefined && last.part === part && isProse) {
      found[found.length - 1] = { part, text: last.text + (language === 'zh' ? '' : ' ') + sentence }
      continue
    }
    if (last === undefined && isYears(heading, sentence)) {
      found.push({ part: 'basics', text: label + withoutEnd(sentence) })
      continue
    }
    const isLabelled =
      last === undefined && label !== '' && (keepsLabel(heading, part, section) || saysNone.test(sentence))
    const text = isProse ? sentence : withoutEnd(part === 'must' ? withoutAsking(sentence) : sentence)
    if (text !== '') found.push({ part, text: isLabelled ? label + text : text })
  }
  return found
}

/**
 * Below a list of requirements, a page often continues with the employer, pay and law without a new
 * heading. Such a sentence moves the sentences after it too, until one begins like a requirement.
 */
function strayed(
  own: Part,
  sentence: string,
  line: Line,
  section: Section,
  language: Language,
  before: Part | undefined,
): Part {
  const isDemand = own === 'must' || own === 'preferred'
  const isList = section.kind === 'must' || section.kind === 'preferred'
  if (!isList || !isDemand || line.isItem || beginsAsDemand(sentence, language)) return own
  if (before === 'other' || before === 'offer' || before === 'company') return before
  return line.text.length > strayCharactersMin ? 'company' : own
}

/** A paragraph of this length below a list is not an item of it. */
const strayCharactersMin = 300

/**
 * Splits a Chinese sentence into one piece per part. In running text each requirement is one piece; an item
 * of a list stays unchanged.
 */
function byPart(sentence: string, line: Line, section: Section, fallback: Part): Piece[] {
  if (section.kind === 'place') return apartFrom(sentence, 'offer')
  if (section.kind === 'offer' && section.heading === '') return apartFrom(sentence, 'basics')
  const isRequired = section.kind === 'must' || section.kind === 'preferred'
  if (section.kind !== 'plain' && !(isRequired && !line.isItem)) return [{ text: sentence }]
  const pieces: { part: Part; text: string; isLed?: true }[] = []
  let leads = false
  for (const { text, start } of clausesOf(sentence, section.kind === 'plain')) {
    const part = partOf(text, section, 'zh', fallback)
    const last = pieces.at(-1)
    const isLead: boolean = section.kind === 'plain' && partByWords(text, 'zh') === undefined
    if (leads && last !== undefined && part === 'duties') {
      leads = false
      pieces[pieces.length - 1] = { part, text: last.text, isLed: true }
      continue
    }
    leads = isLead
    const isPlaced = isPlaceLine(text) || (last !== undefined && isPlaceLine(last.text))
    const isOneMore =
      last?.part !== part || isPlaced || (!line.isItem && (part === 'must' || part === 'preferred'))
    if (last === undefined || isOneMore) pieces.push({ part, text: sentence.slice(start) })
  }
  return pieces.map(({ part, text, isLed }, index) => {
    const next = pieces[index + 1]?.text ?? ''
    const own = text.slice(0, text.length - next.length).trim()
    return isLed ? { text: own, part } : { text: own }
  })
}

/** `上班时间：9点到6点，包吃住`: a benefit follows the hours. */
function apartFrom(sentence: string, other: Part): Piece[] {
  const pieces: { text: string; part?: Part }[] = []
  for (const text of sentence.split(/(?<=[，,])(?!(?<=\d,)\d{3})/u)) {
    const part = partByWords(text, 'zh') === other ? other : undefined
    const last = pieces.at(-1)
    if (last !== undefined && last.part === part) last.text += text
    else pieces.push(part === undefined ? { text } : { text, part })
  }
  return pieces
}

/** A bare `none` has no meaning without the name of its fact. */
const saysNone = /^(?:none|n\/a|nil|无|不限|没有)[.。]?$/iu

/** `经验要求：3-5年`: a basic fact, while `经验要求：3年以上支付经验` asks for more. */
function isYears(heading: string, value: string): boolean {
  const isNamed = /^(?:工作)?经验(?:要求)?$|^工作年限$|^experience(?: level)?$/iu.test(heading)
  return isNamed && value.length <= yearsCharactersMax && !/经验(?!不限)|[,，]/u.test(value)
}

const yearsCharactersMax = 16

function partOf(
  sentence: string,
  section: Section,
  language: Language,
  fallback: Part,
  isItem = false,
): Part {
  if (ownOther.includes(section.heading) && partByWords(sentence, language) !== 'basics') return 'other'
  switch (section.kind) {
    case 'plain':
      return section.heading === ''
        ? ofPlain(sentence, language, fallback, isItem)
        : (partByWords(sentence, language) ?? 'other')
    case 'place':
      return isAboutApplying(sentence, language) ? 'other' : 'basics'
    case 'about':
      if (language === 'en' && isStrictDemand(sentence, language)) return 'must'
      if (!/[.!?。！]$/u.test(sentence) && partByWords(sentence, language) === 'basics') return 'basics'
      return isAboutApplying(section.heading, language) ||
        isAboutApplying(sentence, language) ||
        isLegal(sentence, language) ||
        isLegal(section.heading, language)
        ? 'other'
        : 'company'
    default:
      return partUnder(section.kind, sentence, language)
  }
}

/** An item of a list describes neither the employer nor the reason for hiring, unless cues say so. */
function ofPlain(sentence: string, language: Language, fallback: Part, isItem: boolean): Part {
  const part = partOfLine(sentence, language, fallback === 'must')
  const isProse = part === 'summary' || part === 'company'
  return part === undefined || (isItem && isProse && partByWords(sentence, language) !== part)
    ? fallback
    : part
}

const aboutRole = /^about (?:the|this) (?:role|job|position)$/iu

/** Its words indicate no part, or only say that a person is wanted. */
function saysNoPart(text: string, language: Language): boolean {
  const part = partByWords(text, language)
  return part === undefined || part === 'summary'
}

/** `The role` is followed by a passage about the job, or by a list of duties. */
const passageCharactersMin = 120
function isAboutRole(heading: string): boolean {
  return /\b(?:role|job|position|overview|summary|opportunity)\b/iu.test(heading)
}

const ownOther = [labelsOf.zh.headings.other, labelsOf.en.headings.other]

/** Headings that are part of the statement: `学历要求：本科`, `Experience: 3 years`, `工作时间：9:00-18:00`. */
function keepsLabel(heading: string, part: Part, section: Section): boolean {
  if (ownOther.includes(heading)) return false
  if (part === 'other' || part === 'basics') return true
  if (section.kind === 'plain') return false
  return /学历|经验|专业|技能|薪|工资|待遇|education|experience|skills|salary|compensation|pay|knowledge/iu.test(
    heading,
  )
}
