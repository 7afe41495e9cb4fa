/** `advise on licences // review launches // train the team`. */
const slashed =
  /^(?=[^\n]{5,2800}$)(?:(?!\s\/\/\s)[^\n]){1,400}\s\/\/\s(?:(?!\s\/\/\s)[^\n]){1,400}\s\/\/\s[^\n]{1,2000}$/gmu
/** `…四班三运转其他:工作地点常熟`. */
const stuckOther = /([\u3400-\u9fff\d])(?:其他|其它|备注)[:：](?=\S{4})/gu
/** A call before a title: `【急聘】`, `招人！`. */
const calls =
  /^\s{0,9}(?:[【[](?:急聘|急招|诚聘|高薪|招聘|直招|内推|热招|内部推荐|社招|校招|新岗|转发)[】\]]|(?:急?招人|招聘|急招|急聘|急|诚聘|诚招)(?:啦|了)?\s?[!！~～]{1,6})\s{0,3}(?=\S)/gmu
/** `【岗位】会计`, `【工资】面议`: the words in brackets name what follows. */
const bracketed =
  /^(\s{0,9})【((?:招聘)?(?:岗位|职位|工种)|.{0,2}(?:要求|条件|内容|职责|时间|工资|薪资|薪酬|待遇|福利|地[点址]|人数|方式|电话)|联系人?)】\s{0,3}(?=[^\s【])/u
/** `1 负责…`, `1.1年以上…`: a number without a separator of its own. */
const bareNumber = /^\s{0,9}(\d{1,2})(?:\s{1,3}(?=[\u3400-\u9fff])|\.(?=\d))/u
const anyNumber = /^\s{0,9}(\d{1,2})[\s.]/u
/** `1.2 Complete risk assessments`. */
const outline = /^\s{0,9}(\d)\.(\d{1,2})\s{1,3}(?=\p{L})/u

/**
 * Restores list marks in a text. The list may lack its first number (`、负责…；2、…`), or its numbers may lack a
 * separator or share it with another number. A number that continues no list stays.
 */
export function withListMarks(text: string): string {
  const lines = text
    .replace(/^\s{0,9}[、.．](?=\S)/u, '1、')
    .replace(calls, '')
    .replace(stuckOther, '$1\n')
    .replace(slashed, (line) =>
      line.replace(/^([^/\n]{2,40}?[:：])\s/u, '$1\n- ').replace(/\s{1,3}\/\/\s{1,3}/gu, '\n- '),
    )
    .split('\n')
  const numberOf = (at: number, pattern: RegExp) => Number(pattern.exec(lines[at] ?? '')?.[1])
  const isListed = (at: number): boolean => {
    const number = numberOf(at, bareNumber)
    const goesOn = numberOf(at + 1, anyNumber) === number + 1
    return number === 1 ? goesOn : goesOn || numberOf(at - 1, anyNumber) === number - 1
  }
  const minor = (at: number) => {
    const [, major, number] = outline.exec(lines[at] ?? '') ?? []
    return Number(major) * 100 + Number(number)
  }
  return lines
    .map((line) => line.replace(bracketed, '$1$2：'))
    .map((line, at) => {
      if (minor(at) + 1 === minor(at + 1) || minor(at) - 1 === minor(at - 1))
        return line.replace(outline, '- ')
      return isListed(at) ? line.replace(/^(\s{0,9}\d{1,2})[\s.]\s{0,3}/u, '$1、') : line
    })
    .join('\n')
}
