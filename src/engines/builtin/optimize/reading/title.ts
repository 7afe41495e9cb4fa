import { endsWithTitle, type Language, type Line, leadingTitle } from '../../text/index.ts'
import { partByWords } from '../parts/classify.ts'
import { endsAsTitle } from '../parts/trades.ts'
import { firstUpper } from '../plain/plain-text.ts'
import { saysNothing } from '../posts/posts-in-prose.ts'

const named: Record<Language, RegExp> = {
  zh: /^(?:职位名称|岗位名称|职位|岗位|职务|工种|招聘岗位|招聘职位|应聘岗位)\s?(?:[:：]|】[:：]?)\s?(.{1,60})$|^(?:职位|岗位)(?:\s{1,3}|(?:名称)?[是为叫])([^。；;，,：:]{2,40})$/u,
  en: /^(?:job title|position title|position|title|role|job|vacancy)\s?:\s?(.{1,100})$/iu,
}
const noTitle: Record<Language, RegExp> = {
  zh: /[。；;，,！!？?：:]|\S\s\S+\s\S|(?:[了呢吗啊呀哈嘛]|下|(?<![酒网水书清贴])吧)$|[得想](?:[找招请]|弄|搞)|[招找要]一?[个名位]$|^(?:要[个名位一两二三\d]|招聘(?![专经主助总])|诚聘|急聘|急招|我们|公司)|(?:招聘|招募|公告|启事|简章|招人)(?:$|[—–-])|急招|直招|缺人|招贤|公司$/u,
  en: /[.;!?:,]$|^hiring\W{0,6}$|^(?:backfill|replacement|cover) for\b|^(?:the |job )?title (?:should|is|will|would)\b|^(?:he|she|they|it|this)\b|^(?:we|our|the|join|are you|looking|you|about|need|job (?:posting|ad|opening))\b|\b(?:inc|ltd|llc|corp|gmbh)\.?$|\b(?:19|20)\d\d\b|\b\d{1,2} weeks?\b|\b(?:needed|wanted)\s\w|\bneeds? an?\b|\bto (?!the\b|our\b|an?\b)[a-z]{3,}|[$€£]|\d:\d\d/iu,
}

/** The title that a line labels as one. */
export function titleNamed(line: string, language: Language): string | undefined {
  const [, title, spaced] = named[language].exec(line) ?? []
  return (title ?? spaced)?.trim()
}

