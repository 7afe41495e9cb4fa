import { setImmediate } from 'node:timers/promises'
import { contactData } from './contact-data.ts'
import { likeness, type Sketch, sketchOf } from './near-same.ts'

/** Two texts with at least this likeness are nearly the same. */
const nearlySameMin = 0.85
/** Contact data shared by more candidates than this belongs to an agency or a school. */
const sharedByMax = 5

/**
 * For each resume, the indexes of the others that are likely the same person or text, ascending. Each step
 * takes a few milliseconds at most and yields to other work (bench/README.md, duplicates). No text is kept.
 * An address that the job description contains belongs to the employer.
 */
export async function likelyDuplicates(resumes: readonly string[], jdText: string): Promise<number[][]> {
  const found = resumes.map(() => new Set<number>())
  if (resumes.length < 2) return found.map(() => [])
  const link = (indexes: readonly number[]): void => {
    for (const one of indexes) for (const other of indexes) if (one !== other) found[one]?.add(other)
  }
  const byText = new Map<string, number[]>()
  const byContact = new Map<string, number[]>()
  const sketches: Sketch[] = []
  for (const [index, resume] of resumes.entries()) {
    const text = folded(resume)
    const bare = text.replace(/\s+/gu, '')
    note(byText, bare, index)
    for (const contact of contactData(text)) note(byContact, contact, index)
    sketches.push(sketchOf(bare))
    await setImmediate()
  }
  for (const indexes of byText.values()) link(indexes)
  for (const contact of contactData(folded(jdText))) byContact.delete(contact)
  for (const indexes of byContact.values()) if (indexes.length <= sharedByMax) link(indexes)
  for (const [index, sketch] of sketches.entries()) {
    for (let other = index + 1; other < sketches.length; other++) {
      const otherSketch = sketches[other]
      if (otherSketch !== undefined && likeness(sketch, otherSketch) >= nearlySameMin) link([index, other])
    }
    await setImmediate()
  }
  return found.map((others) => [...others].sort((a, b) => a - b))
}

/** A few characters can normalise to many; no genuine resume is longer. */
const foldedMax = 40_000

/** Ignores width and case. */
const folded = (text: string): string => text.normalize('NFKC').slice(0, foldedMax).toLowerCase()

function note(known: Map<string, number[]>, key: string, index: number): void {
  const indexes = known.get(key)
  if (indexes === undefined) known.set(key, [index])
  else indexes.push(index)
}
