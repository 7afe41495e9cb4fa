import { type Language, normalize } from '../../text/index.ts'
import { partByWords } from '../parts/classify.ts'
import { firstUpper } from '../plain/plain-text.ts'
import { isAside } from '../roles/role.ts'
import { wordLists } from '../words/cues.ts'
import { labelsOf } from '../words/labels.ts'

/** A text without the lines that say nothing about the job, and those lines. */
export interface Quiet {
  readonly text: string
  readonly left: readonly string[]
}

const noiseCharactersMax = 100

/** Buttons, counters and warnings of job boards as complete lines, in normalised form. */
const ofBoard: Record<Language, RegExp> = {
  zh: new RegExp(`^${wordLists.zh('board')}$`, 'u'),
  en: new RegExp(`^${wordLists.en('board')}$`, 'u'),
}
/** The greeting and the closing of a mail. */
const greeting: Record<Language, RegExp> = {
  zh: /^以上[。.]?$|^以上[,，].{0,14}$|^(?:(?:各位|亲爱的|尊敬的).{1,10}|hi ?.{0,6}|hello ?.{0,6}|(?:大家|您|你|.{0,8}(?:同事|部门|老师|伙伴|团队))们?好)[,，:：!！。]{0,2}$|^.{0,10}(?:伙伴|同事|同学|老师)们?[,，:：!！]$|^.{0,4}(?:谢谢|感谢|辛苦了?|拜托了?|祝好|此致|敬礼|多谢|麻烦了?|顺祝商祺)(?:大家|各位|支持|配合|您|!|,|。){0,4}[.。!！~]{0,3}$/u,
  en: /^(?:all|team|folks|everyone)[,:]$|^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))\b[\w ,'/&.]{0,30}[,!:]$|^(?:hi|hello|hey|dear)(?: [a-z]{2,12})?$|^(?:(?:many |kind )?thanks(?: (?:so|very) much| in advance| all| again| a lot)?|thank you(?: .{1,20})?|cheers|(?:kind |best |warm )?regards|best(?: wishes)?|sincerely|yours (?:sincerely|faithfully)|ta)(?: x{1,3})?[,.!]{0,2}$/u,
}
/** The header of a forwarded mail. Its subject may be the title. */
const mailHead = /^\s{0,4}(?:from|to|cc|bcc|sent|date|发件人|收件人|抄送|日期|发送时间)\s?[:：]/iu
const mailSubject =
  /^\s{0,4}(?:subject|主题)\s?[:：]\s{0,3}(?:(?:re|fwd?|fw|回复|转发)\s?[:：]\s{0,3}){0,3}(?:(?:(?:【.{1,4}】\s?)?(?:新增|新开)?(?:HC|招聘|用人|岗位)(?:需求|申请)?|(?:headcount|req(?:uisition)?|role|position|vacancy) (?:is )?(?:approved|open|request)|new (?:role|hire|req|position|headcount)|hiring|vacancy)\s?[-–—:：]\s{0,2})?/iu
const subjectAsks =
  /^(?:请|麻烦)?(?:协助|帮忙)(?:发布|招聘|挂出)\s?[-–—:：]?\s?|^(?:jd|job description|advert) for (?:the |an? )?/iu
/** `幕墙设计师招聘需求` names a job and announces a vacancy. */
const subjectEnd = /(?:的)?(?:(?:招聘|用人|岗位)(?:需求|申请|信息)?|补人)$/u
const mailAnswer = /^\s{0,4}(?:subject|主题)\s?[:：]\s{0,3}(?:re|fwd?|fw|回复|转发)\s?[:：]/iu
/** `Re: the warehouse role`: the body of the mail names the job. */
const namesNoJob =
  /^(?:the|our|that|this|your|new) .{0,40}\b(?:role|job|position|vacancy|opening|ad|jd|post)s?$|^(?:backfill|replacement|cover) for .{2,30}$/iu
const mailHeadLinesMin = 2
/** `From: 9am`, `日期：12月` may describe a job; a sender, an address or a subject occurs only in a mail. */
const surelyMail = /@|^\s{0,4}(?:发件人|收件人|抄送|发送时间|cc|bcc|sent)\s?[:：]/iu

