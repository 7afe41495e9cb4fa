import { isBareHeading, type Language, normalize } from '../../text/index.ts'
import { firstUpper } from '../plain/plain-text.ts'
import { isAside } from '../roles/role.ts'

/** The messages of a chat without the speakers' names and without messages that say nothing about the job. */
export interface Chat {
  readonly text: string
  readonly left: readonly string[]
}

const name: Record<Language, string> = {
  zh: '(?:[\\u3400-\\u9fff]{2,6}[-·—_])?(?:[A-Za-z]{0,6}[\\u3400-\\u9fff]{1,6}|[A-Za-z]{2,12})',
  en: "[A-Za-z][A-Za-z.’'-]{1,15}(?: [A-Z][a-z]{0,14}\\.?)?",
}
const time = String.raw`(?:\[?(?:\d{2,4}[-/.]\d{1,2}[-/.]\d{1,4},?\s)?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AaPp][Mm])?\]?)`
/** `王姐：在吗`, `[10:32] mike: hi`. */
const saidOnLine: Record<Language, RegExp> = {
  zh: new RegExp(`^\\s{0,4}(?:${time}\\s{0,3})?(${name.zh})\\s?[：:]\\s{0,3}(?!\\d{2}\\b)(.{0,500})$`, 'u'),
  en: new RegExp(`^\\s{0,4}(?:${time}[\\s,-]{0,3})?(${name.en})\\s?:\\s{1,3}(.{0,500})$`, 'u'),
}
/** `王姐 10:32`, the line above a message. */
const saidBelow: Record<Language, RegExp> = {
  zh: new RegExp(`^\\s{0,4}(${name.zh})\\s{1,3}${time}\\s{0,3}$`, 'u'),
  en: new RegExp(`^\\s{0,4}(${name.en})[\\s,]{1,3}${time}\\s{0,3}$`, 'u'),
}
/** The same speakers on one line. */
const saidInside: Record<Language, RegExp> = {
  zh: new RegExp(`(?:^|\\s{1,3})(?=(${name.zh})[：:])`, 'gu'),
  en: new RegExp(`(?:^|\\s{1,3})(?=(${name.en}):\\s)`, 'gu'),
}
/** Names of facts, which also precede a colon. */
const noSpeaker: Record<Language, RegExp> = {
  zh: /岗位|职位|人数|名额|要求|地[点址]|薪|工资|待遇|时间|学历|经验|专业|条件|职责|内容|电话|联系|福利|部门|公司|邮箱|名称|备注|其他|性别|年龄|方式|班次|证|提成|住宿|奖金|社保|补贴/u,
  en: /^(?:from|to|cc|bcc|sent|date|subject|re|openings?|shifts?|title|department|contact|phone|email|type|start|notes?|rate|bonus|dept|loc|summary|trust|contract|base|commission|ote|benefits|experience|requirements|hours|pay|salary|location)$/iu,
}
const speakersMax = 6
const turnsMin = 3
const questionCharactersMax = 24

