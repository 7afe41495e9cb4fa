import type { Profile } from '../../../contract/index.ts'
import { readContact } from './contact.ts'

/** What a resume says of its person and their work. Pure; every value is a part of the text. */
export function readProfile(text: string): Profile {
  return { name: null, contact: readContact(text), jobs: [], education: [], skills: [], languages: [] }
}
