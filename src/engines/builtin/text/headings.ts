/**
 * The subject of a section of a job description. `plain`: no heading, or a heading without a known subject.
 */
export type SectionKind = 'plain' | 'about' | 'duties' | 'must' | 'preferred' | 'offer' | 'place'

/**
 * Known headings of job descriptions, normalised. The first list with a match wins, so `preferred
 * qualifications` comes before `qualifications`.
 */
const headings: readonly (readonly [SectionKind, readonly string[]])[] = [
  [
    'preferred',
    list(`优先条件 优先考虑 优先录用 加分项 加分条件 加分项目 加分 优先 优先录取条件 优先项 附加条件 有更好 有则更好 有更佳 锦上添花|nice|advantageous|desirable criteria|we would love to see|we'd love to see|plus|nice if|you might have|you may have|nice to have
    |nice-to-have|nice to haves|nice-to-haves|good to have|bonus|bonus points|bonus skills|preferred|preferred qualifications
    |preferred skills|preferred requirements|preferred experience|preferred skills and experience|desired|desired skills
    |desired qualifications|desirable|desirable skills|pluses|plus points|extra credit|it would be great if you have
    |what will set you apart|what sets you apart|additional qualifications|preferred but not required|ideally you have`),
  ],
  [
    'must',
    list(`任职要求 岗位要求 职位要求 任职资格 任职条件 招聘要求 应聘要求 应聘条件 招聘条件 基本要求 基本条件 职位需求 岗位需求 能力要求
    技能要求 必备条件 必备技能 必要条件 硬性要求 专业要求 资格要求 任职需求 岗位条件 岗位任职要求 职位条件 我们希望你 我们期待你 希望你
    对你的要求 我们需要你 你需要具备 你需要 要求 学历要求 经验要求 其他要求 任职资格要求 岗位任职资格 条件 你的条件 你是 需要什么 人选画像 候选人画像 人才画像 岗位画像 画像 人选要求 门槛 你具备 你应该具备 我们需要这样的你 我们期望的你
    期望的你 理想的你 候选人要求 人才要求 你是这样的人 如果你 你的背景 入职要求 胜任条件 素质要求 硬性条件 任职标准|you are|your experience
    |your skills|essential criteria|we expect|what we expect|what you need to succeed|to be successful|to succeed in this role you
    |to be successful in this role you|what makes you a great fit|you might be a fit if you|you may be a good fit if you have
    |our ideal candidate has|profile|what it takes|do you have what it takes|is this you|sounds like you|other requirements|must|need|needs|the person|the candidate|you|you'll need|you will need|the successful candidate will|the successful candidate|physical demands
    |physical requirements|conditions of employment|person specification|requirements|job requirements
    |requirement|qualifications|required qualifications|minimum qualifications|basic qualifications|required skills
    |key requirements|essential requirements|essential skills|required skills and experience|skills and experience
    |skills & experience|experience and skills|skills and qualifications|skills & qualifications|qualifications and skills
    |required experience|minimum requirements|must have|must haves|must-haves|must-have|what you'll need|what you will need
    |what you need|you need|reqs|what you bring|what you'll bring|what you will bring|what we're looking for|what we are looking for|what we look for|what we want|who we want|we want|we need
    |who you are|who we are looking for|who we're looking for|you have|you must have|about you|your profile|your background
    |skills|key skills|technical skills|experience|education|education and experience|education requirements|essential
    |competencies|candidate profile|ideal candidate|the ideal candidate|your qualifications|knowledge, skills and abilities
    |knowledge and skills|experience required|experience requirements|education & experience|qualifications & experience
    |qualifications and experience|requirements and qualifications|job qualifications|what you should have
    |what you'll have|technical requirements|we are looking for|you should have|required`),
  ],
  [
    'duties',
    list(`岗位职责 工作职责 工作内容 职位职责 主要职责 岗位描述 职位描述 工作描述 职责描述 岗位内容 主要工作 工作任务 职责 实习内容 你将负责 你会做什么
    你将要做 你的工作 工作职能 主要工作内容 岗位工作内容 实习职责 任务 工作 我们希望你做 日常工作 职责范围 职责要求 你要做的 你要做什么 你需要做什么 你将 你将会 你会 做什么 干什么 干啥 做啥|responsibilities
    |job responsibilities|key responsibilities|roles and responsibilities|role and responsibilities|duties|job duties
    |duties and responsibilities|main duties|essential duties|essential functions|essential duties and responsibilities
    |what you'll do|what you will do|what you'll be doing|what you will be doing|what you do|the role|your role|about the role
    |the job|your responsibilities|main responsibilities|primary responsibilities|in this role|in this role you will|day to day
    |day-to-day|a day in the life|your impact|how you'll make an impact|job description|role description|position summary
    |job summary|role overview|about the job|position overview|you will|key duties|job overview|role summary|about this role|your mission
    |overview|summary|what you'll work on|in this role, you will|you would handle|you'll handle|you will handle|you would do|what the job is|what the work is|the work|as a member of our team, you will`),
  ],
  [
    'offer',
    list(`福利 福利待遇 薪资福利 薪酬福利 公司福利 员工福利 我们提供 你将获得 你能获得 薪资待遇 薪资 待遇 薪酬 薪酬待遇 我们能给你的 你将得到 实习福利 你能收获
    你可以得到 实习收获 薪资范围 工资 工资待遇 待遇福利 薪水 回报 我们的优势 团队优势 加入我们你将获得 可获得 你可获得|we|the package|we can offer|we will offer|benefits|what we offer|perks|perks and benefits|benefits and perks
    |compensation|compensation and benefits|salary|salary range|pay range|why join us|why us|we offer|our benefits|our offer
    |what's in it for you|what you'll get|what you get|benefits & perks|perks & benefits|total rewards|pay|benefits include
    |why work with us|what you can expect|base salary|compensation & benefits|pay transparency`),
  ],
  [
    'place',
    list(`工作地点 上班地点 办公地点 工作地址 地点 地址 工作时间 上班时间 时间 班次 实习时间 面试地点 公司地址|location|locations|work location|job location
    |working hours|hours|schedule|work schedule|office location|where you'll be|where you will be|where you'll work`),
  ],
  [
    'about',
    list(`公司介绍 公司简介 关于我们 企业介绍 企业简介 团队介绍 部门介绍 公司背景 项目介绍 关于公司 联系方式 投递方式 简历投递 应聘方式|about us
    |about the company|about the team|company overview|who we are|our company|our mission|equal opportunity|eeo statement
    |about|the company|the team|our team|our values|diversity|how to apply|equal opportunity employer|disclaimer
    |equal employment opportunity|our commitment|additional information|the opportunity|our story|company description`),
  ],
]