/** Whether the first line of a text looks like a title: short, no sentence, no statement of a fact. */
function isTitle(line: string, language: Language): boolean {
  const isShort = language === 'zh' ? line.length <= 40 : line.length <= 80 && line.split(/\s+/u).length <= 10
  const before = language === 'en' ? (/^[^,(]{3,48}/u.exec(line)?.[0].trim() ?? '') : ''
  const part = endsWithTitle(before) ? undefined : partByWords(line, language)
  return isShort && !noTitle[language].test(line) && (part ?? 'summary') === 'summary'
}

interface FoundTitle {
  readonly title: string
  /** The title is the whole content of its lines; this many lines are consumed. */
  readonly isWholeLine: boolean
  readonly lines: number
}

/** The title at the start of a text: its first heading or line, or the beginning of that line. */
export function leadingTitleOf(
  heading: string,
  rest: readonly Line[],
  text: string,
  language: Language,
): FoundTitle | undefined {
  const [line, next] = rest
  const first = heading !== '' ? heading : line?.text
  if (first === undefined || (heading === '' && line?.isItem === true)) return undefined
  const label = titleNamed(first, language)
  if (label !== undefined) return { title: label, isWholeLine: true, lines: 1 }
  const posted = language === 'zh' ? titleThenHired.exec(first)?.[1] : undefined
  if (posted !== undefined)
    return endsAsTitle(posted, 'zh') ? { title: posted, isWholeLine: false, lines: 1 } : undefined
  const hired = language === 'zh' ? hiredBy.exec(first) : null
  if (hired !== null) {
    const title = hired[2] ?? first
    return { title, isWholeLine: hired[1] === undefined && hired[0] === first, lines: 1 }
  }
  const leading = leadingTitle(first)
  const sought = language === 'zh' ? soughtBy.exec(leading?.text ?? '')?.[1] : undefined
  if (sought !== undefined) {
    const before = (leading?.text ?? '')
      .slice(0, -sought.length)
      .replace(/(?:招聘|诚聘|急招|急聘|聘请|招|找).{0,4}$/u, '')
    const isAll = leading?.end === first.length && saysNothing(before, 'zh')
    return { title: sought, isWholeLine: isAll, lines: isAll ? 1 : 0 }
  }
  const named = language === 'en' && leading !== undefined ? firstUpper(leading.text) : leading?.text
  if (leading !== undefined && /[！!。]/u.test(leading.text)) return undefined
  if (leading?.isSentence) return { title: named ?? first, isWholeLine: false, lines: 0 }
  const isNamed = leading?.end === first.length
  if (!isNamed && !isTitle(first.replace(yearBefore, ''), language)) return undefined
  const title = (isNamed ? (named ?? first) : first)
    .replace(announced, '')
    .replace(/\s(?:wanted|needed|required|req|vacancy|opening)(?=$|\s[-–])/iu, '')
  if (heading !== '' || line === undefined || next === undefined)
    return { title, isWholeLine: true, lines: 1 }
  const between = text.slice(line.start + line.text.length, next.start)
  const goesOn = /^[, –-]{1,4}$/u.test(between) && detail.test(next.text)
  return goesOn
    ? { title: text.slice(line.start, next.start + next.text.length), isWholeLine: true, lines: 2 }
    : { title, isWholeLine: true, lines: 1 }
}

/** `[2025] Software Engineer - New Grad`. */
const yearBefore = /^[[(]20\d\d[\])]\s{1,3}/u

/** `, Underwriting Platform` after a title on the same line. */
const detail = /^[A-Z][\w&/ ,.'()-]{1,50}$/u

/** Prefixes that mails and job boards put before a title. */
const announced =
  /^urgent(?:ly)?[!:,]{0,3}\s{1,3}|^(?:(?:job|vacancy|position|subject|re|fwd?|new (?:req|role|opening|vacancy)|opening|now hiring|hiring)\s?(?::|\s[-–])\s{0,3}|(?:now hiring|hiring)[^-–:]{1,20}\s[-–:]\s){1,3}/iu
/** `Demand Planner, reporting to …`, `Frontend Dev wanted!`. */
const titleBefore: Record<Language, RegExp> = {
  zh: /(?:会|做|干|搞){1,2}([\u3400-\u9fff]{2,8}的师傅)(?=[，,。；;！!？?]|$)|(?:想?找|招|寻找)(?:一?[个位名]|几[个位名])?([\u3400-\u9fff]{2,10}?)(?:小伙伴|同学|同事|伙伴|搭档)|(?:(?:职位|岗位)(?:名称)?(?:是|为|叫)|^招聘人数[：:]\s?[一两二三\d]{1,2}[个名位])([^，,。；：:]{2,16})/u,
  en: /\b[Ii]t(?:'s|’s| is) (?:for )?(?:an? |the )([A-Z][A-Za-z/&+ -]{2,40}?) (?:role|position|job|post)\b|\b[Tt]itle (?:should be|is|will be|would be) ([A-Z][A-Za-z/&+ -]{2,48}?)(?=[.,;]|$)|\b(?:[Ff]or|fill|[Aa]bout) (?:the|our|an?) ([a-zA-Z][a-zA-Z/& -]{2,40}?) (?:role|position|job|vacancy|post|opening)\b|^(?:(?:[Uu]rgent(?:ly)?|URGENT(?:LY)?|ASAP|[Hh]iring|HIRING)[:!,]{1,3} )?([A-Za-z][\w/&+ .'-]{2,48}?)(?:, (?:reporting|based) | (?:wanted|needed|required|NEEDED|WANTED)\b)|^Our ([A-Z][a-z]+(?: [A-Z][a-z]+){0,3}) [a-z]{2,14}s\b/u,
}

/** `某公司诚聘保安`: the employer before the call is no part of the title. */
const hiredBy =
  /^(.{1,24}?(?:公司|集团|医院|学校|幼儿园|酒店|餐厅|饭店|菜馆|门店|工厂|中心|工作室|大厂|机构|企业)\s?)?(?:现|正在|现因.{2,12}需要,?)?(?:招聘|招募|聘请|(?:急|诚|誠|高薪|公开|长期|直|现)(?:招聘?|聘|徵|征)(?:日结|兼职|全职)?|徵求|急徵)(?![专经主助总])[:：—–-]{0,2}\s?([^，。；：！,;:!?？\s]{2,16}?)(?:\d{1,3}[名人位])?$/u

/** `月嫂招聘：…`; the employer may also precede a call: `服装厂招聘：…`. */
const titleThenHired = /^([\u3400-\u9fff]{2,10})(?:招聘|急招|急聘|诚聘)(?=\s?[:：])/u
/** `咱们店招厨师`, `工厂招普工`. */
const soughtBy =
  /^.{0,14}?(?:招聘|诚聘|急招|急聘|聘请|招|找)(?![商生标投募贤聘]|[专主助经])(?:[一两几]?[个名位])?([\u3400-\u9fffA-Za-z]{2,12})$/u

const announcing: Record<Language, RegExp> = {
  zh: /(?:招聘|诚聘|急聘|急招|招募|诚招|增补|补充|需要|(?<!不)要(?=[一两二三\d]?[个名位])|需(?=[一二两三\d]{1,2}名)|寻找|缺|想找|要找|想?请(?=一[个位名])|聘请?|招){1,3}[：:]?(?:[一两三四五六七八九十几\d]{1,2}|若干)?[名位个]?[—–-]{0,2}/gu,
  en: /\b(?:hiring|looking for|looking to (?:hire|recruit|appoint)|(?:hiring|wanted)[:!]{1,3}|(?:we're|we are) after|seeking|recruiting|seeks(?: to appoint)?|needs?|advertise|(?:can|could) (?:we|you) (?:get|post)(?: (?:an? )?(?:ad|job|jd|role|posting)(?: (?:out|up))?)?|as)(?: for)?:? (?:an? |the |another |\d{1,2} |two |three |four |five |six )?(?:(?:highly |very )?(?:experienced|motivated|skilled|talented|dedicated|enthusiastic|passionate|reliable|friendly|ft|pt|full time|part time|young|energetic|full-time|part-time|qualified|bright|new|great),? (?:and )?){0,4}/giu,
}
/** After a title in a sentence: `a crew lead from May`, `a cook (nights)`. */
const behindTitle: Record<Language, RegExp> = {
  zh: /(?:过来|来帮|帮[我忙]|一起|加入|负责|[一两三\d]{1,2}[名人位])[\s\S]*/u,
  en: /\s(?:\d|w\/|\(|ad (?:up|out|posted)\b|(?:from|through|until|starting|immediately|asap|covering|near|who|to)\b)[\s\S]*/u,
}
const behindTrade = /\s(?:for|at|in|on|asap)\b[\s\S]*/u
/** `a Regulatory Affairs Counsel`: a title that no list contains, recognised by its capitals. */
const capitalised = /^(?:[A-Z][\w&/-]{1,20} (?:of |for |and )?){1,4}[A-Z][\w&/-]{1,20}(?=[\s.,;(]|$)/u
/** `needs AWS Lambda` names no person; `seeks a …` does. */
const ofOne = /^(?:hiring|looking|seek|recruiting|we).{0,24}\b(?:an?|another)\s/iu
const linesLookedAtMax = 40
const announcementsMax = 5

/** `Two forklift operators`: the number of openings is no part of the title. */
export function withoutCount(title: string, language: Language): string {
  const counted =
    language === 'en'
      ? /^(?:(?:two|three|four|five|six|[2-9]) (?=[a-z]{3}.{0,60}s$)|(?:second|extra|additional) (?=[a-z])|(?:he|she|they)(?:'s|'re| is| are) (?:our|the|an?) )/iu
      : /^$/u
  return counted.test(title) ? firstUpper(title.replace(counted, '')) : title
}

/** In a title given as `招一个电梯维保`, the words after the call are the title. */
export function withoutCall(title: string): string {
  return title.replace(/^(?:急?招聘?|诚聘)(?:[一两三四五六七八九十几\d]{1,2}[个名位])(?=\S{2})/u, '')
}

/** The title at the start of bare notes: `外卖站长 管40个骑手`, `event florist - weddings mainly`. */
export function pointTitle(first: string, language: Language): string | undefined {
  const [, title] =
    (language === 'zh'
      ? /^([\u3400-\u9fff]{2,10})(?=\s|$)/u
      : /^([A-Za-z][A-Za-z0-9 ]{2,30}?)(?= [-–—] |$)/u
    ).exec(first) ?? []
  return title !== undefined && endsAsTitle(title, language) ? firstUpper(title) : undefined
}

/** The title of a text that doesn't begin with it: a line that is a title, or the job in a sentence. */
export function titleInside(
  lines: readonly { readonly text: string; readonly isProse: boolean }[],
  language: Language,
): { title: string; line?: number } | undefined {
  const near = lines.slice(0, linesLookedAtMax)
  const line = near.findIndex(({ text, isProse }) => isProse && isTitleAlone(text, language))
  if (line >= 0) return { title: near[line]?.text ?? '', line }
  for (const [at, { text }] of near.entries()) {
    const [, ...groups] = titleBefore[language].exec(text) ?? []
    const before = groups.find((group) => group !== undefined)?.replace(/的(?=师傅$)/u, '')
    const isWanted = /\swanted\b|^[A-Z][\w-]*(?: [A-Z][\w-]*){0,3} needed\b/u.test(text)
    if (before !== undefined && (endsAsTitle(before, language) || isWanted)) {
      const isAll = /^title\b/iu.test(text) && text.replace(/[.]$/u, '').endsWith(before)
      return isAll ? { title: firstUpper(before), line: at } : { title: firstUpper(before) }
    }
    for (const { 0: words, index } of [...text.matchAll(announcing[language])].slice(0, announcementsMax)) {
      const behind = text.slice(index + words.length)
      const capital = ofOne.test(words) ? capitalised.exec(behind)?.[0] : undefined
      const bare = behind.replace(behindTitle[language], '')
      if (callsAgain(/^[^，,。；;.!]{0,40}/u.exec(bare)?.[0] ?? '', language)) continue
      const found = leadingTitle(bare)
      if (found !== undefined && found.start === 0) {
        const named = language === 'en' ? firstUpper(found.text) : found.text
        const isAll =
          text.endsWith(words + found.text) && (index === 0 || saysNothing(text.slice(0, index), language))
        return isAll ? { title: named, line: at } : { title: named }
      }
      const trade = /^[^，,。；;.!]{2,40}/u.exec(bare.replace(behindTrade, ''))?.[0].trim() ?? ''
      if (endsAsTitle(trade, language)) return { title: language === 'en' ? firstUpper(trade) : trade }
      if (capital !== undefined) return { title: capital }
    }
  }
  return undefined
}

/** `店里缺一个咖啡师` after another call, `人数：3个服务员`. */
function callsAgain(text: string, language: Language): boolean {
  return language === 'zh' && (/[：:]/u.test(text) || text.search(announcing.zh) > 0)
}

function isTitleAlone(text: string, language: Language): boolean {
  const isShort = text.length <= (language === 'zh' ? 24 : 60)
  const bare = text.replace(/\s[-–—]\s[^-–—]{2,30}$/u, '')
  return (
    isShort &&
    !noTitle[language].test(text) &&
    /^\P{Ll}/u.test(text) &&
    !/\b(?:to|for|with)\b/u.test(text) &&
    endsAsTitle(bare, language)
  )
}
