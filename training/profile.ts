import { countProfiles, labelledResumes } from './profiles.ts'

/** Measures the profile reader on labelled resumes: `node training/profile.ts seen|unseen [--wrong]`. */

const [half = 'seen', option] = process.argv.slice(2)
const resumes = labelledResumes(half)
const { counts, wrongs } = countProfiles(resumes)
for (const { id, field, missed, wrong } of option === '--wrong' ? wrongs : []) {
  console.log(`${id}: ${field}\n   missed ${missed.join(' ; ')}\n   wrong  ${wrong.join(' ; ')}`)
}
const share = (part: number, whole: number): string => (whole === 0 ? '  -  ' : (part / whole).toFixed(3))
console.log(`${half}: ${resumes.length} resumes\nfield          precision recall labelled`)
for (const [field, { right, found, labelled }] of [...counts].sort()) {
  console.log(`${field.padEnd(14)} ${share(right, found)}     ${share(right, labelled)}  ${labelled}`)
}
