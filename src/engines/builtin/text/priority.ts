import type { SectionKind } from './headings.ts'

export type Priority = 'must' | 'preferred'

const preferredCue =
  /优先|加分|更佳|更好|最好|尤佳|为佳|者佳|佳者|不强制|非必须|非必需|可选|锦上添花|\bpreferred\b|\bpreferably\b|\b(?:a|is|big|strong|huge|definite|an? added) plus\b|\bpluses\b|\bnice[- ]to[- ]haves?\b|\bgood[- ]to[- ]haves?\b|\bbonus\b|\bdesirable\b|\bdesired\b|\badvantage(?:ous)?\b|\bideally\b|\boptional(?:ly)?\b|\bnot required\b|\bbeneficial\b|\bhelpful\b|\bwould be (?:an? )?(?:great|nice|good|lovely|useful|handy|ideal)\b|\b(?:helps|useful|handy)[.!]?$|\b(?:is|also) useful\b|^[\w+#/-]{2,24}(?: [\w+#/-]{2,24})? useful (?:for|in|with)\b|\bnot a (?:deal[- ]?breaker|hill to die on)\b|\bnot (?:essential|necessary|a must)\b/iu

/**
 * Whether a line, or a clause of it, is a must or only preferred. Its own words decide before its heading
 * does; where neither says anything, it is a must.
 */
export function priorityOf(normalizedText: string, section: SectionKind): Priority {
  if (preferredCue.test(normalizedText)) return 'preferred'
  if (section === 'preferred') return 'preferred'
  return 'must'
}
