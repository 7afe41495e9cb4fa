import { resumeHeading } from '../match/read/resume-sections.ts'
import { normalize } from '../text/index.ts'

/** The subject of a part of a resume. `plain`: no heading; `other`: nothing that a profile contains. */
export type ProfileSection =
  | 'plain'
  | 'contact'
  | 'summary'
  | 'work'
  | 'project'
  | 'education'
  | 'skills'
  | 'languages'
  | 'other'

/** Headings that only the profile distinguishes; the match defines the rest. Letters only, lower case. */
const names: readonly (readonly [ProfileSection, string])[] = [
  [
    'contact',
    '个人信息 基本信息 个人资料 基本资料 联系方式 个人情况 基本情况 contact contacts contactinformation',
  ],
  [
    'contact',
    'contactdetails contactinfo personalinformation personaldetails personaldata personalinfo details',
  ],
  [
    'work',
    '工作经历 工作经验 实习经历 实习经验 实习与工作经历 工作与实习经历 工作及实习经历 工作和实习经历 职业经历',
  ],
  [
    'work',
    '工作履历 任职经历 职业履历 从业经历 实践经历 工作背景 职业生涯 全职经历 兼职经历 实习实践 就业经历',
  ],
  [
    'work',
    'experience workexperience professionalexperience employment employmenthistory careerhistory work',
  ],
  ['work', 'workhistory internship internships internshipexperience experiences relevantexperience career'],
  ['work', 'industryexperience positions positionsheld professionalbackground workandinternships jobs'],
  [
    'work',
    'teachingexperience clinicalexperience researchandworkexperience otherexperience additionalexperience',
  ],
  [
    'project',
    '项目经历 项目经验 项目 个人项目 主要项目 科研经历 科研项目 研究经历 开源项目 项目实践 项目成果 代表项目',
  ],
  [
    'project',
    'projects selectedprojects personalprojects sideprojects opensource keyprojects projectexperience',
  ],
  ['project', 'academicprojects research researchexperience portfolio openprojects'],
  ['education', '教育背景 教育经历 教育 学历 学习经历 教育情况 学历背景 教育信息 教育及培训 教育与培训'],
  [
    'education',
    'education academicbackground academics educationandtraining educationalbackground qualifications',
  ],
  ['education', 'educationandqualifications academicqualifications educationhistory educationdetails'],
  [
    'skills',
    '专业技能 技能 个人技能 技能特长 技能清单 技术栈 职业技能 it技能 掌握技能 核心技能 专业能力 技能专长',
  ],
  [
    'skills',
    '相关技能 技术能力 计算机技能 办公技能 个人能力 擅长技能 技能与工具 技能与证书 技能证书 技能语言 工具',
  ],
  ['skills', '技能及证书 技能与语言 主要技能 软件技能 技术特长 专业特长 岗位技能 开发技能 核心能力 技术技能'],
  [
    'skills',
    'skills technicalskills coreskills keyskills skillset technologies expertise toolsandtechnologies tools',
  ],
  [
    'skills',
    'skillsandtools corecompetencies competencies technicalexpertise techstack areasofexpertise software',
  ],
  [
    'skills',
    'skillsandinterests skillsandlanguages skillsandcertifications languagesandtechnologies technicalsummary',
  ],
  [
    'skills',
    'itskills computerskills technicalproficiencies professionalskills skillssummary programminglanguages',
  ],
  ['languages', '语言 语言能力 语言水平 外语水平 外语能力 语言技能 外语 languages language languageskills'],
  ['languages', 'languageproficiency foreignlanguages spokenlanguages'],
  [
    'summary',
    '自我评价 个人评价 自我介绍 个人简介 个人总结 个人优势 自我描述 个人概述 求职意向 求职目标 职业目标 意向岗位',
  ],
  [
    'summary',
    '求职意愿 期望职位 应聘岗位 优势 个人亮点 核心优势 个人陈述 自我总结 summary profile objective about',
  ],
  ['summary', 'aboutme professionalsummary careerobjective careersummary executivesummary personalstatement'],
  ['summary', 'professionalprofile highlights overview personalprofile jobobjective'],
  [
    'other',
    '获奖情况 荣誉奖项 获奖经历 所获荣誉 荣誉证书 奖项荣誉 荣誉 奖项 论文 发表论文 专利 资格证书 证书 相关证书',
  ],
  [
    'other',
    '校园经历 社团经历 志愿者经历 社会实践 学术成果 培训经历 在校经历 志愿经历 论文发表 校园活动 学生工作 证书资质',
  ],
  [
    'other',
    '兴趣爱好 爱好 兴趣 其他 其它 其他信息 附加信息 推荐人 证明人 业余爱好 荣誉与奖项 奖励荣誉 学生干部经历 校内经历',
  ],
  [
    'other',
    '获奖与证书 证书与荣誉 职业资格 资质证书 主修课程 相关课程 补充信息 组织经历 课外活动 所获奖项 奖惩情况 家庭情况',
  ],
  [
    'other',
    'awards honors honours publications patents honorsandawards awardsandhonors certifications certificates',
  ],
  [
    'other',
    'courses coursework volunteering volunteerexperience activities achievements training talks interests',
  ],
  [
    'other',
    'hobbies references referees hobbiesandinterests additionalinformation other miscellaneous societies',
  ],
  [
    'other',
    'extracurricularactivities leadership volunteerwork presentations licenses certificationsandlicenses',
  ],
  [
    'other',
    'licensesandcertifications personalinterests declaration affiliations memberships relevantcoursework',
  ],
  [
    'other',
    'professionalmemberships professionaldevelopment keyachievements volunteer links conferences service',
  ],
]
const known = new Map(
  names.flatMap(([section, list]) => list.split(' ').map((name) => [name, section] as const)),
)
const ofMatch = {
  experience: 'work',
  project: 'project',
  education: 'education',
  skills: 'skills',
  summary: 'summary',
  wish: 'summary',
  plain: 'plain',
} as const

