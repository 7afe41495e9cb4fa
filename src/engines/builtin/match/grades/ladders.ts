import { readForms } from '../read/forms.ts'
import type { Segment } from '../read/segment.ts'
import { type Aspect, best, gradeCredit } from './aspect.ts'
import { isDenied, type PlacedSentence, placedSentences } from './placed-sentence.ts'
import { isOver } from './validity.ts'

/** A step on a ladder of classes, grades or levels; a step includes all lower ones (`ladders.tsv`). */
interface Step {
  readonly ladder: string
  readonly rank: number
  /** Whether one step below gets partial credit. */
  readonly isGradual: boolean
  readonly start: number
  readonly end: number
}

/** Phrases for a certificate that isn't yet earned, or has lapsed. */
const notHeld =
  /考了[^。;；]{0,6}[科门]|[科门]没?过了?\d|备考|在考|报考|准备考|还差|没去换|断了?审|没去复审|没年审|没续|过期|失效|came off|let (?:it|them) (?:lapse|go)|ran out|lapsed|expired|not renewed|working towards?|studying (?:for|towards?)|preparing for|booked|candidate\b/u

const forms = readForms<string>(new URL('./ladders.tsv', import.meta.url), (cells) => ({
  name: cells.slice(0, 3).join('#'),
  forms: cells[3],
}))

/** `C1` is a licence class only beside words about driving; elsewhere it may be a language level. */
const driving = /驾|照|准驾|司机|开车|车型|^[abc][123]?本/u

function stepsIn(normalized: string): Step[] {
  const named = forms.find(normalized).flatMap(({ classes, start, end }) =>
    classes.flatMap((name) => {
      const [ladder = '', rank, below] = name.split('#')
      if (ladder === 'driving-cn' && !driving.test(normalized)) return []
      return [{ ladder, rank: Number(rank), isGradual: below === 'partly', start, end }]
    }),
  )
  return [...named, ...gradesIn(normalized), ...teachersIn(normalized)]
}

