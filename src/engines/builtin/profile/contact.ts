import { limits, type Profile, type ProfileValue } from '../../../contract/index.ts'
import { labelledSpans } from '../match/person/fields.ts'
import { allMatches, usStates } from '../text/index.ts'
import { cellsOf } from './cells.ts'
import type { ProfileLine } from './lines.ts'
import { valueAt } from './placed.ts'
import { isPlaceText } from './places.ts'

const email = /[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}/gu
const link =
  /(?<![\w@.-])(?:https?:\/\/[^\s|｜,，;；、()（）<>]{3,200}|(?:[a-z\d-]{1,60}\.){1,4}(?:com|cn|org|net|io|me|dev|co|edu|gov|info|app|xyz|tech|site|page|uk|de|fr|eu|ai|in)(?:\/[^\s|｜,，;；、()（）<>]{0,150})?)(?![\w@-])/gu
/** A possible telephone number. Its digit count and its context are checked. */
const phone = /(?<![\w.@/%-])(?:\+\s?|00)?[(（]?\+?\d[\d\s().（）-]{5,22}\d(?![\w%@]|\.\d)/gu
const digit = /\d/g
const datesInside = /(?:19|20)\d\d\s?[-–./年]\s?(?:(?:19|20)\d\d|\d{1,2}\b)/u
const phoneLabel =
  /(?:电\s{0,4}话|手\s{0,4}机|手机号码?|联系方式|联系电话|tel|phone|mobile|cell|whatsapp|call|m|t|p|☎|📞|✆)[\s:：.|号码]{0,4}$/u
const otherLabel =
  /(?:qq|微信|wechat|weixin|邮编|身份证号?码?|证件号码?|学号|工号|编号|专利号|isbn|issn|zip|passport|no\.?|id)[\s:：.|]{0,4}$/u
const besideMax = 16
const chineseMobile = /^(?:\+?86)?1[3-9]\d{9}$/u

/** The person's contact data. Lines about jobs, projects and schools are skipped. */
export function readContact(lines: readonly ProfileLine[]): Profile['contact'] {
  const own = lines.filter(
    ({ section }) => section !== 'work' && section !== 'project' && section !== 'education',
  )
  const most = limits.profileEntriesMax.contacts
  const emails = distinct(lines.flatMap((line) => valuesOf(line, email)))
  return {
    emails: emails.slice(0, most),
    phones: distinct(own.flatMap(phonesIn)).slice(0, most),
    links: distinct(own.flatMap(linksIn)).slice(0, most),
    place: placeIn(own),
  }
}

function valuesOf(line: ProfileLine, pattern: RegExp): ProfileValue[] {
  return allMatches(line.norm, pattern)
    .map(({ 0: found, index }) => valueAt(line, index, index + found.length))
    .filter((value) => value !== null)
}

/** Removes duplicates; the first occurrence remains. */
function distinct(values: readonly ProfileValue[]): ProfileValue[] {
  const seen = new Set<string>()
  return values.filter(({ text }) => !seen.has(text) && seen.add(text))
}

function linksIn(line: ProfileLine): ProfileValue[] {
  return allMatches(line.norm, link).flatMap(({ 0: found, index }) => {
    let end = index + found.length
    while (end > index && '.,:)'.includes(line.norm.charAt(end - 1))) end -= 1
    const value = valueAt(line, index, end)
    return value === null || line.norm.charAt(end) === '@' || notLink.test(found) ? [] : [value]
  })
}

/** Names of technologies that look like addresses. */
const notLink = /\.js$|^(?:asp\.net|socket\.io|draw\.io|ado\.net|vb\.net|ml\.net)$|^[\d.]{1,20}$/u

function phonesIn(line: ProfileLine): ProfileValue[] {
  return allMatches(line.norm, phone).flatMap(({ 0: run, index: first }) => {
    // Skips a postcode before the number.
    const cut = /^\d{4,6} [(]/u.test(run) ? run.indexOf('(') : 0
    const [found, index] = [run.slice(cut), first + cut]
    const before = line.norm.slice(Math.max(0, index - besideMax), index)
    const count = found.match(digit)?.length ?? 0
    const bare = found.replace(/[^\d+]/gu, '')
    if (count < 7 || count > 15 || otherLabel.test(before)) return []
    const isLabelled = phoneLabel.test(before)
    const isSure = isLabelled || chineseMobile.test(bare) || found.startsWith('+') || found.startsWith('(+')
    if (!isSure && (datesInside.test(found) || !isGrouped(found) || !isHead(line))) return []
    const value = valueAt(line, index, index + found.length)
    return value === null ? [] : [value]
  })
}

/** `607.379.5733`, `(123) 456-7890`, `0571-88886666`. */
const isGrouped = (found: string): boolean =>
  /^[(（]?\d{2,4}[)）]?[\s.-]{0,2}\d{3,4}[\s.-]\d{3,4}$|^0\d{2,3}-\d{7,8}$|^0\d{2,4}[\s-]\d{3,4}[\s-]?\d{3,4}$/u.test(
    found,
  )

const isHead = ({ section }: ProfileLine): boolean => section === 'plain' || section === 'contact'

const placeLabel =
  /^(?:现居住?地?址?|居住地址?|现居城市|所在地|所在城市|常住地|住\s{0,4}址|地\s{0,4}址|联系地址|家庭住址|家庭地址|通讯地址|通信地址|现住址|居住城市|address|current address|home address|mailing address|location|residence|current residence|city|based in)\s{0,4}[:：]?\s{0,4}/u
const placeMax = 80
const headLines = 14

function placeIn(lines: readonly ProfileLine[]): ProfileValue | null {
  for (const line of lines) {
    const spans = [...labelledSpans(line.norm), { start: 0, end: line.norm.length }]
    for (const { start, end } of spans) {
      const label = placeLabel.exec(line.norm.slice(start, Math.min(end, start + placeMax)))
      if (label === null) continue
      const at = start + label[0].length
      const candidate = line.norm.slice(at, Math.min(end, at + placeMax))
      const stop = candidate.search(
        /^\p{Script=Han}/u.test(candidate) ? /[|｜•·;；\s]|$/u : /[|｜•·;；]|\s{2}|$/u,
      )
      const value = valueAt(line, at, at + stop)
      const isMarked = /[:：\s]$/u.test(label[0]) || start > 0
      if (value !== null && isMarked && !value.text.includes('@')) return value
    }
  }
  return placeCellIn(lines.filter(isHead).slice(0, headLines))
}

/** `Denver, CO 80202 (303) 555-0187`. */
const townAndState = new RegExp(
  `^[A-Z][A-Za-z.'-]{1,20}(?: [A-Z][A-Za-z.'-]{1,20})?, (?:${usStates}) \\d{5}(?=\\s|$)`,
  'u',
)

/** A place in its own cell, near the name. */
function placeCellIn(lines: readonly ProfileLine[]): ProfileValue | null {
  for (const line of lines) {
    const first = townAndState.exec(line.text)
    if (first !== null) return { text: first[0], start: line.start, end: line.start + first[0].length }
    for (const part of line.norm.matchAll(/[^|｜•·;；—]{2,80}/gu)) {
      const value = valueAt(line, part.index, part.index + part[0].length)
      if (value !== null && isPlaceText(value.text)) return value
    }
    for (const cell of cellsOf(line, 0, line.norm.length)) {
      if (isPlaceText(cell.text)) return valueAt(line, cell.from, cell.to)
    }
  }
  return null
}
