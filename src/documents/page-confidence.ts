import { type Fragment, isBlank } from './layout/fragments.ts'
import { characterFlags, type PageCharacters } from './page-characters.ts'
import type { PageText } from './page-reading.ts'

const inPicture = characterFlags.recognised | characterFlags.repaired

/** Returns how a page's characters were read, and the average confidence of the recognised ones. */
export function confidenceOf(characters: PageCharacters): Pick<PageText, 'confidence' | 'readBy'> {
  if (!characters.flags.some((flags) => (flags & inPicture) !== 0))
    return { confidence: null, readBy: 'text' }
  let recognised = 0
  let doubts = 0
  let solid = 0
  for (let index = 0; index < characters.count; index++) {
    if (isBlank(characters, index)) continue
    solid += 1
    if (((characters.flags[index] ?? 0) & inPicture) === 0) continue
    recognised += 1
    doubts += characters.doubts[index] ?? 0
  }
  if (recognised === 0) return { confidence: null, readBy: 'text' }
  const confidence = Math.round(100 - doubts / recognised) / 100
  return { confidence, readBy: recognised === solid ? 'ocr' : 'mixed' }
}

/** The largest accepted doubt, in hundredths. Text with more doubt is wrong about half the time. */
const doubtMax = { word: 45, line: 25 }
/** The limits for names and contacts, where a mistake costs most. */
const doubtMaxWhereItMatters = { word: 30, line: 15 }

/** Whether a line may be misread. `matters` is true for names and contacts. */
export function isDoubtful(page: PageCharacters, line: readonly Fragment[], matters: boolean): boolean {
  const most = matters ? doubtMaxWhereItMatters : doubtMax
  let sum = 0
  let count = 0
  for (const { characters } of line) {
    for (const index of characters) {
      if (isBlank(page, index)) continue
      const doubt = page.doubts[index] ?? 0
      if (doubt > most.word && isWordCharacter(page.codePoints[index] ?? 0)) return true
      sum += doubt
      count += 1
    }
  }
  return count > 0 && sum / count > most.line
}

function isWordCharacter(codePoint: number): boolean {
  return /[\p{L}\p{N}]/u.test(String.fromCodePoint(codePoint))
}

/** Whether a line holds contact data: an email or web address, or a long number. */
export function isContact(line: string): boolean {
  return /[@＠]|www\.|https?:/i.test(line) || line.replaceAll(/[^\d]/g, '').length >= 9
}