/** A question, and the name of the fact that its answer states. */
const questions: Record<Language, readonly (readonly [string, RegExp])[]> = {
  zh: [
    ['岗位名称', /^.{0,6}(?:招什么|什么(?:岗位|职位|人)|哪个岗位|招啥).{0,4}$/u],
    ['经验要求', /^.{0,6}(?:几年经验|经验要求|要(?:求)?几年|多久经验).{0,4}$/u],
    ['学历要求', /^.{0,6}(?:什么学历|学历呢?|学历要求).{0,4}$/u],
    ['薪资', /^.{0,6}(?:工资|薪资|薪水|待遇|底薪|多少钱|开多少|给多少).{0,8}$/u],
    [
      '工作地点',
      /^.{0,6}(?:在?哪[里个]?[店家]?(?:店|门店|厂|校区|院区)?|什么地方|什么位置|地[点址]).{0,6}$/u,
    ],
    ['工作地点', /^(?:上班|工作|地点|办公).{1,8}还是.{2,8}$/u],
    ['工作时间', /^.{0,6}(?:几点|上班时间|工作时间|班次|单休|双休).{0,8}$/u],
    ['招聘人数', /^.{0,6}(?:几个人?|多少人|几[名位]|[招要]几个).{0,4}$/u],
    ['任职要求', /^.{0,6}要求.{0,6}$/u],
    ['岗位职责', /^.{0,6}(?:做什么|干什么|干嘛|工作内容).{0,4}$/u],
  ],
  en: [
    [
      'Job title',
      /^.{0,12}\bwhat(?:'s| is| was)? (?:the |this )?(?:role|job|position|title|vacancy)\b.{0,12}$|^(?:which|what) (?:role|job|position)\b.{0,16}$/u,
    ],
    ['Salary', /^.{0,24}\b(?:pay|salary|rate|hourly|wages?|budget|money)\b.{0,16}$/u],
    ['Benefits', /^.{0,16}\b(?:benefits|perks|insurance)\b.{0,16}$/u],
    [
      'Location',
      /^.{0,16}\b(?:where|location|which (?:office|site|store|branch|hotel|location|shop|restaurant|clinic|depot|yard|school|plant|warehouse))\b.{0,24}$/u,
    ],
    [
      'Responsibilities',
      /^.{0,16}\b(?:what (?:do|does|will|would) (?:they|he|she|it|the \w{3,12}) do|what's the job|duties)\b.{0,16}$/u,
    ],
    ['Hours', /^.{0,16}\b(?:hours|schedule|shifts?)\b.{0,16}$/u],
    ['Openings', /^.{0,6}\bhow many\b.{0,24}$/u],
    [
      'Requirements',
      /^.{0,16}\b(?:what do (?:they|you|we) need|requirements?|must[- ]haves?|experience needed)\b.{0,16}$/u,
    ],
  ],
}
const asks: Record<Language, RegExp> = {
  zh: /[?？吗呢]$|^(?:上班|工作|地点|办公).{1,8}还是.{2,8}$|^[^\d，,。]{0,6}(?:要求|待遇|工资|地址|地点|几个|多少钱?)$|^.{0,8}(?:哪里?|哪儿|什么|啥|几个人?|几点|多少|怎么样?)$|^.{0,4}(?:几年|几天|多大|多久|什么|哪个|哪些)[^\d，,。]{0,4}$|^(?:工资|薪资|待遇|要求|地点|地址|人数|哪里|在哪.{0,4}|几点.{0,4}|多少.{0,4}|几个人?)$/u,
  en: /\?$|^(?:where(?: at| is it)?|pay|benefits|hours|perks|location)$|^(?:sure |ok )?what do (?:they|you|we) need$|^(?:and |ok |what about |whats |what's )(?:the )?[a-z ]{3,24}$|^(?:(?:ok|so|and|right|cool|great|sure)[, ]{1,2})?(?:what|how|when|where|who|which|any|do|does|is|are|remind me)\b[^\d.]{3,36}$/u,
}
/** Other messages of a chat: a greeting, a yes, a thank you. */
const small: Record<Language, RegExp> = {
  zh: /^(?:在[吗么嘛的]?|您?你?好|好[的滴嘞呀啊]?|嗯+|哦+|行吧?|可以|收到|谢谢.{0,4}|辛苦.{0,4}|没问题|ok|哈哈+|有的|是的|对|明白|知道了|马上|稍等|\[.{1,6}\])[。.!！~～]{0,3}[?？]?$/u,
  en: /^(?:hi|hey|hello|yo|yes|yeah|yep|no|ok(?:ay)?|sure|cool|great|k|kk|yup|thanks?(?: you)?|thx|ty|got it|will do|np|lol|perfect|sounds good|you there|(?:hey )?are you (?:still )?hiring.{0,40}|on it)(?: [a-z]{2,12})?[.!,]{0,3}\??$/u,
}

/** `那个质量工程师还招吗` */
const stillSought =
  /^(?:[那这]个)?([\u3400-\u9fffA-Za-z]{2,10}?)(?:这边|那边)?(?:还|在)招?(?:人)?招?(?:吗|么|没|不)[?？]?$/u

/** A yes before the message: `好，要个海外BD`. */
const yes: Record<Language, RegExp> = {
  zh: /^(?:好的?|嗯+|行|可以|ok|收到|对)(?:[\u3400-\u9fff]{1,2}(?:总|姐|哥|经理|老师))?[，,！!\s]{1,3}(?=\S{3})(?:就是)?|^就是(?=\S{3})/iu,
  en: /^(?:(?:sure|ok(?:ay)?|yes|yeah|yep|nope?|nah|great|cool)[,.!]|ye(?:s|ah|p))\s{1,3}(?=\S{3})/iu,
}

/** `店长呢`: the name of the next topic. */
const onlyNamed: Record<Language, RegExp> = {
  zh: /^[\u3400-\u9fff]{2,6}呢[?？]?$/u,
  en: /^(?:and )?(?:the )?[a-z]{3,12}\?$/u,
}

/** The job content of a chat between several people; any other text unchanged. */
export function withoutChat(text: string, language: Language): Chat {
  const turns = turnsOf(text, language)
  if (turns === undefined) return { text, left: [] }
  const said: string[] = []
  const left: string[] = []
  let asked: string | undefined
  for (const turn of turns) {
    const words = normalize(turn).trim().replace(yes[language], '')
    const about = asks[language].test(words) ? factAsked(words, language) : undefined
    if (words === '') continue
    const sought = language === 'zh' ? stillSought.exec(words)?.[1] : undefined
    if (sought !== undefined) {
      said.push(`岗位名称：${sought}`)
      continue
    }
    const isQuestion =
      asks[language].test(words) && words.length <= questionCharactersMax && !/\d/u.test(words)
    const isSmall = small[language].test(words) || onlyNamed[language].test(words)
    if (about !== undefined || isQuestion || isSmall || isAside(words, language)) {
      asked = about ?? asked
      left.push(turn.trim())
    } else {
      const [first = turn, ...others] = thoughtsOf(turn.trim().replace(yes[language], ''), language)
      said.push(asked === undefined ? first : answer(asked, first, language), ...others)
      asked = undefined
    }
  }
  return said.length > 0 ? { text: said.join('\n'), left } : { text, left: [] }
}

/** `天府三街那个 对了 主要接待来访`: an afterthought is not part of the answer; spaces become commas. */
function thoughtsOf(turn: string, language: Language): string[] {
  if (language === 'en') return [turn]
  return turn
    .split(/[，,\s]{1,3}(?:对了|还有|另外|哦对)[，,\s]{0,3}/u)
    .map((thought) => thought.trim().replace(/(?<=[\u3400-\u9fff])\s{1,3}(?=[\u3400-\u9fffa-z])/giu, '，'))
}

function factAsked(words: string, language: Language): string | undefined {
  return questions[language].find(([, pattern]) => pattern.test(words.replace(/[?？]$/u, '')))?.[0]
}

/** A title ends where the answer continues: `electrician, for the Toledo plant`. */
function answer(fact: string, turn: string, language: Language): string {
  const said = turn.trim()
  const [title = said] = titleFact.test(fact) ? said.split(/[,，]\s?/u) : [said]
  const rest = said.slice(title.length).replace(/^[,，]\s?/u, '')
  return `${fact}${language === 'zh' ? '：' : ': '}${title}${rest === '' ? '' : `\n${firstUpper(rest)}`}`
}

const titleFact = /^(?:Job title|岗位名称)$/u

/** The messages of a chat in order; undefined if the text is no chat. */
function turnsOf(text: string, language: Language): string[] | undefined {
  const lines = text.split('\n').flatMap((line) => partedAtSpeakers(line, language))
  const turns = lines.map((line) => {
    const above = saidBelow[language].exec(line)
    return above === null ? saidOnLine[language].exec(line) : [above[0], above[1] ?? '', '']
  })
  const speakers = turns.flatMap((turn) => turn?.[1] ?? [])
  if (speakers.some((each) => isFactName(each, language))) return undefined
  const names = new Set(speakers)
  const filled = lines.filter((line) => line.trim() !== '').length
  const areBelow = lines.some((line) => saidBelow[language].test(line))
  const isChat =
    speakers.length >= turnsMin && names.size > 1 && names.size <= speakersMax && names.size < speakers.length
  if (!isChat || (!areBelow && speakers.length * 2 < filled)) return undefined
  return turns.map((turn, at) => (turn === null ? (lines[at] ?? '') : (turn[2] ?? '')))
}

function isFactName(words: string, language: Language): boolean {
  return noSpeaker[language].test(words) || (language === 'en' && isBareHeading(words))
}

/** Splits a line in which the same people speak repeatedly into one line per message. */
function partedAtSpeakers(line: string, language: Language): string[] {
  const found = [...line.matchAll(saidInside[language])]
  const names = found.map((match) => match[1] ?? '')
  if (names.length < turnsMin || new Set(names).size === names.length) return [line]
  const starts = found.map(({ index, 0: space }) => index + space.length)
  return [0, ...starts].flatMap((from, at) => {
    const piece = line.slice(from, starts[at]).trim()
    return piece === '' ? [] : [piece]
  })
}