function list(text: string): string[] {
  const [chinese = '', ...english] = text.split('|')
  return [...chinese.split(/\s+/), ...english.map((each) => each.replace(/\s+/g, ' ').trim())].filter(Boolean)
}

const kindOfHeading = new Map<string, SectionKind>()
for (const [kind, names] of headings) {
  for (const name of names) if (!kindOfHeading.has(name)) kindOfHeading.set(name, kind)
}

/** Unambiguous parts of English headings, for headings outside the list. */
const telling: readonly (readonly [SectionKind, RegExp])[] = [
  ['preferred', /^(?:[\w']+ ){0,2}(?:preferred|desired|bonus|nice[- ]to[- ]have)(?: [\w'&]+){0,3}$/u],
  [
    'must',
    /^(?:[\w'/&]+ ){0,3}(?:requirements?|qualifications?)(?: [\w'&]+){0,2}$|^what (?:you(?:'ll| will)? (?:bring|need|have)|(?:do |would )?(?:we|i)(?:'re| are)? (?:look(?:ing)? for|need))|^(?:we(?:'re| are) )?looking for (?:someone|people|candidates)(?: (?:who|that) (?:has|have|is|are|can))?$|^you(?: should| must| will)? (?:have|bring)$/u,
  ],
  [
    'duties',
    /^(?:[\w'/&]+ ){0,3}(?:responsibilities|duties)(?: [\w'&]+){0,3}$|^what (?:would |will )?you(?:'ll| will)? (?:do|be doing)|^your role\b|^(?:(?:at|as|in) [\w'&. -]{2,40}, )?you(?:'ll| will)(?: be)?$|^(?:in this|about (?:the|this)) (?:role|position|job)\b/u,
  ],
  [
    'offer',
    /^(?:[\w'/&]+ ){0,2}(?:benefits|perks)(?: [\w'&]+){0,3}$|^(?:what we|we) (?:offer|give)\b|^why [\w'&. ]{2,30}$/u,
  ],
  ['about', /^about (?!you\b|\d)[\w'&. ]{2,30}$|^(?:our|the) (?:company|culture|values|mission|team)\b/u],
]
/** Key words of Chinese headings outside the list: `你能得到：`, `我们给：`. */
const distinctiveInChinese: readonly (readonly [SectionKind, RegExp])[] = [
  ['preferred', /加分|更好|更佳|优先/u],
  ['duties', /职责|负责|工作内容|做[^过到]{0,4}$|干(?!净)[^过]{0,4}$/u],
  ['offer', /得到|获得|收获|提供|福利|待遇|薪[资酬水]|(?:我们|公司)给/u],
  ['must', /要求|条件|需要|希望|期待|具备|在?找|[什么啥]样的/u],
  ['about', /^(?:关于|认识|了解)?(?:我们|公司|团队|企业)(?:介绍|简介|是谁|文化|背景|概况)?$/u],
]
const chineseHeadingMax = 10

/** How a heading appears in its text. */
export interface HeadingLook {
  /** The line has a bullet or a number: `- Other duties as assigned`. */
  readonly isItem?: boolean
  /** The heading has a colon, brackets or a leading `#`. */
  readonly isMarked?: boolean
  /** Nothing follows the heading on its line, or brackets separate it from what follows. */
  readonly isAlone?: boolean
}

/**
 * The section that a normalised heading begins; undefined if the heading is unknown. Expects the heading
 * without its punctuation.
 */
export function headingKind(normalizedHeading: string, look: HeadingLook = {}): SectionKind | undefined {
  const heading = normalizedHeading.replaceAll('’', "'")
  const known = knownKind(heading)
  if (known !== undefined) return known
  if (look.isItem === true && look.isMarked !== true) return undefined
  if (/^[\u3400-\u9fff]+$/u.test(heading)) {
    const isSure = look.isMarked === true && look.isAlone === true && heading.length <= chineseHeadingMax
    return isSure ? distinctiveInChinese.find(([, pattern]) => pattern.test(heading))?.[0] : undefined
  }
  const kind = telling.find(([, pattern]) => pattern.test(heading))?.[0]
  const isSure = look.isMarked === true || isBareHeading(heading) || /^(?:about|why) /u.test(heading)
  return isSure ? kind : undefined
}

/** Separators inside a combined heading, such as one in two languages: `职责 Responsibilities`. */
const several = /[+/]|(?<=[\u3400-\u9fff])\s(?=[a-z])|(?<=[a-z])\s(?=[\u3400-\u9fff])/u

/** Looks up a heading. The first part of a combined heading decides: `requirements/qualifications`. */
function knownKind(heading: string): SectionKind | undefined {
  const known = kindOfHeading.get(heading)
  if (known !== undefined || !several.test(heading)) return known
  const kinds = heading.split(several).map((part) => kindOfHeading.get(part.trim()))
  return kinds.every((kind) => kind !== undefined) ? kinds[0] : undefined
}

const headingWords = new Set(
  `a about additional and are as at basic be benefits bonus bring candidate company compensation competencies core
  culture day description desired desirable do doing duties education equal essential experience for functions general
  get good have hours how ideal ideally if impact in is it job join key knowledge life location locations looking main
  make member minimum mission must musts need nice of offer opportunity or our overview pay perks plus pluses points
  position preferred primary profile qualification qualifications range required requirement requirements
  responsibilities responsibility reward rewards role roles salary schedule set sets should skill skills statement story
  summary team technical that the this to total transparency us values we we're we'll what what's who why will with work
  would you you'll you're your apart apply background expect day-to-day nice-to-have nice-to-haves must-have must-haves
  commitment employer disclaimer information diversity abilities ability working office great
  haves out successful i give examples typical sample listing from might may can conditions employment physical demands specification person eeo package`.split(
    /\s+/,
  ),
)

/** Whether a heading consists of heading words alone. `Kafka experience preferred` does not. */
export function isBareHeading(heading: string): boolean {
  const words =
    heading
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}'+#.-]+/gu) ?? []
  return words.every((word) => headingWords.has(word) || /^[\u3400-\u9fff]+$/u.test(word))
}

const chinese = [...kindOfHeading.keys()]
  .filter((name) => /^[\u3400-\u9fff]{2,}$/u.test(name) && name !== '优先考虑' && name !== '优先录用')
  .sort((a, b) => b.length - a.length)
const long = chinese.filter((name) => name.length > 2).join('|')
const short = chinese.filter((name) => name.length === 2).join('|')

/** A Chinese heading inside a run-on line: before a colon, in brackets, or before `1、`. */
export const chineseHeadingInside = new RegExp(
  `(?:${long})(?=\\s{0,3}[:：】\\]]|\\s{0,3}[(（]?1[、.．)）])|` +
    `(?<=[\\s。；;，,.!！?？【\\[])(?:${short})(?=\\s{0,3}[:：】\\]])|(?<=[。；;])(?:${long})(?=\\s{0,3}$)`,
  'gu',
)

export const headingCharactersMax = 48
/** Punctuation around a heading: `【任职要求】`, `**Requirements:**`, `一、岗位职责`. */
export const leadingSigns = /^[\s#*_=~【〖[「『（(<《◆◇■□●○◎★☆▶►➤|\-–—]+/u
const trailingSigns =
  /(?<![\s*_=~】〗\]」』）)>》:：|。.…!！?？\-–—])[\s*_=~】〗\]」』）)>》:：|。.…!！?？\-–—]+$/u

/** A heading without the punctuation around it. */
export function bareHeading(text: string): string {
  return text.replace(leadingSigns, '').replace(trailingSigns, '')
}
