import { normalize } from '../text/index.ts'

/** Sentences that speak to whoever scores, instead of telling what somebody did. They are left out. */
const injected = new RegExp(
  [
    'ignore (?:all |any )?(?:the |your )?(?:previous|prior|above|earlier)',
    'disregard (?:all |any )?(?:the |your )?(?:previous|prior|above|instructions)',
    'you are (?:an? )?(?:ai|assistant|language model|helpful|recruiter|hiring)\\b|\\bas an ai\\b',
    '\\b(?:give|assign|award|output|return|rate)\\b.{0,40}\\b(?:score of|full marks|100|10/10|highest (?:score|rating))',
    '\\bscore"?\\s?[:=]\\s?"?(?:9\\d|100)\\b|match(?:ing)? score\\s?[:=]',
    'perfect (?:match|candidate|fit)\\b|(?:must|should) be (?:hired|recommended|ranked|shortlisted)',
    'strongly recommend(?:ed)? (?:for |to )?(?:hir|interview|this candidate)',
    'meets? (?:all|every) (?:of )?(?:the )?(?:job )?(?:requirement|qualification)',
    '<\\|[a-z_]{2,20}\\|>|\\[/?inst\\]|#{2,6} ?(?:system|instruction)',
    '(?:忽略|无视|忘记|不要理会).{0,12}(?:指令|指示|提示|要求|规则|上文)',
    '你是(?:一[个名位])?(?:ai|人工智能|招聘|面试官|助手|评分)',
    '(?:给|打|评|输出|返回).{0,10}(?:满分|高分|100 ?分|最高分)',
    '匹配度[:=为是 ]{1,3}\\d|评分[:=为是 ]{1,3}(?:9\\d|100)',
    '(?:完全|完美|百分之百|100%) ?(?:匹配|符合|满足).{0,12}(?:岗位|职位|要求|jd)',
    '满足(?:所有|全部|一切)(?:岗位|职位|任职)?要求|强烈(?:推荐|建议)录用',
  ].join('|'),
  'u',
)

export function looksInjected(normalized: string): boolean {
  return injected.test(normalized)
}

/** A unit is a Chinese character or a Latin word. */
const unit = /[\u3400-\u9fff]|[a-z0-9\u00c0-\u024f+#]+/gu
const shingleUnits = 10
const copiedUnitsMin = 14
/** A piece of a resume is taken from the job description when this much of it stands there word by word. */
const copiedShareMin = 0.7

/** Tells whether a piece of a resume was copied from this job description. Short pieces never are. */
export function copyDetector(jdText: string): (normalized: string) => boolean {
  const known = new Set(shingles(units(normalize(jdText))))
  return (normalized) => {
    const text = units(normalized)
    return text.length >= copiedUnitsMin && coveredShare(text, known) >= copiedShareMin
  }
}

const units = (normalized: string): string[] => normalized.match(unit) ?? []

function shingles(text: readonly string[]): string[] {
  const count = Math.max(0, text.length - shingleUnits + 1)
  return Array.from({ length: count }, (_, at) => text.slice(at, at + shingleUnits).join(' '))
}

function coveredShare(text: readonly string[], known: ReadonlySet<string>): number {
  let covered = 0
  let until = 0
  shingles(text).forEach((shingle, at) => {
    if (!known.has(shingle)) return
    covered += at + shingleUnits - Math.max(at, until)
    until = at + shingleUnits
  })
  return covered / text.length
}