/** A salutation at the start of a line with further content. */
const calls: Record<Language, RegExp> = {
  zh: /^\s{0,4}(?:帮.{1,4}|替.{1,4}|.{1,4}让我)(?:转发|发|问|招)(?:个|一下|条)?(?:招聘|信息)?[：:]\s{0,2}(?=\S{4})|^\s{0,4}(?:@所有人|@[\u3400-\u9fffA-Za-z]{1,8}(?:\s[\u3400-\u9fff]{2,4}(?=[，,]))?|亲们?|(?:hi|hello|hey|dear)(?:\s[a-z]{2,12}(?=\s?[,，!！])|(?!\s[a-z]{2,12}\s?[,，!！]))|嗨|哈[喽啰]|大家好|各位(?:老板|朋友|同学|同事|大佬|老师|亲)?们?好?|[\u3400-\u9fff]{0,3}[你您]好|喂?(?:(?!小学|老师|老板)[小老阿][\u3400-\u9fff]|(?!店)[\u3400-\u9fff](?:哥|姐|总|经理|老师))[啊呀哈]?(?=[,，~～!！]))[,，~～!！\s]{1,3}(?=\S{4})/iu,
  en: /^\s{0,4}(?:hi|hey|hello|morning)(?: (?:all|team|everyone|there|folks|[A-Z][a-z]{1,12}))?[,!]\s{1,3}(?=\S{2})/iu,
}

/** A request to the colleague who writes the text: a clause or sentence with no other content. */
const requests: Record<Language, RegExp> = {
  zh: new RegExp(`^${wordLists.zh('request')}$`, 'u'),
  en: new RegExp(`^${wordLists.en('request')}$`, 'u'),
}
/** The same beside other clauses; alone it introduces a list. */
const among: Record<Language, RegExp> = {
  zh: new RegExp(`^${wordLists.zh('among')}$`, 'u'),
  en: new RegExp(`^${wordLists.en('among')}$`, 'u'),
}
/** `那个裱花师的招聘你帮我弄一下` names the job. */
const requestNames =
  /^(?:那个|这个|有个)?([\u3400-\u9fff]{2,8}?)(?:[那这]个)?(?:岗位|职位)?的?(?:招聘|岗位|jd)(?:你|麻烦|帮|请|发)[^\d]{0,12}$/iu
/** `can you post a job for a field service tech` */
const namesJob =
  /^(?:hey |hi )?(?:(?:can|could) (?:you|we|someone) (?:please |pls )?(?:post|put up|write|list|draft|create)|(?:we |i )?need) (?:an? )?(?:job|ad|jd|role|posting|job ad)(?: (?:up|out))? for (?:an? |the |our )?([a-z][a-z/& -]{3,40}?)(?: (?:role|job|position|guy|gal|girl|lady|man|person))?$/iu
