import { limits, type ProfileLanguage, type ProfileValue } from '../../../contract/index.ts'
import { statedLanguages } from '../match/grades/language.ts'
import type { ProfileLine } from './lines.ts'
import { valueAt } from './placed.ts'

/** The languages of a resume: listed ones, and others with a level. */
export function readLanguages(lines: readonly ProfileLine[]): ProfileLanguage[] {
  const found: ProfileLanguage[] = []
  for (const line of lines) {
    if (line.section === 'work' || line.section === 'project' || line.norm.length > lineMax) continue
    const isListed = line.section === 'languages'
    for (const { start, end, level } of statedLanguages(line.norm)) {
      if (!isListed && level === undefined) continue
      const language = start === undefined || end === undefined ? null : valueAt(line, start, end)
      found.push({ language, level: level === undefined ? null : valueAt(line, level.start, level.end) })
    }
  }
  return distinct(found).slice(0, limits.profileEntriesMax.languages)
}

const lineMax = 400

function distinct(found: readonly ProfileLanguage[]): ProfileLanguage[] {
  const seen = new Map<string, ProfileLanguage>()
  const key = (value: ProfileValue | null): string => value?.text.toLowerCase() ?? ''
  for (const each of found) {
    const of = each.language === null ? `#${key(each.level)}` : key(each.language)
    const known = seen.get(of)
    if (known === undefined || (known.level === null && each.level !== null)) seen.set(of, each)
  }
  return [...seen.values()]
}
