import { matchTexts } from '../src/engines/builtin/match/match.ts'
import { aboutPerson, injections, lessOf } from './changes.ts'
import { type LabelledSet, labelledSets, writtenIn } from './data.ts'

/**
 * Tests what changes of a resume must not do: `node training/properties.ts [person|pasted|less] [--moved]`.
 * Applies every change of `changes.ts` to every resume of our own sets; `--moved` prints the changes that
 * move a score.
 */
export interface Tried {
  readonly language: 'zh' | 'en'
  readonly resume: string
  readonly jd: string
  readonly title: string
}

/** A change that moved a score in a forbidden way. */
export interface Moved {
  readonly by: number
  readonly change: string
}

export interface Counted {
  readonly tried: number
  readonly moved: readonly Moved[]
}

export const resumesOf = (language: 'zh' | 'en', fits: readonly number[]): Tried[] =>
  labelledSets(language).flatMap(({ jd, title, resumes }: LabelledSet) =>
    resumes
      .filter(({ fit }) => fits.includes(fit))
      .map(({ text }) => ({ language, resume: text, jd, title })),
  )

const match = (resumeText: string, { jd, title }: Tried) =>
  matchTexts({ resumeText, jdText: jd, jobTitle: title }, writtenIn, { name: '', version: '' })

/** A line about the person changes no score, not even by a billionth. */
export function countPerson(tried: readonly Tried[]): Counted {
  return count(tried, (each, base) =>
    aboutPerson(each.language).map((change) => ({
      change,
      by: Math.abs(match(`${change}\n${each.resume}`, each).unroundedScore - base),
    })),
  )
}

/** Pasted instructions to a judge and pasted words of the job gain less than a twentieth of a point. */
export const gainMax = 0.05
export function countPasted(tried: readonly Tried[]): Counted {
  return count(tried, (each, base) =>
    injections(each.language, each.jd, each.title).map((change) => {
      const gain = match(`${each.resume}\n${change}`, each).unroundedScore - base
      return { change, by: gain > gainMax ? gain : 0 }
    }),
  )
}

/** Without the evidence of a must, with fewer years or with a lower degree, a score never rises. */
export function countLess(tried: readonly Tried[]): Counted {
  return count(tried, (each, base) => {
    const { data } = match(each.resume, each)
    return lessOf(each.language, each.resume, data.requirements).flatMap(({ resume, change, isLess }) => {
      const less = match(resume, each)
      if (!isLess(less.data.requirements)) return []
      return { change, by: Math.max(0, less.unroundedScore - base) }
    })
  })
}

function count(tried: readonly Tried[], changes: (each: Tried, base: number) => Moved[]): Counted {
  const all = tried.flatMap((each) => changes(each, match(each.resume, each).unroundedScore))
  return { tried: all.length, moved: all.filter(({ by }) => by > 1e-9).sort((a, b) => b.by - a.by) }
}

function report(): void {
  const counts = { person: countPerson, pasted: countPasted, less: countLess }
  for (const [name, counted] of Object.entries(counts)) {
    if (!process.argv.slice(2).every((each) => each.startsWith('--') || each === name)) continue
    for (const language of ['zh', 'en'] as const) {
      const { tried, moved } = counted(resumesOf(language, [0, 1, 2, 3, 4]))
      console.log(
        `${name} ${language}: ${moved.length} of ${tried} move, most ${moved[0]?.by.toFixed(3) ?? 0}`,
      )
      if (process.argv.includes('--moved'))
        for (const { by, change } of moved) console.log(`  ${by.toFixed(3)} ${JSON.stringify(change)}`)
    }
  }
}

if (process.argv[1] === new URL(import.meta.url).pathname) report()
