const before = `某公司 后端工程师
岗位职责：
1. 负责支付系统的开发和维护，参加值班
Requirements:
- 3 years of Java, experience with MySQL
2019.07-2023.05 Example Ltd, engineer
`
const behind = `
任职要求：
1、本科及以上学历，3年以上 Java 经验；
2、熟悉 MySQL，会英语者优先
- Bachelor's degree preferred
`

/** A text surrounded by ordinary lines of resumes and jobs; at most `characters` long. */
export function inOrdinaryLines(text: string, characters: number): string {
  const room = characters - before.length - behind.length
  return before + text.slice(0, room) + behind
}
