import { type Static, Type } from 'typebox'
import { profileEntriesMax, profileTextUnitsMax } from './limits.ts'

/** The structured data of a resume. Every value is a verbatim part of the text. */

const place = {
  text: Type.String({ minLength: 1, description: 'The value, as the text has it.' }),
  start: Type.Integer({ minimum: 0, description: 'Where it begins in `data.text`, in UTF-16 code units.' }),
  end: Type.Integer({ minimum: 1, description: 'Where it ends: `text.slice(start, end)` is the value.' }),
}
const valueSchema = Type.Object(place)
export type ProfileValue = Static<typeof valueSchema>

const dateSchema = Type.Object({
  ...place,
  date: Type.String({
    pattern: '^(?:[0-9]{4}(?:-(?:0[1-9]|1[0-2]))?|current)$',
    description: 'YYYY-MM; YYYY where the text says no month; `current` for what goes on.',
  }),
})
export type ProfileDate = Static<typeof dateSchema>

const orNull = <Schema extends typeof valueSchema | typeof dateSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description })
const upTo = <Schema extends Parameters<typeof Type.Array>[0]>(
  maxItems: number,
  schema: Schema,
  description: string,
) => Type.Array(schema, { maxItems, description })

const { contacts, jobs, education, skills, languages } = profileEntriesMax

const jobSchema = Type.Object({
  title: orNull(valueSchema, 'The job title.'),
  employer: orNull(valueSchema, 'The employer.'),
  start_date: orNull(dateSchema, 'The start.'),
  end_date: orNull(dateSchema, 'The end, or `current`.'),
})
export type ProfileJob = Static<typeof jobSchema>

const educationSchema = Type.Object({
  school: orNull(valueSchema, 'The school or university.'),
  degree: orNull(valueSchema, 'The degree.'),
  subject: orNull(valueSchema, 'The subject.'),
  start_date: orNull(dateSchema, 'The start.'),
  end_date: orNull(dateSchema, 'The end, past or expected; a single date is read as the end.'),
})
export type ProfileEducation = Static<typeof educationSchema>

const languageSchema = Type.Object({
  language: orNull(valueSchema, 'Its name; null where the text names an examination alone, such as CET-6.'),
  level: orNull(valueSchema, 'How well, in the words of the text; an examination with its result.'),
})
export type ProfileLanguage = Static<typeof languageSchema>

export const profileSchema = Type.Object(
  {
    name: orNull(valueSchema, 'The name of the person.'),
    contact: Type.Object({
      emails: upTo(contacts, valueSchema, 'E-mail addresses.'),
      phones: upTo(contacts, valueSchema, 'Phone numbers.'),
      links: upTo(contacts, valueSchema, 'Addresses of web pages.'),
      place: orNull(valueSchema, 'Where the person lives.'),
    }),
    jobs: upTo(jobs, jobSchema, 'Work and internships, in the order of the text.'),
    education: upTo(education, educationSchema, 'Schools, in the order of the text.'),
    skills: upTo(skills, valueSchema, 'Skills, each where it is listed or named first.'),
    languages: upTo(languages, languageSchema, 'Languages of people.'),
  },
  {
    description: `Only with \`include: ["profile"]\`. Every value is a verbatim part of \`data.text\`; what was not read is null or absent, and nothing is inferred. Read from the first ${profileTextUnitsMax} UTF-16 code units of the text. No score uses it. Where it could not be read it is left out, and \`warnings\` has \`profile_unread\`.`,
  },
)
export type Profile = Static<typeof profileSchema>
