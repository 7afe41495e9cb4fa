/** The structure of a plain-text resume: sections under headings, and entries under dates. Pure. */

/** The kind of a section. `other` has a heading that matches none of these. */
export type SectionKind =
  | 'contact'
  | 'summary'
  | 'work'
  | 'projects'
  | 'education'
  | 'skills'
  | 'awards'
  | 'least'
  | 'other'

/** Lines that belong together: a job, a degree, a project, or the lines before the first of them. */
export interface Entry {
  readonly lines: readonly string[]
  /** The end date, in months since the year 0; null without a date, infinite for a current entry. */
  readonly end: number | null
}

export interface Section {
  /** As written; null for the lines before the first heading, usually the name and the contact. */
  readonly heading: string | null
  readonly kind: SectionKind
  readonly entries: readonly Entry[]
}

const headings: readonly (readonly [SectionKind, readonly string[]])[] = [
  [
    'contact',
    ['个人信息', '基本信息', '个人资料', '基本资料', '联系方式', '个人简介与联系方式', 'contact', 'contacts'],
  ],
  [
    'contact',
    ['contact information', 'contact details', 'contact info', 'personal information', 'personal details'],
  ],
  ['contact', ['personal data', 'personal info', 'details', 'get in touch']],
  [
    'summary',
    [
      '自我评价',
      '个人评价',
      '自我介绍',
      '个人简介',
      '个人总结',
      '个人优势',
      '求职意向',
      '求职目标',
      '职业目标',
    ],
  ],
  [
    'summary',
    ['summary', 'profile', 'objective', 'about', 'about me', 'professional summary', 'career objective'],
  ],
  [
    'summary',
    ['career summary', 'executive summary', 'personal statement', 'professional profile', 'highlights'],
  ],
  [
    'work',
    [
      '工作经历',
      '工作经验',
      '工作履历',
      '职业经历',
      '任职经历',
      '实习经历',
      '实习经验',
      '实践经历',
      '工作背景',
    ],
  ],
  [
    'work',
    [
      '工作和实习经历',
      '工作与实习经历',
      '工作及实习经历',
      '实习与工作经历',
      '职业背景',
      '工作实践',
      '实习与实践',
    ],
  ],
  [
    'work',
    [
      'experience',
      'work experience',
      'professional experience',
      'employment',
      'employment history',
      'career',
    ],
  ],
  [
    'work',
    ['work history', 'career history', 'relevant experience', 'internships', 'internship', 'work', 'jobs'],
  ],
  [
    'work',
    ['internship experience', 'experiences', 'positions', 'professional background', 'industry experience'],
  ],
  [
    'projects',
    ['项目经历', '项目经验', '项目', '科研经历', '研究经历', '科研项目', '主要项目', '个人项目', '开源项目'],
  ],
  [
    'projects',
    ['projects', 'selected projects', 'personal projects', 'side projects', 'open source', 'key projects'],
  ],
  ['projects', ['project experience', 'research', 'research experience', 'portfolio', 'academic projects']],
  ['education', ['教育背景', '教育经历', '教育', '学历', '学习经历', '教育及培训', '教育与培训', '学历背景']],
  [
    'education',
    ['education', 'academic background', 'qualifications', 'education and training', 'academics'],
  ],
  [
    'skills',
    [
      '专业技能',
      '技能',
      '个人技能',
      '技能特长',
      '技能清单',
      '技术栈',
      '职业技能',
      'it技能',
      '技能与证书',
      '语言能力',
    ],
  ],
  [
    'skills',
    ['掌握技能', '核心技能', '技能证书', '资格证书', '证书', '相关技能', '技能与语言', '语言', '相关证书'],
  ],
  [
    'skills',
    ['skills', 'technical skills', 'core skills', 'key skills', 'languages', 'technologies', 'expertise'],
  ],
  [
    'skills',
    [
      'certifications',
      'certificates',
      'skills and tools',
      'core competencies',
      'programming',
      'competencies',
    ],
  ],
  [
    'skills',
    ['licenses and certifications', 'programming languages', 'tools', 'strengths', 'professional skills'],
  ],
  [
    'awards',
    [
      '获奖情况',
      '荣誉奖项',
      '获奖经历',
      '所获荣誉',
      '荣誉证书',
      '奖项荣誉',
      '荣誉',
      '奖项',
      '论文',
      '发表论文',
      '专利',
    ],
  ],
  [
    'awards',
    [
      '校园经历',
      '社团经历',
      '志愿者经历',
      '社会实践',
      '学术成果',
      '培训经历',
      '在校经历',
      '志愿经历',
      '论文发表',
    ],
  ],
  [
    'awards',
    ['awards', 'honors', 'honours', 'publications', 'patents', 'honors and awards', 'awards and honors'],
  ],
  [
    'awards',
    ['courses', 'volunteering', 'volunteer experience', 'activities', 'achievements', 'training', 'talks'],
  ],
  [
    'awards',
    [
      'extracurricular activities',
      'leadership',
      'coursework',
      'volunteer work',
      'presentations',
      'societies',
    ],
  ],
  [
    'least',
    ['兴趣爱好', '爱好', '兴趣', '其他', '其它', '其他信息', '附加信息', '推荐人', '证明人', '业余爱好'],
  ],
  [
    'least',
    ['interests', 'hobbies', 'references', 'referees', 'hobbies and interests', 'additional information'],
  ],
  ['least', ['personal interests', 'other', 'miscellaneous', 'others', 'declaration', 'referee']],
]
const kinds = new Map(
  headings.flatMap(([kind, names]) => names.map((name) => [squeezed(name), kind] as const)),
)
/** Headings may be in capitals, spaced out, in brackets, between dashes or after symbols. */
const headingLengthMax = 60

