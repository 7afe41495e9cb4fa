/** The start of a calendar day in a time zone, as an instant in UTC; undefined for an empty text. */
export function dayStart(day: string, timeZone: string): string | undefined {
  const utc = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(utc)) return undefined
  // Twice, because the offset at midnight may differ from the first guess's when the clocks change.
  const guess = utc - offsetMs(utc, timeZone)
  return new Date(utc - offsetMs(guess, timeZone)).toISOString()
}

/** The last instant of a calendar day. */
export function dayEnd(day: string, timeZone: string): string | undefined {
  const utc = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(utc)) return undefined
  const following = dayStart(new Date(utc + 86_400_000).toISOString().slice(0, 10), timeZone)
  return following && new Date(Date.parse(following) - 1).toISOString()
}

/** The current day in the time zone. */
export function today(timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date())
}

function offsetMs(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(new Date(at))
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return local - Math.trunc(at / 1000) * 1000
}
