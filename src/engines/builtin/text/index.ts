export { isBenefits } from './benefits.ts'
export { countTokens, countTokensOfJson } from './count-tokens.ts'
export { demands, type Priority, priorityOf } from './demands.ts'
export { bareHeading, headingKind, isBareHeading, type SectionKind } from './headings.ts'
export { detectLanguage, type Language } from './language.ts'
export { type Line, splitLines } from './lines.ts'
export {
  blankMarkup,
  blankUnseen,
  blockTags,
  decodeEntities,
  entityBeforeSemicolon,
  otherTags,
  replaceComments,
} from './markup.ts'
export { invisible, normalize, removeInvisible, toSimplified } from './normalize.ts'
export { allMatches, longPattern, usStates } from './patterns.ts'
export { type Section, splitSections } from './sections.ts'
export { endsWithTitle, leadingTitle } from './title.ts'
export { readWordLists, type WordLists } from './word-lists.ts'
export { cutChinese, isStopWord, words } from './words.ts'