const tradeGrade =
  /(初级|中级|高级|[一二三四五]级)(?!中学|职称|会计|经济|工程师|教师|管理者?|主管|经理)([\u4e00-\u9fff]{2,10}?[员师工])(?![员师工程])|([\u4e00-\u9fff]{2,10}?[员师工])\s?[（(]?(初级|中级|高级|[一二三四五]级)/gu
const gradeRanks = ['初级', '中级', '高级', '二级', '一级']
const gradeLevels = ['五级', '四级', '三级', '二级', '一级']

/**
 * The grades of China's vocational certificates of any trade, from five (beginner) to one (senior
 * technician).
 */
function gradesIn(normalized: string): Step[] {
  return [...normalized.matchAll(tradeGrade)].flatMap((match) => {
    const [found, before, nameAfter, nameBefore, after] = match
    const grade = before ?? after ?? ''
    const trade = (nameAfter ?? nameBefore ?? '').replace(/^.*(?:持有?|具有|取得|证书|职业)/u, '')
    const rank = Math.max(gradeRanks.indexOf(grade), gradeLevels.indexOf(grade)) + 1
    if (trade.length < 2 || rank === 0 || registered.test(trade)) return []
    return [
      {
        ladder: `trade:${trade}`,
        rank,
        isGradual: false,
        start: match.index,
        end: match.index + found.length,
      },
    ]
  })
}
const teacherOf =
  /(幼儿园?|小学|初中|初级中学|高中|高级中学)[^，,。;；]{0,8}?(?:教师|教资)(?:资格)|教师资格证?[：:（( ]{1,2}(幼儿园?|小学|初中|初级中学|高中|高级中学)/gu
const schoolRanks: Readonly<Record<string, number>> = {
  幼儿: 1,
  幼儿园: 1,
  小学: 2,
  初中: 3,
  初级中学: 3,
  高中: 4,
  高级中学: 4,
}

/** The school level of a teaching certificate: `高中化学教师资格证`, `教师资格：初中化学`. */
function teachersIn(normalized: string): Step[] {
  return [...normalized.matchAll(teacherOf)].map((match) => ({
    ladder: 'teacher-cn',
    rank: schoolRanks[match[1] ?? match[2] ?? ''] ?? 0,
    isGradual: false,
    start: match.index,
    end: match.index + match[0].length,
  }))
}

/** Registered professions have their own ladders. */
const registered = /建造|造价|消防工程|结构|建筑师|会计|经济|教师|护师|医师|药师|社会工作|人力资源|心理|营养/u

export interface HeldSteps {
  readonly sources: readonly { readonly source: PlacedSentence; readonly steps: readonly Step[] }[]
  readonly today: number
}

export function readSteps(segments: readonly Segment[], today: number): HeldSteps {
  const sources = placedSentences(segments, (norm) => forms.find(norm).length > 0).flatMap((each) => {
    const steps = stepsIn(each.sentence.norm)
    return steps.length === 0 ? [] : [{ source: each, steps }]
  })
  return { sources, today }
}

const either = /或|任一|之一|均可|皆可|\/|\bor\b|\beither\b|\bany of\b|\bone of\b/u

/**
 * Compares the grades that a requirement demands with those held. Undefined if it demands none, or if the
 * resume lacks one of its ladders.
 */
export function judgeSteps(normalized: string, { sources, today }: HeldSteps): Aspect | undefined {
  const asked = lowestOfEach(stepsIn(normalized))
  const found = asked.map((step) =>
    best(
      sources.flatMap((each) =>
        each.steps
          .filter(({ ladder }) => ladder === step.ladder)
          .map((held) => ({
            credit: worthOf(step, held, each.source, normalized, today),
            place: { segment: each.source.segment, at: each.source.at },
          })),
      ),
    ),
  )
  const known = found.filter((each) => each !== undefined)
  if (known.length === 0 || known.length < asked.length) return undefined
  if (asked.length > 1 && either.test(normalized)) return best(known)
  return known.reduce((least, each) => (each.credit < least.credit ? each : least))
}

/** Keeps the lowest grade of each ladder, which is sufficient: `NVQ Level 2 or 3`, `C1/B2驾照`. */
function lowestOfEach(steps: readonly Step[]): Step[] {
  const lowest = new Map<string, Step>()
  for (const step of steps) {
    const other = lowest.get(step.ladder)
    if (other === undefined || step.rank < other.rank) lowest.set(step.ladder, step)
  }
  return [...lowest.values()]
}

function worthOf(asked: Step, held: Step, source: PlacedSentence, norm: string, today: number): number {
  const said = source.sentence.norm
  if (isDenied(source, held.start, held.end) || isOver(said, today) === true) return gradeCredit.short
  if (notHeld.test(said.slice(held.end, held.end + notHeldWithin))) return gradeCredit.short
  if (isOtherSubject(norm.slice(asked.end), said.slice(held.end))) return gradeCredit.short
  if (held.rank >= asked.rank) return gradeCredit.reached
  return asked.isGradual && held.rank === asked.rank - 1 ? gradeCredit.oneBelow : gradeCredit.short
}

/** Within this many characters, the phrase refers to this certificate. */
const notHeldWithin = 24

const bracketed = /^[^\s（(]{0,6}\s?[（(]([^（()）]{2,20})[)）]/u

/**
 * Whether two subjects in brackets share no pair of adjacent characters: `一级建造师（建筑工程）` and `一级建造师（市政公用工程）`.
 */
function isOtherSubject(asked: string, held: string): boolean {
  const [one, other] = [bracketed.exec(asked)?.[1], bracketed.exec(held)?.[1]]
  if (one === undefined || other === undefined || !/\p{Script=Han}/u.test(one + other)) return false
  if (/\d|级|年|证/u.test(one + other)) return false
  const pairs = [...one].slice(1).map((sign, at) => one.charAt(at) + sign)
  const own = pairs.filter((pair) => !ofAnySubject.has(pair))
  return own.length > 0 && !own.some((pair) => other.includes(pair))
}
const ofAnySubject: ReadonlySet<string> = new Set(['工程', '专业', '方向', '学科', '技术'])
