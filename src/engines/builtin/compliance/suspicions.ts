import type { ComplianceFinding } from '../../../contract/index.ts'
import type { Language } from '../text/index.ts'
import { fold } from './fold.ts'
import { suspectedRules } from './learned.ts'
import { type Rule, rulesFor } from './rules.ts'
import { exemptionsIn, isExcepted, lineBreak } from './scan.ts'

/**
 * The sentences of a text that are like sentences known to be harmful, by the rules whose wording they
 * don't have. They are told to be looked at, never taken out. `whole`: where exceptions may stand; `known`:
 * what was found already.
 */
export function findSuspicions(
  text: string,
  language: Language,
  whole: string,
  known: readonly ComplianceFinding[],
): ComplianceFinding[] {
  const { byName } = rulesFor(language)
  const isExempt = exemptionsIn(whole)
  return text.split(lineBreak).flatMap((line) =>
    sentencesOf(line, language).flatMap((sentence) => {
      const folded = fold(sentence.replace(speaker, '')).text
      const isTold = (name: string) =>
        known.some(
          ({ rule, quote }) => rule === name && (sentence.includes(quote) || quote.includes(sentence)),
        )
      return suspectedRules(folded, language).flatMap((suspected) => {
        const rule = byName.get(suspected)
        if (rule === undefined || isTold(suspected) || isExempt(rule)) return []
        if (isExcepted(rule, folded, 0, folded.length, language)) return []
        return [suspicionOf(rule, sentence, language)]
      })
    }),
  )
}

function suspicionOf(rule: Rule, quote: string, language: Language): ComplianceFinding {
  const { name, legalBasis, suggestion } = rule
  const severity = rule.severity === 'violation' ? 'risk' : rule.severity
  return { quote, rule: name, severity, legalBasis, suggestion: `${doubt[language]}${suggestion}` }
}

const doubt: Record<Language, string> = { zh: '疑似，请核对：', en: 'Possibly; please check: ' }

const sentenceEnd: Record<Language, RegExp> = { zh: /[。；;！!？?]/gu, en: /[.;!?](?=\s|$)/gu }
const comma: Record<Language, RegExp> = { zh: /[，,、：:]/gu, en: /[,:]\s/gu }
/** What was learned was learned from sentences of about this length; a longer one is cut at its commas. */
const charactersMax: Record<Language, number> = { zh: 60, en: 240 }
const pieceCharactersMin: Record<Language, number> = { zh: 20, en: 80 }

/** The sentences of a line, without the marks of a list; a heading is none. */
export function sentencesOf(line: string, language: Language): string[] {
  return cut(line, sentenceEnd[language], 0).flatMap((sentence) => {
    const isLong = sentence.length > charactersMax[language]
    return isLong ? cut(sentence, comma[language], pieceCharactersMin[language]) : [sentence]
  })
}

/** A text, cut behind each mark where the piece is long enough. */
function cut(text: string, marks: RegExp, charactersMin: number): string[] {
  const pieces: string[] = []
  let from = 0
  for (const { index, 0: mark } of text.matchAll(marks)) {
    const end = index + mark.length
    if (end - from < charactersMin) continue
    pieces.push(text.slice(from, end).trim())
    from = end
  }
  return [...pieces, text.slice(from).trim()]
    .map((piece) => piece.replace(listMark, ''))
    .filter((piece) => piece !== '' && !heading.test(piece))
}

/** Also what only speaks to the reader: `【我们希望你】`, `加入我们你将`. */
const heading =
  /[:：]$|^[【[]?(?:我们?|加入|期待|希望|需要|关于|欢迎|在|等|找){0,4}[你您](?:将|会|需要|能|是)?[\]】]?$/u

/** `王姐：招个前台`: who speaks is not who is looked for. */
const speaker =
  /^(?:[\u3400-\u9fff]{1,2}(?:姐|哥|叔|姨|总|工|老师|经理|主管|店长)|[小老阿][\u3400-\u9fff]|老板娘?|店长|人事|我|hr)[：:]\s?(?=\S)/iu
const listMark = /^(?:[•●◆▪*-]|[(（]?\d{1,2}[.、)）])\s*(?=\D)/u
