import type { Language } from '../../text/index.ts'
import type { Part } from '../draft.ts'

/** Every sentence that a result can contain besides the words of the input. */
export interface Labels {
  readonly headings: Record<Part, string>
  /** A placeholder for a missing fact in the content. */
  readonly gap: (what: string) => string
  /** The same after the name of the fact. */
  readonly blank: string
  /** The separator between the words of the input and a gap. */
  readonly space: string
  readonly pair: (label: string, value: string) => string
  readonly quoted: (words: string) => string
  readonly listed: (words: readonly string[]) => string
  readonly summary: (title: string, place: string | undefined, experience: string | undefined) => string
  /** The decision to make before the text is published. */
  readonly unsettledHeading: string
  readonly unsettled: (quote: string) => string
  readonly title: string
  readonly place: string
  readonly experience: string
  /** Names for facts that the input states without one. */
  readonly facts: Readonly<Record<'pay' | 'place' | 'experience' | 'education' | 'hours', string>>
  readonly purpose: string
  /** Refers to the requirements for an experience that they state in full. */
  readonly seeMust: (years: string) => string
  readonly dutyPrompts: readonly string[]
  readonly mustPrompts: readonly string[]
  readonly softSkills: string
  readonly softSkillsGap: string
  readonly otherDutiesGap: string
  readonly amountGap: string
  readonly dutyGap: string
  /** The names of missing facts in the places to fill in; only these facts are asked for. */
  readonly gapNames: Readonly<Record<string, string>> & { readonly employer: string }
  readonly missing: Record<string, string>
  readonly changes: {
    readonly arranged: string
    readonly skeleton: string
    readonly markup: string
    readonly merged: (count: number, examples: string) => string
    readonly separated: (count: number) => string
    readonly removed: (quote: string) => string
    readonly rewritten: (from: string, to: string) => string
    readonly softSkills: (count: number) => string
    readonly gaps: (count: number) => string
    readonly twoPlaces: (places: string) => string
    readonly twoTitles: (other: string) => string
    readonly posts: (posts: string) => string
    readonly left: (lines: string) => string
    readonly omitted: (part: string, lines: string) => string
    readonly more: (count: number) => string
    readonly unsettled: (quotes: string) => string
  }
}

