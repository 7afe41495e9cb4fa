/** The topic of a part of a resume. `plain`: no heading announced one. */
export type ResumeSection = 'plain' | 'experience' | 'project' | 'education' | 'skills' | 'summary' | 'wish'

const headings: readonly (readonly [ResumeSection, RegExp])[] = [
  [
    'experience',
    /^(?:工作经历|工作经验|工作履历|工作背景|实习经历|实习经验|实习\/工作经历|职业经历|从业经历|任职经历|实践经历|校园经历|在校经历|社会实践|学生工作|(?:professional |work |relevant |career |employment |job )?(?:experiences?|history)|employment|work|internships?|internship experience|professional background|company details?)$/,
  ],
  [
    'project',
    /^(?:项目经历|项目经验|项目|主要项目|个人项目|科研经历|研究经历|作品集?|(?:personal |key |academic |selected |side )?projects?|project (?:details|experience)|research(?: experience)?|publications)$/,
  ],
  [
    'education',
    /^(?:教育背景|教育经历|教育|学历|教育情况|教育信息|学习经历|学历背景|培训经历|education(?: details| background| and training| history)?|academic (?:background|qualifications?|history)|academics|qualifications?|educational qualifications?)$/,
  ],
  [
    'skills',
    /^(?:专业技能|技能|个人技能|职业技能|技能特长|技能专长|技能证书|技能清单|掌握技能|相关技能|技术栈|技术能力|语言能力|证书|资格证书|荣誉证书|获奖情况|荣誉|荣誉奖项|奖项|技能\/证书|(?:technical |key |core |professional |computer |it |soft |other )?skills?(?: details| set|s? & tools| and tools| summary| & certifications)?|core competenc(?:ies|e)|competenc(?:ies|e)|technologies|tech stack|tools|languages|certifications?|certificates?|licenses|awards|honou?rs|technical (?:expertise|proficiency|summary)|areas of expertise|expertise)$/,
  ],
  [
    'summary',
    /^(?:自我评价|个人评价|个人优势|个人总结|个人简介|自我介绍|个人简述|自我描述|个人概述|优势亮点|兴趣爱好|爱好|(?:professional |career |executive )?(?:summary|profile|objective)|about(?: me)?|overview|highlights|hobbies|interests|personal statement)$/,
  ],
  [
    'wish',
    /^(?:求职意向|求职目标|应聘岗位|应聘职位|期望工作|期望职位|意向岗位|(?:desired|target) (?:position|role|job)|position applied for)$/,
  ],
]
const marksBefore = /^[\s#*_=~【[「『<《◆■●▶|\-–—•]+/u
const marksAfter = /(?<![\s*_=~】\]」』>》:：|。.\-–—])[\s*_=~】\]」』>》:：|。.\-–—]+$/u
const withoutMarks = (text: string): string => text.replace(marksBefore, '').replace(marksAfter, '')
const headingCharactersMax = 32

/**
 * The section that a normalised line announces, alone or before other text; undefined if the line is no
 * heading.
 */
export function resumeHeading(normalized: string): { section: ResumeSection; isAlone: boolean } | undefined {
  const whole = normalized.length <= headingCharactersMax * 2 ? withoutMarks(normalized) : ''
  const alone = sectionNamed(whole)
  if (alone !== undefined) return { section: alone, isAlone: true }
  const start = normalized.slice(0, headingCharactersMax)
  const end = start.search(/[:：】\]]/u)
  const section = end > 0 ? sectionNamed(withoutMarks(start.slice(0, end))) : firstWordSection(start)
  return section === undefined ? undefined : { section, isAlone: false }
}

/** In a table, a heading precedes its first cell: `工作经历 2020.07 - 至今`. */
function firstWordSection(start: string): ResumeSection | undefined {
  const word = start.split(/[\s|]/u, 1)[0] ?? ''
  return /^[\u3400-\u9fff/]{4,}$/u.test(word) && word.length < start.length ? sectionNamed(word) : undefined
}

/** Compound headings, such as `实习/项目经历`. */
const compound = /^[\u3400-\u9fff/、与和&]{2,10}(?:经历|经验)$/u

function sectionNamed(name: string): ResumeSection | undefined {
  if (name === '' || name.length > headingCharactersMax) return undefined
  const listed = headings.find(([, pattern]) => pattern.test(name))?.[0]
  if (listed !== undefined || !compound.test(name)) return listed
  if (/教育|学习/u.test(name)) return 'education'
  if (/工作|实习|任职|实践/u.test(name)) return 'experience'
  return /项目|科研|研究/u.test(name) ? 'project' : undefined
}
