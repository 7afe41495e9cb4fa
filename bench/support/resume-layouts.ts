import type { Picker, ResumeWords } from './resume-words.ts'

/** What a page shows, in the order in which a person reads it. */
interface Contents {
  readonly name: string
  readonly email: string
  readonly title: string
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly sections: readonly Section[]
}

interface Section {
  readonly heading: string
  readonly entries: readonly Entry[]
}

interface Entry {
  readonly dates: string
  readonly head: string
  readonly items: readonly string[]
}

/** The layouts of made resumes. Each returns a page as HTML. */
export const layouts: Readonly<Record<string, (page: Contents, style: Style) => string>> = {
  plain: ({ name, facts, sections }, style) =>
    pageOf(
      style,
      `<h1>${name}</h1><p>${facts.map(labelled).join(style.between)}</p>${sections.map(dated).join('')}`,
    ),
  form: ({ name, facts, sections }, style) =>
    pageOf(style, `<h1>${name}</h1><table>${rowsOf(facts)}</table>${sections.map(dated).join('')}`),
  /** Tables around everything, as in forms of Chinese employers. */
  boxes: ({ name, facts, sections }, style) => {
    const boxes = sections.map(
      ({ heading, entries }) =>
        `<tr><td class="head">${heading}</td><td colspan="3">${entries.map(entryOf).join('')}</td></tr>`,
    )
    return pageOf(style, `<h1>${name}</h1><table>${rowsOf(facts)}${boxes.join('')}</table>`)
  },
  sidebar: ({ name, title, facts, sections }, style) => {
    const side = facts.map(([label, value]) => `<p class="label">${label}</p><p>${value}</p>`).join('')
    const [last, ...rest] = sections.toReversed()
    return pageOf(
      style,
      `<div class="columns"><div class="side"><h1>${name}</h1><p>${title}</p>${side}${last ? listed(last) : ''}</div>
      <div class="main">${rest.toReversed().map(dated).join('')}</div></div>`,
    )
  },
  /** As moderncv: a large thin name beside lines with icons, and dates in the left margin. */
  banner: ({ name, email, title, facts, sections }, style) => {
    const icons = [phoneIcon, mailIcon, houseIcon]
    const lines = [facts[0]?.[1] ?? '', email, facts[2]?.[1] ?? '']
    const contact = lines.map((line, at) => `<div>${icons[at]} <i>${line}</i></div>`).join('')
    const parts = sections.map(
      ({ heading, entries }) => `<div class="margin"><b class="bar"></b><h2>${heading}</h2></div>
      ${entries.map((entry) => `<div class="margin"><span>${entry.dates}</span><div>${headAndItems(entry)}</div></div>`).join('')}`,
    )
    return pageOf(
      style,
      `<div class="row"><div><h1 class="thin">${name}</h1><p class="pale">${title}</p></div>
      <div class="contact">${contact}</div></div>${parts.join('')}`,
    )
  },
}

export function contentsOf(words: ResumeWords, name: string, email: string, picker: Picker): Contents {
  const { one, some, below, numbers } = picker
  const title = one(words.titles)
  const { labels, headings, schools, until, stop } = words
  const facts = [
    [labels.phone, numbers(words.phone)],
    [labels.email, email],
    [labels.city, one(words.cities)],
    [labels.born, numbers(words.born)],
    [labels.wanted, title],
  ] as const
  const lines = some(words.work, 8).map((line) => numbers(line) + stop)
  const companies = some(words.companies, 3)
  const jobs = companies.map((company, at) => {
    const [from, to] = [2022 - 3 * at, 2025 - 3 * at]
    const dates = `${from}.0${1 + below(9)} - ${at === 0 ? until : `${to}.1${below(3)}`}`
    return {
      dates,
      head: `${company} ${one(words.titles)}`,
      items: lines.slice(at === 0 ? 0 : 2 * at + 1, 2 * at + 3),
    }
  })
  const studies = some(schools, 2).map((school, at) => ({
    ...{ dates: `${2010 - 4 * at}.09 - ${2014 - 4 * at}.06`, head: school, items: [] },
  }))
  const entries = [jobs, [{ dates: '', head: lines[7] ?? '', items: [] }], studies]
  const skills = some(words.skills, 3).map((skill) => ({ dates: '', head: numbers(skill), items: [] }))
  const sections = [...entries, skills].map((each, at) => ({ heading: headings[at] ?? '', entries: each }))
  return { name, email, title, facts, sections }
}