const zh: Labels = {
  headings: {
    summary: '岗位概述',
    duties: '岗位职责',
    must: '任职要求',
    preferred: '优先条件',
    offer: '我们提供',
    basics: '工作地点与基本信息',
    company: '关于我们',
    other: '其他信息',
  },
  gap: (what) => `【待补充：${what}】`,
  blank: '【待补充】',
  space: '',
  pair: (label, value) => `${label}：${value}`,
  quoted: (words) => `“${words}”`,
  listed: (words) => words.join('、'),
  summary: (title, place, experience) =>
    `我们正在招聘${title}${place ? `，工作地点：${place}` : ''}${experience ? `，经验要求：${experience}` : ''}。`,
  unsettledHeading: '发布前待确认',
  unsettled: (quote) => `【待确认：“${quote}”】`,
  title: '职位名称',
  place: '工作地点',
  experience: '经验要求',
  facts: { pay: '薪资', place: '工作地点', experience: '经验要求', education: '学历要求', hours: '工作时间' },
  seeMust: (years) => `${years}（详见任职要求）`,
  purpose: '岗位目标（用一两句话说明这个岗位要解决什么问题）',
  dutyPrompts: ['三到五项日常工作（做什么、面向谁、产出什么）', '向谁汇报、与谁协作，怎样算做好'],
  mustPrompts: ['必须具备的技能、经验或证书（只写工作确实需要的）'],
  softSkills: '综合素质',
  softSkillsGap: '以上各项在本岗位的具体表现或考察方式',
  otherDutiesGap: '具体工作范围',
  amountGap: '年限或项目数量',
  dutyGap: '具体做什么、产出什么',
  gapNames: {
    place: '工作地点',
    experience: '经验要求',
    pay: '薪资范围',
    headcount: '招聘人数',
    employer: '单位基本情况',
  },
  missing: {
    title: '职位名称：未给出，请填写对外发布的岗位名称。',
    purpose: '岗位目标：未给出，请用一两句话说明这个岗位要解决什么问题。',
    duties: '岗位职责：未给出，请写明具体工作内容、协作对象和成果标准。',
    must: '任职要求：未给出，请写明必须具备的技能和经验，并与优先条件区分。',
    place: '工作地点：未给出，请写明城市和办公区域。',
    experience: '经验要求：未给出，请写明年限和相关领域；不限经验也请写明。',
    pay: '薪资范围：未给出，请写明税前薪资区间及构成（如底薪、提成、奖金）。',
    headcount: '招聘人数：未给出，请填写本次计划招聘人数。',
    employer: '单位基本情况：未给出，请简要说明单位名称、主营业务和规模。',
    softSkills: '综合素质的衡量标准：原文表述笼统，请补充在本岗位的具体表现或考察方式。',
    amount: '经验的衡量标准：原文没有写明年限或数量，请补充，便于判断是否符合。',
    duty: '笼统的职责：原文表述笼统，请写明具体做什么、产出什么。',
    otherDuties: '“其他工作”的范围：原文表述笼统，请补充具体工作范围。',
  },
  changes: {
    arranged: '按岗位概述、职责、要求、优先条件、待遇、基本信息的顺序重新编排。',
    skeleton: '只给出了很少的信息，因此生成的是待填写的框架，没有虚构职责或要求。',
    markup: '去除了 HTML、链接、表情符号或多余的 Markdown 标记，只保留文字。',
    merged: (count, examples) => `合并了 ${count} 处重复内容：${examples}。`,
    separated: (count) => `将 ${count} 条优先条件与必备要求分开列出。`,
    removed: (quote) => `删除了${quote}，原因见合规提示。`,
    rewritten: (from, to) => `将${from}改写为${to}，原因见合规提示。`,
    softSkills: (count) => `将 ${count} 条笼统的素质要求归为一条，并标出需要补充的衡量标准。`,
    gaps: (count) => `标出了 ${count} 处需要补充的信息。`,
    twoPlaces: (places) => `工作地点有不同说法（${places}），均予保留，请核对。`,
    twoTitles: (other) => `原文中的职位名称为“${other}”，与给定的职位名称不同，请核对。`,
    posts: (posts) => `原文包含多个岗位（${posts}），已分别成文，请分别发布；共同的内容每篇都有。`,
    left: (lines) => `删除了与岗位无关的内容（对同事说的话、邮件客套、网站按钮或提示）：${lines}。`,
    omitted: (part, lines) => `因篇幅限制，以下“${part}”内容未写入正文，请酌情取舍：${lines}`,
    more: (count) => `另有 ${count} 处同类修改，见合规提示。`,
    unsettled: (quotes) =>
      `以下表述可能不合规，已移到文末“发布前待确认”，请核对合规提示后再决定是否使用：${quotes}。`,
  },
}

