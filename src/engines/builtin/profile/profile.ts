import type { Profile } from '../../../contract/index.ts'
import { readContact } from './contact.ts'
import { readEducation } from './education.ts'
import { readJobs } from './jobs.ts'
import { readLanguages } from './languages.ts'
import { linesOf } from './lines.ts'
import { readName } from './name.ts'
import { readSkills } from './skills.ts'

/** Reads the structured profile of a resume. Pure; every value is a part of the text. */
export function readProfile(text: string): Profile {
  const lines = linesOf(text)
  const contact = readContact(lines)
  return {
    name: readName(lines, contact.emails[0]?.text),
    contact,
    jobs: readJobs(lines),
    education: readEducation(lines),
    skills: readSkills(lines),
    languages: readLanguages(lines),
  }
}
