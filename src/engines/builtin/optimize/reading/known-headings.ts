import { type Language, normalize } from '../../text/index.ts'
import { wordLists } from '../words/cues.ts'

/** Headings in common wording, and the standard heading for each of them. */
const plain: Record<Language, readonly (readonly [RegExp, string])[]> = {
  zh: [
    [whole(wordLists.zh('heading company')), '关于我们：'],
    [whole(wordLists.zh('heading duties')), '岗位职责：'],
    [whole(wordLists.zh('heading must')), '任职要求：'],
    [whole(wordLists.zh('heading offer')), '我们提供：'],
    [whole(wordLists.zh('heading apply')), '## 其他信息'],
  ],
  en: [
    [whole(wordLists.en('heading preferred')), 'Preferred:'],
    [whole(wordLists.en('heading must')), 'Requirements:'],
    [whole(wordLists.en('heading duties')), 'Responsibilities:'],
    [whole(wordLists.en('heading offer')), 'Benefits:'],
    [whole(wordLists.en('heading apply')), '## Additional information'],
  ],
}

function whole(words: string): RegExp {
  return new RegExp(`^${words}$`, 'u')
}

const marks = /^[\s#*【（(]{0,6}(?:[一二三四五六七八九十]{1,2}、|\d{1,2}[.、])?\s?|[\s:：】*.…!]{0,4}$/gu
const headingCharactersMax = 70

function headingFor(words: string, language: Language): string | undefined {
  return plain[language].find(([pattern]) => pattern.test(words))?.[1]
}

/** `希望候选人：法学本科` */
function withHeadingBefore(line: string, language: Language): string | undefined {
  const [, name = '', rest = ''] = /^([^:：]{2,20})[:：]\s{0,3}(\S.*)$/u.exec(line) ?? []
  const heading = headingFor(normalize(name).trim().replace(marks, ''), language)
  return heading?.endsWith('：') ? heading + rest : undefined
}

/** Replaces headings in other wording with the standard headings. */
export function withKnownHeadings(text: string, language: Language): string {
  return text
    .split('\n')
    .map((line) => {
      if (line.length > headingCharactersMax) return withHeadingBefore(line, language) ?? line
      const words = normalize(line).replaceAll('’', "'").trim().replace(marks, '')
      return headingFor(words, language) ?? withHeadingBefore(line, language) ?? line
    })
    .join('\n')
}
