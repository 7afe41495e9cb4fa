import type { ReplyOf } from '../../api/index.ts'
import { Card, type Mark } from '../../ui/index.ts'
import s from './playground.module.css'
import { Sentences } from './Sentences.tsx'
import { useWords } from './words.ts'

type Profile = NonNullable<ReplyOf<'post', '/try/parse'>['data']['profile']>
type Value = Profile['skills'][number]

/** The structured data of a resume. */
export function ProfileCard({ profile }: { readonly profile: Profile }) {
  const t = useWords()
  const { name, contact, jobs, education, skills, languages } = profile
  return (
    <Card title={t('profile')} description={t('profileText')}>
      <div className={s.two}>
        <div className={s.stack}>
          <Sentences title={t('name')} items={lines([[name]])} />
          <Sentences title={t('contact')} items={lines(contactOf(contact).map((value) => [value]))} />
          <Sentences title={t('skills')} items={lines(skills.map((value) => [value]))} />
          <Sentences
            title={t('languages')}
            items={lines(languages.map((one) => [one.language, one.level]))}
          />
        </div>
        <div className={s.stack}>
          <Sentences
            title={t('jobs')}
            items={lines(jobs.map((job) => [job.start_date, job.end_date, job.title, job.employer]))}
          />
          <Sentences
            title={t('education')}
            items={lines(
              education.map((one) => [one.start_date, one.end_date, one.school, one.degree, one.subject]),
            )}
          />
        </div>
      </div>
    </Card>
  )
}

/** Every value with its position. */
export function marksOf({ name, contact, jobs, education, skills, languages }: Profile): Mark[] {
  const values = [
    name,
    ...contactOf(contact),
    ...[...jobs, ...education].flatMap((entry) => Object.values(entry)),
    ...skills,
    ...languages.flatMap(({ language, level }) => [language, level]),
  ]
  return values
    .filter((value) => value !== null)
    .map(({ text, start }, index) => ({ id: String(index), quote: text, start }))
}

const contactOf = ({ emails, phones, links, place }: Profile['contact']): Value[] =>
  [...emails, ...phones, ...links, place].filter((value) => value !== null)

/** One line per group of values, without duplicates; none for an empty group. */
function lines(groups: readonly (readonly (Pick<Value, 'text'> | null)[])[]): string[] {
  const told = groups.map((group) => group.filter((value) => value !== null).map(({ text }) => text))
  return [...new Set(told.filter((texts) => texts.length > 0).map((texts) => texts.join(' · ')))]
}
