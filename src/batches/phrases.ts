import type { Language } from '../engines/index.ts'

/** The phrases of a batch, in the language of its job description. They add no facts. */
export interface Phrases {
  readonly years: (years: string) => string
  readonly yearsShort: (years: string) => string
  readonly degreeMet: (degree: string) => string
  readonly degreeShort: (degree: string) => string
  readonly missing: (what: string) => string
  readonly notScored: string
  readonly defaultLabel: (position: number) => string
  readonly conclusion: (counts: Counts, best: { readonly label: string; readonly score: number }) => string
  readonly nobody: (counts: Counts) => string
  readonly reason: (label: string, score: number, tags: string, recommendation: string) => string
  readonly listComma: string
}

export interface Counts {
  readonly total: number
  readonly scored: number
  readonly failed: number
  readonly highScores: number
  readonly recommended: number
}

const zh: Phrases = {
  years: (years) => `${years}年以上经验`,
  yearsShort: (years) => `经验不足${years}年`,
  degreeMet: (degree) => `${degree}学历达标`,
  degreeShort: (degree) => `未见${degree}学历`,
  missing: (what) => `缺：${what}`,
  notScored: '未能完成评分，不收费。',
  defaultLabel: (position) => `候选人 ${position}`,
  conclusion: ({ total, scored, failed, highScores, recommended }, best) =>
    `共 ${total} 位候选人，完成评分 ${scored} 位${failed > 0 ? `，未能评分 ${failed} 位` : ''}；` +
    `${highScores} 位得分在 70 分及以上，最高 ${best.score} 分（${best.label}）${recommended > 0 ? '' : '；没有建议推进的候选人'}。`,
  nobody: ({ total }) => `共 ${total} 位候选人，均未能完成评分，不收费。`,
  reason: (label, score, tags, recommendation) =>
    `${label}（${score} 分）：${tags === '' ? '' : `${tags}。`}${recommendation}`,
  listComma: '、',
}

const en: Phrases = {
  years: (years) => `${years}+ years of experience`,
  yearsShort: (years) => `under ${years} years of experience`,
  degreeMet: (degree) => `degree: ${degree}`,
  degreeShort: (degree) => `no ${degree} degree shown`,
  missing: (what) => `missing: ${what}`,
  notScored: 'Could not be scored; not charged.',
  defaultLabel: zh.defaultLabel,
  conclusion: ({ total, scored, failed, highScores, recommended }, best) =>
    `${scored} of ${total} candidates scored${failed > 0 ? `, ${failed} could not be scored` : ''}; ` +
    `${highScores} at 70 or above, the best with ${best.score} (${best.label})${recommended > 0 ? '' : '; none is recommended'}.`,
  nobody: ({ total }) => `None of ${total} candidates could be scored; nothing is charged.`,
  reason: (label, score, tags, recommendation) =>
    `${label} (${score}): ${tags === '' ? '' : `${tags}. `}${recommendation}`,
  listComma: ', ',
}

export function phrasesIn(language: Language): Phrases {
  return language === 'zh' ? zh : en
}
