import { expect, test } from 'vitest'
import { matchTexts } from '../match.ts'
import { monthNumber } from '../read/dates.ts'
import { samplePairs } from '../sample-pairs.ts'

/** Zero-width characters raise no score, wherever they are inserted. */

const match = (resumeText: string, jdText: string) =>
  matchTexts({ resumeText, jdText }, monthNumber(2026, 11), { name: 'test', version: '0' })
const scoreOf = (resume: string, jd: string): number => match(resume, jd).unroundedScore
const resumes = samplePairs.flatMap((pair) => [
  pair,
  { ...pair, resume: pair.resume.slice(0, Math.floor(pair.resume.length / 2)) },
])

/** Zero width space, soft hyphen, joiners, a variation selector, a direction mark. */
const roomless = ['\u200b', '\u00ad', '\u200d', '\u2060', '\ufe0f', '\ufeff']
/** Inserts a character after every N characters of a text, in every line or in every second line. */
const strewn = (text: string, sign: string, every: number, lines: number): string =>
  text
    .split('\n')
    .map((line, nth) =>
      nth % lines > 0
        ? line
        : Array.from(line, (each, at) => (at % every === 0 ? each + sign : each)).join(''),
    )
    .join('\n')

test('zero-width characters have no effect, wherever they are', () => {
  for (const [nth, { resume, jd }] of resumes.entries()) {
    const base = match(resume, jd)
    const sign = roomless[nth % roomless.length] ?? ''
    for (const every of [1, 40]) {
      const { data, unroundedScore } = match(strewn(resume, sign, every, 1), jd)
      expect(unroundedScore).toBe(base.unroundedScore)
      expect(data.requirements.map(({ status }) => status)).toEqual(
        base.data.requirements.map(({ status }) => status),
      )
    }
    for (const every of [2, 9]) {
      expect(scoreOf(strewn(resume, sign, every, 2), jd)).toBeLessThanOrEqual(base.unroundedScore)
    }
  }
})

test('evidence is quoted with its zero-width characters', () => {
  for (const { resume, jd } of samplePairs) {
    const given = strewn(resume, '\u200b', 3, 1)
    const quotes = match(given, jd).data.requirements.flatMap(({ evidence }) => evidence ?? [])
    expect(quotes).not.toEqual([])
    for (const quote of quotes) expect(given).toContain(quote)
  }
})

test('hidden text does not raise the score, in any amount', () => {
  const cook = '厨师\n2018.01-2024.01 某酒店 厨师\n负责热菜，管理后厨 6 人'
  for (const { resume, jd } of samplePairs) {
    const career = strewn(resume, '\u200b', 1, 1)
    for (const times of [1, 4]) {
      const hidden = Array.from({ length: times }, () => career).join('\n')
      expect(scoreOf(`${cook}\n${hidden}`, jd)).toBeLessThanOrEqual(scoreOf(cook, jd))
    }
  }
})

test('words with invisible characters in them are no evidence', () => {
  for (const { resume, jd } of resumes) {
    const hidden = '\u200bKubernetes\u200b、\u200bSpanish\u200b、\u200bCPA\u200b'
    const [base, more] = [match(resume, jd), match(`${resume}\n${hidden}`, jd)]
    expect(more.unroundedScore).toBeLessThanOrEqual(base.unroundedScore)
    const told = ({ data }: typeof base) =>
      data.requirements.map(({ status, evidence }) => [status, evidence])
    expect(told(more)).toEqual(told(base))
    const glued = resume.replaceAll('\n', `, ${hidden}\n`)
    const bare = resume.replaceAll('\n', ', \n')
    expect(scoreOf(glued, jd)).toBeLessThanOrEqual(scoreOf(bare, jd))
  }
})

test("markup doesn't change the reading of a resume, and quotes contain it", () => {
  for (const { resume, jd } of samplePairs) {
    const given = `<ul>${resume.replace(/^.*$/gmu, '<li><b>$&</b></li>')}</ul><!-- ${jd} -->`
    const [marked, base] = [match(given, jd), match(resume, jd)]
    expect(marked.unroundedScore).toBe(base.unroundedScore)
    const quotes = marked.data.requirements.flatMap(({ evidence }) => evidence ?? [])
    expect(quotes).not.toEqual([])
    for (const quote of quotes) expect(given).toContain(quote)
  }
})

test.each(['display:none', 'color: #FFFFFF', 'font-size:0', 'visibility: hidden'])(
  'text hidden by %s does not raise the score',
  (style) => {
    const cook = '厨师\n2018.01-2024.01 某酒店 厨师\n负责热菜，管理后厨 6 人'
    for (const { resume, jd } of samplePairs) {
      const hidden = `<div style="margin:0;${style}">${resume}</div>`
      expect(scoreOf(`${cook}\n${hidden}`, jd)).toBeLessThanOrEqual(scoreOf(cook, jd))
    }
  },
)
