import { limits, type Profile } from '../../../contract/index.ts'
import { allMatches } from '../text/index.ts'

const email = /[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}/gu

export function readContact(text: string): Profile['contact'] {
  const emails = allMatches(text, email).map(({ 0: found, index }) => ({
    text: found,
    start: index,
    end: index + found.length,
  }))
  return { emails: emails.slice(0, limits.profileEntriesMax.contacts), phones: [], links: [], place: null }
}