/** `can u put something together for the dental assistant job` */
const forJob =
  /^(?:hey |hi )?(?:can|could|would|will) (?:you|u|we|someone) (?:.{4,60}\bfor|(?:please |pls )?(?:write|type|put|do|draft|post|get|list)(?: (?:up|out|together))?) (?:the|our|an?) ([a-z][a-z/& -]{3,40}?) (?:role|job|position|opening|vacancy|ad|jd|post|posting)(?= |$)|^(?:here(?:'s| is) |so )?the (?:jd|job description|ad|advert|posting|job post|write-?up) for (?:the|our|an?) ([a-z][a-z/& -]{3,40}?)(?: (?:role|job|position))?$/iu
/** Filler words of dictated text. */
const hesitation: Record<Language, RegExp> = {
  zh: /(?<=^|[，,。；！])(?:(?:喂|那个)(?=[，,。！!])|嗯+|呃+|哦+|对了|那个啥|就是说)[，,]?|(?<=工资|待遇|地点|时间|要求)[呢嘛啊]|(?<=^|[，,。])另[:：]|(?<=[\u3400-\u9fff]{4})[啊呀哈嘛哦呗吧](?<![酒网水书清]吧)(?=[，,。；！!]|$)|(?<=大专|本科|高中|中专|硕士|\d[k万千]?)吧(?=[，,。；]|$)/gu,
  en: /(?<=^|[.!?]\s)(?:(?:[Uu]m+|[Uu]h+|[Ee]rm?|[Oo]h|[Yy](?:es|eah|ep)(?=,)|[Oo]k(?:ay)?(?:,| so\b)|[Aa]nyway|[Oo]bviously)\b,?\s(?:and\s)?){1,4}(\S)|(?<=,\s)(?:um+|uh+|erm?|obviously|you know),\s/gu,
}
const clauseEnd: Record<Language, RegExp> = {
  zh: /(?<=[，,。；！!])/u,
  en: /(?<=[.!?:;]\s|\s{2})|(?<=,\s)(?=make it\b)/u,
}

/** A line addressed to a colleague, without the words meant only for the colleague. */
function withoutRequests(line: string, language: Language, left: string[], isTitled: boolean): string {
  const plain = line.replace(hesitation[language], (_said, next: unknown) =>
    typeof next === 'string' ? next.toUpperCase() : '',
  )
  const clauses = plain.split(clauseEnd[language])
  const kept = clauses.flatMap((clause, at) => {
    const words = clause.replace(/[，,。；！!.?:;—–~～-]{0,3}\s?$/u, '').trim()
    const named = language === 'zh' ? requestNames.exec(words)?.[1] : undefined
    if (named !== undefined) return [`招聘${named}\n`]
    const said = language === 'en' && !isTitled ? (namesJob.exec(words) ?? forJob.exec(words)) : null
    const job = said?.[1] ?? said?.[2]
    if (job !== undefined) return [`Job title: ${firstUpper(job)}\n`]
    const isAsked =
      requests[language].test(words.toLowerCase()) ||
      (clauses.length > 1 &&
        (among[language].test(words) ||
          (left.length > 0 && isAsideOf(clause, clauses[at - 1], words, language))))
    if (words === '' || !isAsked) return [clause]
    left.push(words)
    return []
  })
  return kept.join('')
}

/** A sentence meant only for the colleague; a clause between commas may belong to the next one. */
function isAsideOf(clause: string, before: string | undefined, words: string, language: Language): boolean {
  const isWhole = sentenceEnd.test(clause) && (before === undefined || sentenceEnd.test(before))
  return isWhole && words.length >= asideCharactersMin && isAside(words, language)
}

const sentenceEnd = /[.!?。！？]\s{0,2}$/u
const asideCharactersMin = 4

/** The sender at the start of a message: `[群消息] 老周:`, `Marco (site office):`. */
const writer: Record<Language, RegExp> = {
  zh: /^\s{0,4}\[[^\]\n]{1,12}\]\s{0,3}(?!.{0,4}(?:岗位|职位|招聘|工种|职务))[^：:，,。\n\d]{0,12}[：:]\s{0,3}/u,
  en: /^\s{0,4}[A-Z][a-z]{1,12}(?: [A-Z][a-z]{0,12}\.?)? \((?!.{0,24}\b(?:time|shift|temp|perm|contract|remote|hybrid|days|nights|evenings|weekends|[mf]\/)\b)[^()\n]{2,24}\):\s{1,3}/u,
}

/** Names and job titles below a mail; facts of the job look different. */
const signature: Record<Language, RegExp> = {
  zh: /^(?:[\u3400-\u9fff]{2,4}|[A-Z][a-z]{2,12}|[\u3400-\u9fff]{2,8}(?:部|组|中心|科)(?:\s[\u3400-\u9fff]{1,4})?)(?:\s?[|｜/·]\s?[\u3400-\u9fff]{2,8}){0,2}$|^(?:分机|内线)\s?[:：]?\s?\d{2,6}$/u,
  en: /^[A-Z][a-z'’-]{1,15}(?: [A-Z][a-z'’.-]{0,15}){0,2}$|^ext\.? ?\d{2,6}$/u,
}
/** After a name: the person's job title and workplace. */
const post = /^[^.!?。！？：:\d@]{2,80}$/u
const signatureLinesMax = 4
/** `人力资源部`, `2026年11月20日` at the end of a notice. */
const signOff =
  /\n\s{0,9}(?:[\u3400-\u9fff]{2,12}(?:部|处|科|室|中心)\s{0,9}\n\s{0,9})?(?:二〇[〇一二三四五六七八九]{2}|20\d\d)年\S{1,3}月\S{1,3}日\s{0,9}$/u
/** A text with at least this many known lines of a job board has further ones that no list contains. */
const boardLinesMin = 2
/** `… if possible. Thanks! Beth` */
const thanksAtEnd =
  /(?<=[.!?]\s{1,3})(?:Thanks|Thank you|Cheers)(?: so much| a lot)?[!.,]{0,2}(?: [A-Z][a-z]{1,14})?[.!]?\s{0,9}$/u
/** The part of the page after this line is unrelated to the box above it. */
const newPart = /^full job description$/u

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

