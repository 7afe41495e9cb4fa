import type { SectionKind } from './headings.ts'
import type { Line } from './lines.ts'

/** After a Chinese comma, these words begin a new requirement; other text continues the previous one. */
const newDemand =
  /^(?:熟[悉练]|精通|掌握|了解|具[有备]|有(?!效|关|限)|能(?:够|熟|独|承|适|吃|使|运|看|读)?|会(?!议|计)|善于|擅长|拥有|通过|持(?:有|[^，,]{0,12}证)|本科|大专|硕士|博士|统招|全日制|专科|学历|[\d一二两三四五六七八九十]{1,2}(?:-\d{1,2})?年|英语|日语|良好的?|较[强好]|优秀的?|对.{0,12}(?:感兴趣|有|热)|热爱|工作(?:认真|积极|经验|细)|责任|抗压|吃苦|执行力|逻辑|思维|团队|诚实|为人|性格|学习|沟通|普通话|要求|限|男|女|[未已]婚|\d{2}(?:-\d{2})?周?岁|形象|年龄|性别|男女|身高|[^，,]{0,16}专业|[^，,]{0,24}优先)/u

/** The same after an English comma. */
const newEnglishDemand =
  /^(?:\d{1,2}\+? (?:or more )?years?|at least|minimum|able to|ability to|must|willing|valid|clean|strong|excellent|fluent|native|bachelor|master|associate|proficien\w{1,4}|experience (?:with|in|of)|knowledge of|familiar\w{0,5}|working knowledge|detail[- ]oriented|self[- ]motivated|team player|good communication)\b/iu

/** Splits a clause into its requirements: `本科，熟悉Java、Go，有电商经验优先` holds three. */
export function demands(clause: Line): Line[] {
  const parts: Line[] = []
  let from = 0
  for (const match of clause.text.matchAll(/[，,](?!(?<=\d,)\d{3})\s{0,4}(?:and )?/gu)) {
    const at = match.index + match[0].length
    const rest = clause.text.slice(at, at + 60)
    if (!(newDemand.test(rest) || newEnglishDemand.test(rest)) || isOpenBracket(clause.text.slice(from, at)))
      continue
    parts.push({
      text: clause.text.slice(from, match.index),
      start: clause.start + from,
      isItem: clause.isItem,
    })
    from = at
  }
  parts.push({ text: clause.text.slice(from), start: clause.start + from, isItem: clause.isItem })
  return parts.filter((part) => part.text.trim() !== '')
}

function isOpenBracket(text: string): boolean {
  return (
    Math.max(text.lastIndexOf('（'), text.lastIndexOf('(')) >
    Math.max(text.lastIndexOf('）'), text.lastIndexOf(')'))
  )
}

export type Priority = 'must' | 'preferred'

const preferredCue =
  /优先|加分|更佳|更好|最好|尤佳|为佳|者佳|佳者|不强制|非必须|非必需|可选|锦上添花|\bpreferred\b|\bpreferably\b|\bpreference (?:will be|is) given\b|\b(?:a|is|big|strong|huge|definite|an? added) plus\b|\bpluses\b|(?<!\b(?:years?|yrs?|months?) |\d ?)\bplus[.!]?$|=\s?(?:plus|extra|bonus)\b|\bpref[.!]?$|\b(?:is|are|be) nice[.!]?$|\bnice[- ]to[- ]haves?\b|\bgood[- ]to[- ]haves?\b|\bbonus\b|\bdesirable\b|\bdesired\b|\badvantage(?:ous)?\b|\bideally\b|\boptional(?:ly)?\b|\bnot required\b|\bbeneficial\b|\bhelpful\b|\bwould be (?:an? )?(?:great|nice|good|lovely|useful|handy|ideal)\b|\b(?:helps|useful|handy)[.!]?$|\b(?:is|also) useful\b|^[\w+#/-]{2,24}(?: [\w+#/-]{2,24})? useful (?:for|in|with)\b|\bnot a (?:deal[- ]?breaker|hill to die on)\b|\bnot (?:essential|necessary|a must)\b/iu

/**
 * Whether a line or clause is a must or preferred. Its own words decide first, then its heading. The
 * default is a must.
 */
export function priorityOf(normalizedText: string, section: SectionKind): Priority {
  if (preferredCue.test(normalizedText)) return 'preferred'
  if (section === 'preferred') return 'preferred'
  return 'must'
}
