import { endsWithTitle, longPattern } from '../../text/index.ts'

/** `Acme Robotics` after the point where a title is expected. */
export function isNameAlone(line: string): boolean {
  return nameAlone.test(line) && !endsWithTitle(line)
}

const nameAlone = /^[A-Z][\w&.'’-]{0,20}(?: [A-Z][\w&.'’-]{0,20}){1,4}$/u

/** The name of an employer and nothing else: no description of it yet. */
export function isEmployerName(line: string): boolean {
  return employerName.test(line)
}

const capitalWords = String.raw`(?:[A-Z][\w.&'’-]{0,20},? (?:of |the |and |& )?)`
const employerName = longPattern(
  'u',
  `^${capitalWords}{1,5}(?:School|Academy|Hospital|Clinic|University|College|Foods|Inc\\.?|LLC|(?:Hospitality|Medical|Restaurant|Auto|Dental|Property|Insurance|Consulting) Group|Ltd\\.?|LLP|Restaurant|Hotel|Bank|Company|
    Farms?|Church|Museum|Library|Foundation|Brewing|Bakery|Caf[eé]|Contractors|Builders|Plumbing|Associates|Council|Industries)$`,
)
