/** The numbers on probation in the Labour Contract Law of China: article 19 on length, article 20 on pay. */

const digits: Readonly<Record<string, number>> = {
  半: 0.5,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  十: 10,
  十二: 12,
}
const number = '(\\d{1,2}|十二|[半一二两三四五六七八九十])'
const contract = new RegExp(
  `合同[^。；，,\\d]{0,8}?${number}年|${number}年(?:期)?(?:的)?(?:劳动)?合同|合同[^。；，,\\d]{0,4}${number}年一签`,
  'u',
)
const trial = new RegExp(
  `试用(?!期?满)期?[^。；，,\\d]{0,6}?${number}个?(月|年)|${number}个?(月|年)[^。；，,]{0,3}试用`,
  'u',
)
const share =
  /试用期?(?:内|间|期间)?(?:的)?(?:工资|薪资|薪水|底薪|待遇|按|发|打|为|只?拿|转正(?:后)?|标准|的){1,6}(?:(\d{2,3})[%％]|百分之([五六七八九])十|([五六七八九])[折成])/u
const sums =
  /试用期(?:[（(][^）)]{0,8}[）)])?[^。；\d]{0,8}(\d{4,5})[^。；]{0,10}?转正[^。；\d]{0,8}(\d{4,5})(?![\d~～—–至到-])/u
const sumsBefore = /转正[^。；\d]{0,8}(\d{4,5})[^。；]{0,10}?试用期[^。；\d]{0,8}(\d{4,5})/u

const numberOf = (...words: readonly (string | undefined)[]): number | undefined => {
  const word = words.find((each) => each !== undefined)
  return word === undefined ? undefined : (digits[word] ?? Number(word))
}

/**
 * Whether the probation of a sentence is as short as its contract requires. Without a contract, up to a month
 * is lawful, more than half a year is not, and the result is undefined in between.
 */
export function isTrialLawful(sentence: string): boolean | undefined {
  const [term, time] = [contract.exec(sentence), trial.exec(sentence)]
  const years = term === null ? undefined : numberOf(term[1], term[2], term[3])
  const length = time === null ? undefined : numberOf(time[1], time[3])
  if (length === undefined) return undefined
  const months = (time?.[2] ?? time?.[4]) === '年' ? 12 * length : length
  if (years !== undefined) return months <= (years >= 3 ? 6 : years >= 1 ? 2 : 1)
  return months <= 1 ? true : months > 6 ? false : undefined
}

/** Whether its pay is at least 80 % of what is agreed; undefined without two sums or a share. */
export function isTrialPayLawful(sentence: string): boolean | undefined {
  const part = share.exec(sentence)
  if (part !== null) {
    const percent = part[1] === undefined ? 10 * (numberOf(part[2], part[3]) ?? 0) : Number(part[1])
    return percent >= paidPercentMin
  }
  const after = sums.exec(sentence)
  const before = sumsBefore.exec(sentence)
  const [paid, full] = after === null ? [before?.[2], before?.[1]] : [after[1], after[2]]
  if (paid === undefined || full === undefined) return undefined
  return 100 * Number(paid) >= paidPercentMin * Number(full)
}

const paidPercentMin = 80