const en: Labels = {
  headings: {
    summary: 'About the role',
    duties: 'Responsibilities',
    must: 'Requirements',
    preferred: 'Preferred',
    offer: 'What we offer',
    basics: 'Location and basics',
    company: 'About us',
    other: 'Additional information',
  },
  gap: (what) => `[To be added: ${what}]`,
  blank: '[To be added]',
  space: ' ',
  pair: (label, value) => `${label}: ${value}`,
  quoted: (words) => `"${words}"`,
  listed: (words) => words.join(', '),
  summary: (title, place, experience) =>
    `We are hiring for the role of ${title}.${place ? ` Location: ${place}.` : ''}${experience ? ` Experience: ${experience}.` : ''}`,
  unsettledHeading: 'To settle before publishing',
  unsettled: (quote) => `[To be settled: "${quote}"]`,
  title: 'job title',
  place: 'location',
  experience: 'experience',
  facts: {
    pay: 'Salary',
    place: 'Location',
    experience: 'Experience',
    education: 'Education',
    hours: 'Hours',
  },
  seeMust: (years) => `${years} (see Requirements)`,
  purpose: 'purpose of the role, in one or two sentences',
  dutyPrompts: [
    'three to five daily tasks: what is done, for whom, with what result',
    'who the role reports to and works with, and how good work is recognised',
  ],
  mustPrompts: ['skills, experience or licences that the work cannot be done without'],
  softSkills: 'Working style',
  softSkillsGap: 'what each of these means in this role, and how it is assessed',
  otherDutiesGap: 'the scope of these duties',
  amountGap: 'years, or what was done',
  dutyGap: 'what exactly, and with what result',
  gapNames: {
    place: 'location',
    experience: 'experience',
    pay: 'pay range',
    employment: 'employment type',
    employer: 'about the employer',
  },
  missing: {
    title: 'Job title: not given; add the title under which the job is published.',
    purpose: 'Purpose of the role: not given; say in one or two sentences what it is there for.',
    duties: 'Responsibilities: not given; add the tasks, the people worked with and the results expected.',
    must: 'Requirements: not given; add the skills and experience that are essential, apart from the preferred.',
    place: 'Location: not given; add the city, and whether the work is on site, hybrid or remote.',
    experience: 'Experience: not given; add the years and the field, or say that none is needed.',
    pay: 'Pay range: not given; add the range and what it is made of.',
    employment: 'Employment type: not given; say full-time, part-time, permanent, contract or internship.',
    employer: 'About the employer: not given; say in two sentences who you are and what you do.',
    softSkills:
      'Working style: stated in general words; say what each means in this role and how it is assessed.',
    amount: 'Extent of the experience: not given; say how many years, or what should have been done.',
    duty: 'General duties: stated in general words; say what exactly is done, and with what result.',
    otherDuties: 'Other duties: stated in general words; say what they cover.',
  },
  changes: {
    arranged: 'Rearranged into summary, responsibilities, requirements, preferred, offer and basics.',
    skeleton: 'Little was given, so this is an outline to be filled in; no duty or requirement was made up.',
    markup: 'Removed HTML, links, emoji or stray Markdown; the words were kept.',
    merged: (count, examples) =>
      `Merged ${count === 1 ? '1 duplicate' : `${count} duplicates`}: ${examples}.`,
    separated: (count) =>
      `Listed ${count === 1 ? '1 preferred item' : `${count} preferred items`} apart from what is required.`,
    removed: (quote) => `Removed ${quote}; the compliance findings say why.`,
    rewritten: (from, to) => `Rewrote ${from} as ${to}; the compliance findings say why.`,
    softSkills: (count) => `Put ${count} general statements into one line, and marked what should be added.`,
    gaps: (count) => `Marked ${count === 1 ? '1 fact' : `${count} facts`} to be added.`,
    twoPlaces: (places) =>
      `The location is stated in different ways (${places}); all are kept, please check.`,
    twoTitles: (other) =>
      `The text names the job "${other}", which differs from the title given; please check.`,
    posts: (posts) =>
      `The text describes several jobs (${posts}); each has a text of its own with the lines for all jobs. Publish them separately.`,
    left: (lines) =>
      `Left out what isn't said of the job (remarks to a colleague, courtesies, buttons of a job board): ${lines}.`,
    omitted: (part, lines) => `Left out of the content for its length, from "${part}": ${lines}`,
    more: (count) => `${count} more changes of this kind; see the compliance findings.`,
    unsettled: (quotes) =>
      `Possibly objectionable, so moved to the end of the text, to be settled before publishing: ${quotes}.`,
  },
}

export const labelsOf: Record<Language, Labels> = { zh, en }

/** The output of `gap` and `blank` as it may come back in a text, including Markdown's escapes. */
export const gapMark =
  /【待补充(?:：[^】\n]{1,60})?】|\\?\[To be added(?:: [^\]\n]{1,80}?)?\\?\]|【待确认：[^】\n]{1,2000}】|\\?\[To be settled: [^\]\n]{1,2000}\]/gu
