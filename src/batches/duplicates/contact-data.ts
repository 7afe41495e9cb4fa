/**
 * E-mail addresses and phone numbers of a text, for comparison only. Single passes without regular
 * expressions, so no text makes them slow. Dates, amounts and document numbers are not phone numbers.
 */
export function contactData(folded: string): Set<string> {
  return new Set([...emails(folded), ...phones(folded)])
}

const localMax = 64
const domainMax = 255

function emails(text: string): string[] {
  const found: string[] = []
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let start = at
    while (start > 0 && at - start < localMax && isOfLocal(text.charCodeAt(start - 1))) start -= 1
    while (text[start] === '.') start += 1
    let end = at + 1
    while (end < text.length && end - at < domainMax && isOfDomain(text.charCodeAt(end))) end += 1
    while (end > at && (text[end - 1] === '.' || text[end - 1] === '-')) end -= 1
    const domain = text.slice(at + 1, end)
    const dot = domain.lastIndexOf('.')
    if (start < at && dot > 0 && domain.length - dot > 2) found.push(text.slice(start, end))
  }
  return found
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
const isOfDomain = (code: number): boolean =>
  isDigit(code) || (code >= 0x61 && code <= 0x7a) || code === 0x2d || code === 0x2e
const isOfLocal = (code: number): boolean =>
  isOfDomain(code) || code === 0x5f || code === 0x2b || code === 0x25

/** The last digits of a number are the same with and without the country code. */
const digitsKept = 9
const separators = ' -.()'
const separatorsMax = 2

function phones(text: string): string[] {
  const found: string[] = []
  let at = 0
  while (at < text.length) {
    if (!isDigit(text.charCodeAt(at))) {
      at += 1
      continue
    }
    const isInternational = text[at - 1] === '+'
    const groups: string[] = []
    let next = at
    while (next !== -1) {
      let end = next
      while (end < text.length && isDigit(text.charCodeAt(end))) end += 1
      groups.push(text.slice(next, end))
      at = end
      next = nextGroup(text, end)
    }
    for (const digits of numbersIn(groups, isInternational)) found.push(digits.slice(-digitsKept))
  }
  return found
}

/** The index where the digits of a written number continue after one or two separators; -1 if they do not. */
function nextGroup(text: string, from: number): number {
  let at = from
  while (at - from < separatorsMax && separators.includes(text[at] ?? '\n')) at += 1
  return at > from && at < text.length && isDigit(text.charCodeAt(at)) ? at : -1
}

const sizes = (groups: readonly string[]): string => groups.map(({ length }) => length).join(' ')

function numbersIn(groups: readonly string[], isInternational: boolean): string[] {
  const whole = groups.join('')
  if (isInternational && whole.length >= 8 && whole.length <= 15) return [whole]
  return groups.flatMap((group, index) => {
    const three = groups.slice(index, index + 3)
    if (isMobile(group)) return [group]
    if (sizes(three) === '3 4 4' && isMobile(three.join(''))) return [three.join('')]
    if (sizes(three) === '3 3 4' && isNorthAmerican(three.join(''))) return [three.join('')]
    if (isNorthAmerican(group)) return [group]
    return group.startsWith('0') ? (national(groups.slice(index, index + 5)) ?? []) : []
  })
}

/** A mainland China mobile number, with or without the country code. */
function isMobile(digits: string): boolean {
  const own = digits.length === 13 && digits.startsWith('86') ? digits.slice(2) : digits
  return own.length === 11 && own.startsWith('1') && own.charAt(1) >= '3'
}

function isNorthAmerican(digits: string): boolean {
  return digits.length === 10 && digits.charAt(0) >= '2' && !isYear(digits.slice(0, 4))
}

const isYear = (digits: string): boolean =>
  digits.length === 4 && (digits.startsWith('19') || digits.startsWith('20'))

/** `0755-12345678`, `07911 123456`, `0722 123 456`; `07.2019-2020` is a date. */
function national(groups: readonly string[]): string[] | undefined {
  let digits = ''
  for (const [index, group] of groups.entries()) {
    if (isYear(group) || (index > 0 && group.length < 3) || digits.length + group.length > 12) break
    digits += group
  }
  return digits.length >= 9 && !digits.startsWith('00') ? [digits] : undefined
}
