import { bareHeading, headingKind, normalize, type SectionKind } from '../../text/index.ts'
import { wordLists } from '../words/cues.ts'

/** Headings in common wording, beside those that every job description has. */
const worded: readonly (readonly [RegExp, SectionKind])[] = (['zh', 'en'] as const).flatMap((language) =>
  (['preferred', 'duties', 'must', 'offer', 'company'] as const).flatMap((kind): [RegExp, SectionKind][] => {
    const words =
      language === 'en' && kind === 'company'
        ? undefined
        : language === 'zh' && kind === 'preferred'
          ? undefined
          : wordLists[language](`heading ${kind}`)
    return words === undefined ? [] : [[new RegExp(`^${words}$`, 'u'), kind === 'company' ? 'about' : kind]]
  }),
)

/**
 * The section that a heading or a label begins; undefined if its words are unknown. `isMarked`: it has the
 * signs of a heading, so that fewer of its words must be those of one.
 */
export function kindOfHeading(text: string, isMarked = true): SectionKind | undefined {
  const words = normalize(bareHeading(text)).replaceAll('’', "'").trim()
  return (
    headingKind(words, { isMarked, isAlone: true }) ?? worded.find(([pattern]) => pattern.test(words))?.[1]
  )
}
