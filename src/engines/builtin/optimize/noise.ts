import { type Language, normalize } from '../text/index.ts'
import { wordLists } from './cues.ts'

/** A text without the lines that say nothing of the job, and those lines. */
export interface Quiet {
  readonly text: string
  readonly left: readonly string[]
}

const noiseCharactersMax = 100

/** Buttons, counters and warnings of job boards, whole lines of them, in normalised form. */
const ofBoard: Record<Language, RegExp> = {
  zh: new RegExp(`^${wordLists.zh('board')}$`, 'u'),
  en: new RegExp(`^${wordLists.en('board')}$`, 'u'),
}
/** How a mail begins and ends. */
const greeting: Record<Language, RegExp> = {
  zh: /^(?:(?:各位|亲爱的|尊敬的).{1,10}|hi ?.{0,6}|hello ?.{0,6}|(?:大家|您|你)们?好)[,，:：!！。]{0,2}$|^.{0,4}(?:谢谢|感谢|辛苦了?|拜托了?|祝好|此致|敬礼|多谢|麻烦了?|顺祝商祺|以上)(?:大家|各位|支持|配合|您|!|,|。){0,4}[.。!！~]{0,3}$/u,
  en: /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))\b[\w ,'/&.]{0,30}[,!:]$|^(?:hi|hello|hey)(?: (?:all|team|everyone|there|folks))?$|^(?:(?:many |kind )?thanks(?: (?:so|very) much| in advance| all| again| a lot)?|thank you(?: .{1,20})?|cheers|(?:kind |best |warm )?regards|best(?: wishes)?|sincerely|yours (?:sincerely|faithfully)|ta)[,.!]{0,2}$/u,
}
/** The head of a mail that was passed on. Its subject may be the title. */
const mailHead = /^\s{0,4}(?:from|to|cc|bcc|sent|date|发件人|收件人|抄送|日期|发送时间)\s?[:：]/iu
const mailSubject =
  /^\s{0,4}(?:subject|主题)\s?[:：]\s{0,3}(?:(?:re|fwd?|fw|回复|转发)\s?[:：]\s{0,3}){0,3}(?:(?:招聘|用人|岗位)(?:需求|申请)?\s?[-–—:：]\s{0,2})?/iu
const mailHeadLinesMin = 2
/** `From: 9am`, `日期：12月` are said of a job; who wrote it, to which address or about what, of a mail alone. */
const surelyMail = /@|^\s{0,4}(?:发件人|收件人|抄送|发送时间|cc|bcc|sent)\s?[:：]/iu

/** How somebody is spoken to at the head of a line that says more. */
const calls: Record<Language, RegExp> = {
  zh: /^\s{0,4}(?:@所有人|亲们?|hi|hello|嗨|哈[喽啰]|大家好|各位好?|[你您]好)[,，~～!！\s]{1,3}(?=\S{4})/iu,
  en: /^\s{0,4}(?:hi|hey|hello)(?: (?:all|team|everyone|there|folks))?[,!]\s{1,3}(?=\S{2})/iu,
}

/** Names and posts under the end of a mail; facts of the job look otherwise. */
const signature: Record<Language, RegExp> = {
  zh: /^[\u3400-\u9fff]{2,4}$|^[\u3400-\u9fff]{2,8}(?:部|组|中心|科)$/u,
  en: /^[A-Z][a-z'’-]{1,15}(?: [A-Z][a-z'’.-]{0,15}){0,2}$/u,
}
const signatureLinesMax = 2

const sideBySide = /\t|\s[·|｜]\s|\s{2,9}/u

function plainWords(text: string): string {
  return normalize(text)
    .replace(/[’]/gu, "'")
    .replace(/^[\s•·*#>-]{1,4}/u, '')
    .trim()
}

function isOfBoard(words: string, language: Language): boolean {
  return words !== '' && words.length <= noiseCharactersMax && ofBoard[language].test(words)
}

/** A text without what a job board or a mail puts around a job; what goes is told of. */
export function withoutNoise(text: string, language: Language): Quiet {
  const left: string[] = []
  const kept: string[] = []
  const lines = withoutMailHead(text.split('\n'), left)
  const lastWords = lines.findLastIndex((line) => line.trim() !== '')
  let signed = signatureLinesMax
  for (const [at, line] of lines.entries()) {
    const pieces = line.split(sideBySide)
    const loud = pieces.length > 1 ? pieces.filter((piece) => isOfBoard(plainWords(piece), language)) : []
    const rest = loud.length > 0 ? pieces.filter((piece) => !loud.includes(piece)).join(' | ') : line
    const call = calls[language].exec(rest)?.[0] ?? ''
    const bare = rest.slice(call.length).trim()
    const words = plainWords(bare)
    left.push(...loud.map((piece) => piece.trim()), ...(call.trim() === '' ? [] : [call.trim()]))
    const isShort = words !== '' && words.length <= noiseCharactersMax
    const isGreeting = isShort && greeting[language].test(words)
    const isSigned = signed < signatureLinesMax && isShort && signature[language].test(bare)
    if (isGreeting && lastWords - at <= signatureLinesMax) signed = 0
    else if (isSigned) signed += 1
    else if (words !== '') signed = signatureLinesMax
    if (isGreeting || isSigned || isOfBoard(words, language)) left.push(bare)
    else if (loud.length === 0 && call === '') kept.push(line)
    else if (bare !== '') kept.push(bare)
  }
  return kept.some((line) => line.trim() !== '') ? { text: kept.join('\n'), left } : { text, left: [] }
}

/** Without who wrote to whom, and when; a text that only begins with `To:` is no mail. */
function withoutMailHead(lines: readonly string[], left: string[]): string[] {
  const start = lines.findIndex((line) => line.trim() !== '')
  const isHead = (line: string) => mailHead.test(line) || mailSubject.test(line)
  const behind = lines.findIndex((line, at) => at >= start && !isHead(line))
  const head = lines.slice(start, behind)
  const isMail = head.some((line) => surelyMail.test(line) || mailSubject.test(line))
  if (start < 0 || behind < 0 || head.length < mailHeadLinesMin || !isMail) return [...lines]
  left.push(...head.filter((line) => mailHead.test(line)).map((line) => line.trim()))
  const subjects = head.filter((line) => mailSubject.test(line)).map((line) => line.replace(mailSubject, ''))
  return [...subjects, ...lines.slice(behind)]
}