/** Fonts, sizes and colours, which differ from page to page. */
export interface Style {
  readonly css: string
  readonly between: string
}

const headingStyles = [
  'border-bottom: 1px solid #444',
  'background: #1f3a5f; color: #fff; padding: 1px 8px',
  'color: #7a1f1f',
  'border-left: 5px solid #2a6; padding-left: 8px',
  'background: #d8e4ee; padding: 1px 8px',
]
const sideStyles = ['background: #1f3a5f; color: #fff', 'background: #e8edf2', 'border-right: 1px solid #888']

export function styleOf(words: ResumeWords, { one, below }: Picker): Style {
  const size = 12.5 + 0.5 * below(6)
  const css = `
    body { font: ${size}px/${1.5 + 0.1 * below(3)} "${one(words.font)}", sans-serif; margin: 6px 14px }
    h1 { font-size: ${22 + 4 * below(7)}px; margin: 0 0 6px; ${one(['', 'text-align: center', 'letter-spacing: 6px'])} }
    h2 { font-size: 17px; margin: 12px 0 4px; ${one(headingStyles)} }
    p { margin: 2px 0 } ul { margin: 2px 0; padding-left: 20px }
    table { border-collapse: collapse; width: 100% } td { border: 1px solid #555; padding: 3px 10px }
    .head { width: 4.5em; text-align: center } .row { display: flex; justify-content: space-between }
    .columns { display: flex; min-height: 1000px } .side { flex: 0 0 210px; padding: 12px; ${one(sideStyles)} }
    .main { padding: 0 14px } .label { opacity: .7; font-size: ${size - 1}px }
    .thin { font-weight: 300; font-size: ${40 + 6 * below(4)}px; letter-spacing: 0; text-align: left }
    .pale { color: #777; font-size: ${17 + below(8)}px } .contact { color: #555; text-align: right; padding-top: 40px }
    .margin { display: grid; grid-template-columns: 110px 1fr; column-gap: 12px; text-align: left }
    .margin > span { text-align: right } .margin h2 { color: #555; background: none; border: 0; padding: 0; margin: 8px 0 2px }
    .bar { background: #555; height: 7px; align-self: center } svg { height: .9em; vertical-align: -1px }`
  return { css, between: one([' | ', '　', ' · ']) }
}

function pageOf({ css }: Style, body: string): string {
  return `<meta charset="utf-8"><style>${css}</style><body>${body}</body>`
}

const labelled = ([label, value]: readonly [string, string]) => `${label}：${value}`
const cells = ([label, value]: readonly [string, string]) => `<td>${label}</td><td>${value}</td>`
/** Two facts a row. */
const rowsOf = (facts: Contents['facts']): string =>
  [0, 2, 4]
    .map(
      (row) =>
        `<tr>${facts
          .slice(row, row + 2)
          .map(cells)
          .join('')}</tr>`,
    )
    .join('')

const itemsOf = (items: readonly string[]) =>
  items.length === 0 ? '' : `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
const headAndItems = ({ head, items }: Entry) => `<b>${head}</b>${itemsOf(items)}`
const entryOf = ({ dates, head, items }: Entry) =>
  `<div class="row"><span>${head}</span><span>${dates}</span></div>${itemsOf(items)}`
const dated = ({ heading, entries }: Section) => `<h2>${heading}</h2>${entries.map(entryOf).join('')}`
const listed = ({ heading, entries }: Section) =>
  `<h2>${heading}</h2>${itemsOf(entries.map(({ head }) => head))}`

const icon = (path: string) => `<svg viewBox="0 0 16 16"><path fill="currentColor" d="${path}"/></svg>`
const phoneIcon = icon('M4 1h8v14H4zM6 3v8h4V3z')
const mailIcon = icon('M1 3h14v10H1zM2 5v7h12V5L8 9z')
const houseIcon = icon('M8 1l7 7h-2v7H3V8H1z')
