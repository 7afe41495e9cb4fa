import { InvalidArgumentError } from 'commander'
import { amountPointCentsMax, type PointCents, pointCents } from '../contract/index.ts'
import { isUuid } from '../kit/index.ts'

/** Parsers of option values. They throw with a message that names the allowed values. */

export const pageRowsMax = 1_000
const quotaMax = 1_000_000_000
const datePattern = /^(\d{4})-(\d{2})-(\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/

export function readPointCents(text: string): PointCents {
  const number = wholeNumber(text)
  if (number >= 1 && number <= amountPointCentsMax) return pointCents(number)
  throw new InvalidArgumentError(
    `A whole number from 1 to ${amountPointCentsMax} is needed (100 point_cents are one point).`,
  )
}

/** A number of requests, 0 for no limit, or `default` for the configured limit. */
export function readQuota(text: string): number | 'default' {
  if (text === 'default') return 'default'
  const number = wholeNumber(text)
  if (number >= 0 && number <= quotaMax) return number
  throw new InvalidArgumentError(
    `A whole number from 0 (no limit) to ${quotaMax} is needed, or "default" for the configured one.`,
  )
}

export function readRowLimit(text: string): number {
  const number = wholeNumber(text)
  if (number >= 1 && number <= pageRowsMax) return number
  throw new InvalidArgumentError(`A whole number from 1 to ${pageRowsMax} is needed.`)
}

export function readInteger(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = wholeNumber(text)
    if (number >= min && number <= max) return number
    throw new InvalidArgumentError(`A whole number from ${min} to ${max} is needed.`)
  }
}

export function readHours(text: string): number {
  const number = wholeNumber(text)
  if (number >= 0 && number <= 8_760) return number
  throw new InvalidArgumentError('A whole number of hours from 0 (at once) to 8760 is needed.')
}

export function readDays(text: string): number {
  const number = wholeNumber(text)
  if (number >= 1 && number <= 90) return number
  throw new InvalidArgumentError('A whole number of days from 1 to 90 is needed.')
}

/** 2027-01-31 (midnight UTC) or 2027-01-31T18:00:00+08:00; a time needs a zone. */
export function readMoment(text: string): Date {
  const match = datePattern.exec(text)
  const at = new Date(text)
  const [year, month, day] = [Number(match?.[1]), Number(match?.[2]), Number(match?.[3])]
  const dayExists = day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (match !== null && dayExists && !Number.isNaN(at.getTime())) return at
  throw new InvalidArgumentError(
    'An ISO date such as 2027-01-31 or 2027-01-31T18:00:00+08:00 is needed (a date alone is midnight UTC).',
  )
}

/** A moment in the future. */
export function readFuture(now: Date): (text: string) => Date {
  return (text) => {
    const at = readMoment(text)
    if (at > now) return at
    throw new InvalidArgumentError(`It must be in the future; now is ${now.toISOString()}.`)
  }
}

/** A score from 0 to 100. */
export function readScore(text: string): number {
  const score = /^\d{1,3}(?:\.\d{1,4})?$/.test(text) ? Number(text) : Number.NaN
  if (score >= 0 && score <= 100) return score
  throw new InvalidArgumentError('A score from 0 to 100 is needed.')
}

export function readUuid(text: string): string {
  if (isUuid(text)) return text.toLowerCase()
  throw new InvalidArgumentError('An id such as 0198c0de-0000-7000-8000-000000000000 is needed.')
}

export function readNote(text: string): string {
  if ([...text].length <= 200) return text
  throw new InvalidArgumentError('At most 200 characters are allowed.')
}

/** A note that is required. */
export function readReason(text: string): string {
  if (text.trim() !== '') return readNote(text.trim())
  throw new InvalidArgumentError('It must not be empty.')
}

function wholeNumber(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}