/** Removes decoration: only letters remain, in lower case. */
function squeezed(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^\p{L}]/gu, '')
}

/**
 * Splits a resume into its sections. They contain all lines of the text in their order, including headings.
 */
export function sectionsOf(text: string): Section[] {
  const sections: { heading: string | null; kind: SectionKind; lines: string[] }[] = []
  for (const line of text.split(/\r\n|[\n\r]/)) {
    const kind = headingKind(line)
    if (kind !== undefined) sections.push({ heading: line.trim(), kind, lines: [line] })
    else if (sections.length === 0) sections.push({ heading: null, kind: 'contact', lines: [line] })
    else sections.at(-1)?.lines.push(line)
  }
  return sections.map(({ heading, kind, lines }) => ({ heading, kind, entries: entriesOf(lines) }))
}

function headingKind(line: string): SectionKind | undefined {
  if (line.length > headingLengthMax) return undefined
  const isMarkdown = /^\s{0,3}##?\s/.test(line)
  return kinds.get(squeezed(line)) ?? (isMarkdown && !isDated(line) ? 'other' : undefined)
}

/**
 * An entry begins at the line with its dates, or N lines before it if the first entry of the section has
 * its title above its dates. The first element returned holds the lines before the first entry: the
 * heading, an introduction.
 */
function entriesOf(lines: readonly string[]): Entry[] {
  const dates = lines.map((line) => endOf(line, true))
  const ranges = dates.some((end) => end !== null)
  const ends = ranges ? dates : lines.map((line) => endOf(line, false))
  const first = ends.findIndex((end) => end !== null)
  if (first === -1) return [{ lines, end: null }]
  const above = linesAbove(lines, first)
  const starts = ends.flatMap((end, at) => (end === null ? [] : [{ at: Math.max(0, at - above), end }]))
  const entries: Entry[] = []
  const lead = lines.slice(0, starts[0]?.at)
  if (lead.length > 0) entries.push({ lines: lead, end: null })
  for (const [index, { at, end }] of starts.entries()) {
    const until = Math.max(at, starts[index + 1]?.at ?? lines.length)
    if (until > at) entries.push({ lines: lines.slice(at, until), end })
  }
  return entries
}

const titleLengthMax = 80

/** The number of lines of the first entry above its dates: those since the heading, at most two. */
function linesAbove(lines: readonly string[], first: number): number {
  let count = 0
  for (let at = first - 1; at >= 0 && count < 3; at--) {
    const line = (lines[at] ?? '').trim()
    const ends = line === '' || line.length > titleLengthMax || isBullet(line)
    if (ends || headingKind(line) !== undefined) return count
    count += 1
  }
  return count > 2 ? 0 : count
}

const isBullet = (line: string) => /^[\s]{0,20}[-*•·▪■◆●○–—‣➢]\s?\D/.test(line)

/** Whether a line states a date. */
export function isDated(line: string): boolean {
  return endOf(line, false) !== null
}

const datedLengthMax = 140
/** The length of a date range in characters, from its first year to its last: "2016 年 9 月 – 2019 年 3 月". */
const rangeLengthMax = 24
const present = /至今|现在|目前|今$|\b(?:present|now|current|currently|today|ongoing)\b/i

/** The end date that a line states. Running text that contains a year is no date, nor is a list item. */
function endOf(line: string, range: boolean): number | null {
  if (line.length > datedLengthMax || isBullet(line)) return null
  const years = [...line.matchAll(/(?<!\d)(?:19|20)\d{2}(?!\d{4})/g)]
  const last = years.at(-1)
  if (last === undefined) return null
  const rest = line.slice(last.index + 4)
  const goesOn = present.exec(rest)
  if (goesOn !== null && goesOn.index <= rangeLengthMax) return Number.POSITIVE_INFINITY
  const month = /^\s?[./年-]\s?(\d{1,2})(?!\d)/.exec(rest)?.[1]
  const end = Number(last[0]) * 12 + (month === undefined ? 12 : Number(month))
  const before = years.at(-2)
  const isRange =
    before !== undefined &&
    last.index - before.index <= rangeLengthMax &&
    /[-–—−~〜～/至到]|\bto\b/i.test(line.slice(before.index + 4, last.index))
  if (range) return isRange ? end : null
  const alone = line.trim().length <= titleLengthMax && (last.index <= 4 || rest.trim().length <= 4)
  return isRange || alone ? end : null
}