/** Removes the text that a job board or a mail puts around a job, and reports what was removed. */
export function withoutNoise(text: string, language: Language): Quiet {
  const left: string[] = []
  const kept: string[] = []
  const signedOff = signOff.exec(text)?.[0] ?? ''
  if (signedOff !== '')
    left.push(
      ...signedOff
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    )
  const thanked = thanksAtEnd.exec(text)?.[0] ?? ''
  if (thanked !== '') left.push(thanked.trim())
  const given = text.slice(0, text.length - Math.max(signedOff.length, thanked.length)).split('\n')
  const who = writer[language].exec(given[0] ?? '')?.[0] ?? ''
  if (who !== '') left.push(who.trim())
  const lines = withoutMailHead([(given[0] ?? '').slice(who.length), ...given.slice(1)], left, language)
  const sender = senderOf(given)
  const lastWords = lines.findLastIndex((line) => line.trim() !== '')
  const isTitled = lines.some((line) => /^\s{0,4}(?:job )?(?:title|role|position)\s?:/iu.test(line))
  const isOfPage = lines.filter((line) => isOfBoard(plainWords(line), language)).length >= boardLinesMin
  let signed = signatureLinesMax
  for (const [at, line] of lines.entries()) {
    const pieces = line.split(sideBySide)
    const loud = pieces.length > 1 ? pieces.filter((piece) => isOfBoard(plainWords(piece), language)) : []
    const rest = loud.length > 0 ? pieces.filter((piece) => !loud.includes(piece)).join(' | ') : line
    const call = callOf(rest, language)
    const bare = rest.slice(call.length).trim()
    const words = plainWords(bare)
    left.push(...loud.map((piece) => piece.trim()), ...(call.trim() === '' ? [] : [call.trim()]))
    const isShort = words !== '' && words.length <= noiseCharactersMax
    const isSender = at === lastWords && sender !== undefined && sender === bare
    const isGreeting = isSender || (isShort && (greeting[language].test(words) || greeting.en.test(words)))
    const isPost = signed > 0 && post.test(bare) && partByWords(bare, language) === undefined
    const isSigned = signed < signatureLinesMax && isShort && (signature[language].test(bare) || isPost)
    if (isGreeting && lastWords - at <= signatureLinesMax) signed = 0
    else if (isSigned) signed += 1
    else if (words !== '') signed = signatureLinesMax
    if (newPart.test(words) && kept.length > 0) kept.push(`## ${labelsOf[language].headings.summary}`)
    const isLoud = isOfBoard(words, language) || (isOfPage && words !== '' && isAside(bare, language))
    if (isGreeting || isSigned || isLoud) left.push(bare)
    else if (bare === '' && rest === '') kept.push(loud.length > 0 ? '' : line)
    else {
      const said = withoutRequests(loud.length === 0 && call === '' ? line : bare, language, left, isTitled)
      if (said.trim() === '' && lastWords - at <= signatureLinesMax) signed = 0
      kept.push(said)
    }
  }
  return kept.some((line) => line.trim() !== '') ? { text: kept.join('\n'), left } : { text, left: [] }
}

/** The first name of the sender of a mail, which may be on a line of its own below it. */
function senderOf(lines: readonly string[]): string | undefined {
  const from = lines.find((line) => /^\s{0,4}(?:from|发件人)\s?[:：]/iu.test(line)) ?? ''
  return /[:：]\s{0,3}([A-Z][a-z]{1,14}|[\u3400-\u9fff]{2,4})/u.exec(from)?.[1]
}

/** One or two salutations: `各位好，帮朋友发：`. */
function callOf(line: string, language: Language): string {
  const first = calls[language].exec(line)?.[0] ?? ''
  const second = first === '' ? '' : (calls[language].exec(line.slice(first.length))?.[0] ?? '')
  return first + second
}

/** Removes sender, recipient and date; a text that only begins with `To:` is no mail. */
function withoutMailHead(lines: readonly string[], left: string[], language: Language): string[] {
  const start = lines.findIndex((line) => line.trim() !== '' && !isOfBoard(plainWords(line), language))
  const isHead = (line: string) => mailHead.test(line) || mailSubject.test(line)
  const behind = lines.findIndex((line, at) => at >= start && !isHead(line))
  const head = lines.slice(start, behind)
  const isMail = head.some((line) => surelyMail.test(line) || mailSubject.test(line))
  const isAnswer = head.some((line) => mailAnswer.test(line))
  if (start < 0 || behind < 0 || (head.length < mailHeadLinesMin && !isAnswer) || !isMail) return [...lines]
  left.push(...head.filter((line) => mailHead.test(line)).map((line) => line.trim()))
  const named = head
    .filter((line) => mailSubject.test(line))
    .map((line) => line.replace(mailSubject, '').replace(subjectAsks, '').replace(subjectEnd, ''))
  const subjects = named.filter((line) => !namesNoJob.test(line))
  left.push(...named.filter((line) => namesNoJob.test(line)))
  return [...lines.slice(0, start), ...subjects, ...lines.slice(behind)]
}
