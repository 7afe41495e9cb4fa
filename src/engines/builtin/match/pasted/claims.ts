/** Words that introduce a list without adding content: verbs of claiming and headings. */
const chinese =
  '熟练掌握 熟练运用 熟练使用 熟练 熟悉 熟知 精通 掌握 擅长 了解 会使用 使用 运用 专业技能 核心技能 技能 核心能力 核心竞争力 能力 专业 工具 关键词 关键字 标签 优势 求职意向 意向 求职目标 目标职位 应聘岗位 应聘职位 期望职位 职位 岗位 应聘 具有 具备 拥有 丰富 相关 方面 工作经验 工作经历 经验 经历 有 以及 和 与 及'.split(
    ' ',
  )
const english =
  'core competency,core competencies,competencies,key,core,technical,skill,skills,skillset,proficient,proficiency,familiar,experience,experienced,knowledge,expert,expertise,tool,tools,technologies,tech stack,strong,excellent,keyword,keywords,tags,objective,position,title,role,target,desired,applying for,summary,profile,in,with,of,and,for'.split(
    ',',
  )

/** Filler words of a sentence around its claim. */
const frame =
  '招聘 诚聘 急聘 岗位 职位 hiring vacancy wanted job 从事 负责 参与 协助 深入 独立 完成 擅长 工作 个人 优势 个人优势 核心 竞争力 良好 较强 优秀 热爱 喜欢 学习 进行 各种 方面 基础 知识 扎实 一定 做过 曾 担任 responsible worked work working passionate eager learn learning hands-on hands skilled background ability good managed developed team using used built familiarity solid understanding interested interest keen various including etc deep well great quick about'.split(
    ' ',
  )

const claim = new RegExp(`${chinese.join('|')}|\\b(?:${english.join('|')})\\b`, 'gu')
const claims: ReadonlySet<string> = new Set([
  ...chinese,
  ...english,
  ...english.flatMap((each) => each.split(' ')),
  ...frame,
])

/** A normalised text without claim words. */
export function withoutClaims(normalized: string): string {
  return normalized.replace(claim, ' ')
}

export function isClaim(word: string): boolean {
  return claims.has(word)
}