export interface Heading {
  readonly section: ProfileSection
  /** The offset of the text after the heading on its line; undefined without such text. */
  readonly restAt: number | undefined
  /** Whether the heading labels only its own line. */
  readonly isLabel: boolean
}

const headingMax = 44
const letters = /[^\p{L}]/gu
const han = /[^\p{Script=Han}]/gu
const latin = /[^a-z]/gu
const labelEnd = /[:：]/u
const firstHan = /^[\s\p{P}\p{S}]{0,4}(\p{Script=Han}{4,8})\s/u

/** The heading that a normalised line is or begins with. */
export function headingOf(norm: string): Heading | undefined {
  const whole = norm.length <= headingMax ? sectionNamed(norm) : undefined
  if (whole !== undefined) return { section: whole, restAt: undefined, isLabel: false }
  const colon = norm.slice(0, headingMax).search(labelEnd)
  if (colon > 0) {
    const section = sectionNamed(norm.slice(0, colon))
    if (section !== undefined) return { section, restAt: colon + 1, isLabel: true }
  }
  const first = firstHan.exec(norm.slice(0, headingMax))
  const section = first === null ? undefined : known.get(first[1] ?? '')
  return section === undefined ? undefined : { section, restAt: first?.[0].length, isLabel: false }
}

const numbered = /^\s{0,4}\d{1,2}[.、)]?\s{1,3}/u

/** The section of a heading, also of one in two languages: `教育背景 Education`. */
function sectionNamed(norm: string): ProfileSection | undefined {
  const bare = norm.replace(numbered, '')
  if (/\d/u.test(bare)) return undefined
  const name = bare.replaceAll('&', 'and').replace(letters, '')
  const [inHan, inLatin] = [name.replace(han, ''), name.replace(latin, '')]
  const found = known.get(name)
  if (found !== undefined) return found
  if (inHan !== '' && inLatin !== '' && known.get(inHan) !== undefined) return known.get(inHan)
  const match = resumeHeading(normalize(norm))
  return match?.isAlone ? ofMatch[match.section] : undefined
}
