import { endsWithTitle, type Language, normalize, usStates } from '../../text/index.ts'
import { firstUpper } from '../plain/plain-text.ts'
import type { Labels } from '../words/labels.ts'
import { isPay } from './pay.ts'
import { isPlace } from './places.ts'

const lineCharactersMax = 160
const experience: Record<Language, RegExp> = {
  zh: /^(?:经验|工作经验)?[:：]?\s?(?:\d{1,2}\s?[-~～—至到]\s?\d{1,2}年(?:以上)?|\d{1,2}年(?:及)?(?:以上|以内)|经验不限|不限经验|无需经验|应届(?:毕业)?生?|在校\/应届)(?:经验|工作经验)?$|^经验\d{1,2}\s?[-~～—]\s?\d{1,2}年$/u,
  en: /^(?:\d{1,2}\+?(?:\s?(?:-|–|to)\s?\d{1,2}\+?)? (?:years?|yrs?|yoe)(?:'? (?:of )?(?:exp|experience))?|entry[- ]level|no experience (?:needed|required|necessary)|mid-senior level|associate level)$/iu,
}
const employment =
  /^(?:full|part)[- ]time(?:,? (?:permanent|temporary|contract))?$|^(?:permanent|temporary|seasonal)$/iu
/** `3年以上经验` needs no name before it. */
const saysItself = /经验|学历|\b(?:years?|yrs)\b/iu
/** `20-99人` is the size of an employer. */
const headcount =
  /^(?!\d{2,5}\s?[-~～—至]\s?\d{2,5}\s?人)(?:招聘?\s?)?(?:各?\d{1,3}(?:\s?[-~～—至]\s?\d{1,3})?\s?[名人位]|[一两二三四五六七八九十]{1,2}(?:个人|名|位)|[x×]\s?\d{1,3})$/u
const education =
  /^(?:学历)?(?:(?:统招|全日制)?(?:初中|中专|高中|中专\/中技|大专|专科|本科|硕士|博士|研究生)(?:及以上|以上)?(?:学历)?|学历不限|不限学历)$/u

/** The name of the fact that a piece of a line states; undefined if it states none. */
function factOf(piece: string, language: Language, labels: Labels): string | undefined {
  const text = piece.trim()
  const plain = normalize(text)
  if (isPay(text, language)) return labels.facts.pay
  if (experience[language].test(plain)) return labels.facts.experience
  if (language === 'zh' && headcount.test(plain)) return labels.gapNames.headcount
  if (language === 'zh' && education.test(plain)) return labels.facts.education
  if (language === 'en' && employment.test(plain)) return firstUpper(labels.gapNames.employment ?? '')
  // `Hotel Sales Manager, Savannah`
  const isTitled = language === 'en' && text.includes(',') && endsWithTitle(text.slice(0, text.indexOf(',')))
  return isPlace(text, language) && !isTitled ? labels.facts.place : undefined
}

const marks: Record<Language, RegExp> = {
  zh: /\s{1,4}\/(?=\S)|\t+|\s{0,4}[|｜]\s{0,4}|\s[·•]\s|\s{2,9}/u,
  en: /\t+|\s{0,4}[|｜]\s{0,4}|\s[·•]\s|\s{3,9}/u,
}
/** `岗位：护士 人数：6人 学历：大专`: several names of facts on a line. */
const inlineLabel = /(?<=[^\s：:，,。；;])\s{1,9}(?=[\u3400-\u9fff]{2,6}\s?[:：])/gu
const factLabel =
  /^(?:岗位|职位|岗位名称|职位名称|人数|招聘人数|学历|专业|经验|地点|工作地点|薪资|待遇|年龄|性别|其他条件|其他要求|学历要求|专业要求|时间|工作时间|联系人|电话|邮箱|地址)\s?[:：]/u
const labelsMin = 2
/** The sales territory, not the place of work. */
const region = /^\s{0,4}(?:覆盖|负责|区域|面向)\s/u
/** Labels with any name, separated by wide gaps: a form on one line. */
const wideGap = /(?<=\S)(?:\s{2,9}|\t)(?=\S)/u
const anyLabel = /^[\u3400-\u9fff]{2,8}\s?[:：]\s?\S/u

/** Splits a line with several facts into one line per fact, and names each fact whose words don't name it. */
export function withFieldsApart(text: string, language: Language, labels: Labels): string {
  return withNamesJoined(text, language, labels)
    .replace(callOut, '\n$1')
    .replace(
      countInCall,
      (_whole, count: string) => `\n${labels.pair(labels.gapNames.headcount ?? '', `${count}名`)}\n`,
    )
    .replace(/(?<=\S)\s{1,3}→\s{1,3}(?=\S)/gu, ' > ')
    .split('\n')
    .flatMap((line) =>
      (language === 'en' ? dashedApart(line).flatMap(listedApart) : [line]).flatMap((each) =>
        each.length <= lineCharactersMax ? parted(each, language, labels) : [each],
      ),
    )
    .join('\n')
}

/** `招水电维修工一名，持低压电工证` */
const countInCall =
  /(?<=^.{0,24}(?:招聘?|诚聘|急聘|急招)[\u3400-\u9fffA-Za-z]{2,12})([一两三四五六七八九十]|\d{1,3})[名位][，,](?=\S)(?!.{0,400}\d[名位])/gmu

/** After a title: `RN Med/Surg Nights – Sign-On Bonus`. */
const callOut =
  /(?<=^\S.{2,60}) [-–—] ((?:sign[- ]on|signing) bonus!?|immediate start!?|hiring now!?|urgent!?|home (?:weekends|daily|nightly|every [a-z]{3,8})!?|paid training!?|no experience (?:needed|required)!?)(?=\n|$)/iu

/**
 * `Roofers wanted - $25/hr - own truck - start now - call Rick`; with fewer dashes it is a sentence or a
 * title.
 */
function dashedApart(line: string): string[] {
  const found = [/\s{1,3}[-–—]\s{1,3}/u, /\s{1,3}\/\s{1,3}/u].map((sign) => line.split(sign))
  return found.find((pieces) => pieces.length >= dashedMin) ?? [line]
}

const dashedMin = 5

/**
 * `react dev, contract 6 mo, $75-85/hr, remote US only, ts, redux`: a one-line ad that states pay and
 * another kind of fact between its commas. Short words that state no fact stay together.
 */
function listedApart(line: string): string[] {
  const sentences = line.split(/(?<=[.!])\s{1,3}(?=\S)/u)
  const parts = sentences.map(breathApart)
  if (parts.every((part) => part === undefined)) return [line]
  return sentences.flatMap((sentence, at) => parts[at] ?? [sentence])
}

/** Undefined if a sentence is no such list. */
function breathApart(sentence: string): string[] | undefined {
  const pieces = sentence.split(/,\s{1,3}(?![^()]{0,60}\))/u)
  const kinds = pieces.map((piece) => kindsOf(piece.replace(/[.!]$/u, '')))
  const areShort = pieces.every((piece) => piece.length <= breathCharactersMax)
  const told = new Set(kinds.flat())
  const areFacts = pieces.length > 2 && kinds.filter((each) => each.length === 0).length < 2
  const isBreath = pieces.length >= breathPiecesMin || areFacts
  if (!isBreath || !areShort || told.size < 2 || !told.has('pay')) return undefined
  const found: string[] = []
  for (const [at, piece] of pieces.entries()) {
    const isMore = at > 1 && isName(piece, kinds[at]) && isName(pieces[at - 1] ?? '', kinds[at - 1])
    if (isMore) found[found.length - 1] += `, ${piece}`
    else found.push(at === pieces.length - 1 ? piece.replace(/[.]$/u, '') : piece)
  }
  return found
}

const breathPiecesMin = 5
const breathCharactersMax = 70
const isName = (piece: string, kinds: readonly string[] | undefined) =>
  kinds?.length === 0 && piece.split(/\s/u).length <= 2

const placeAtEnd = new RegExp(`\\b[A-Z][a-z]+,? (?:${usStates})$`, 'u')
const timeOfWork =
  /\b(?:remote|hybrid|on[- ]?site|contract|full[- ]time|part[- ]time|nights|weekends|mon-fri|\d{1,2} (?:hrs|hours)|\d{1,2} ?(?:am)? to \d{1,2})\b/iu

function kindsOf(piece: string): string[] {
  const kinds: readonly (readonly [string, boolean])[] = [
    ['pay', /[$€£]\s?\d|\bcpm\b/u.test(piece)],
    ['years', /\b\d{1,2}\+? ?(?:yrs?|years?)\b/iu.test(piece)],
    ['place', isPlace(piece, 'en') || placeAtEnd.test(piece)],
    ['time', timeOfWork.test(piece)],
    ['contact', /\b(?:text|call|email|whatsapp)\b.{0,12}(?:\d{3}|@)/iu.test(piece)],
  ]
  return kinds.flatMap(([kind, isStated]) => (isStated ? [kind] : []))
}

function parted(line: string, language: Language, labels: Labels): string[] {
  if (line.trim() === '' || /^\s{0,9}(?:[-*+•●·◆]\s|\d{1,2}(?:[、)]|[.](?!\d)))/u.test(line)) return [line]
  if (region.test(line)) return [line]
  const inline = line.split(inlineLabel)
  if (inline.length >= labelsMin && inline.every((piece) => factLabel.test(piece.trim()))) return inline
  const wide = line.split(wideGap)
  if (wide.length >= labelsMin && wide.every((piece) => anyLabel.test(piece))) return wide
  const alone = named(line, language, labels)
  if (alone !== undefined) return [!/[:：]/u.test(line) && saysItself.test(line) ? line : alone]
  for (const pieces of [line.split(marks[language]), ...finer(line, language)]) {
    const filled = pieces.filter((piece) => piece.trim() !== '')
    if (filled.length < 2) continue
    const facts = filled.map((piece) => named(piece, language, labels))
    const isOfSkill =
      filled.length === 2 && facts.every((fact) => fact === undefined || ofPerson(fact, labels))
    if (isOfSkill && language === 'zh') continue
    const isLabelled = filled.filter((piece) => /^[^:：]{1,12}[:：]/u.test(piece.trim())).length > 1
    if (isLabelled || facts.some((fact) => fact !== undefined)) {
      return filled.map((piece, at) => facts[at] ?? piece.trim())
    }
  }
  return [line]
}

/** `Java 3年以上` is a requirement; `会计 8-10K 本科` is a row of facts. */
function ofPerson(fact: string, { facts }: Labels): boolean {
  return fact.startsWith(facts.experience) || fact.startsWith(facts.education)
}

/**
 * Chinese pieces are separated by spaces; English ones by commas, if each piece after the first is a fact.
 */
function finer(line: string, language: Language): string[][] {
  if (language === 'zh') {
    const behind = /^(.{2,24}?)\s?[（(]([^（）()]{3,30})[）)]$/u.exec(line.trim())
    if (behind !== null && isPay(behind[2] ?? '', 'zh')) return [behind.slice(1)]
    const isLoose = /[，。；]|：.{0,60}：/u.test(line) || line.length > spacedCharactersMax
    return isLoose
      ? []
      : [
          line
            .trim()
            .replace(/^(急?招聘?|急聘|诚聘)\s+/u, '$1')
            .split(/(?<![+＋:：,，、/&-])\s+(?![+＋/&-])/u),
        ]
  }
  if (line.length > commaCharactersMax || /(?<!\b(?:St|Co|Mt|Ft|Dr))[.!?]\s|^[^:]{1,24}:\s/u.test(line))
    return []
  const parts = line.split(/(,\s|(?<!\d[km]?)\s[-–—]\s)/iu)
  const pieces = parts.filter((_part, at) => at % 2 === 0)
  for (let at = 1; at < pieces.length; at += 1) {
    const tail = piecesFrom(pieces, at)
    const found = tail.find((each) => each.every(isFactAlone))
    if (found !== undefined) return [[parts.slice(0, at * 2 - 1).join(''), ...found]]
  }
  return []
}

const isFactAlone = (piece: string) =>
  isPay(piece, 'en') || isPlace(piece, 'en') || employment.test(piece.trim())

/** `Houston, TX, $28`: a place may contain a comma. */
function piecesFrom(pieces: readonly string[], from: number): string[][] {
  const rest = pieces.slice(from)
  const joined = rest.length > 1 ? [[`${rest[0]}, ${rest[1]}`, ...rest.slice(2)]] : []
  return [rest, ...joined]
}

const linesBetweenMax = 3
/** Job boards put the name of a fact on one line and the fact on the next. */
const nameAlone =
  /^(?:seniority level|employment type|job function|industries|job type|location|salary|pay|工作性质|职位类别|工作地点|薪资范围|学历要求|工作经验|招聘人数|where|(?:job |position )?title)$/iu

function withNamesJoined(text: string, language: Language, labels: Labels): string {
  const lines = text.split('\n')
  const joined: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const name = (lines[at] ?? '').trim()
    const next = lines.slice(at + 1, at + 1 + linesBetweenMax).findIndex((line) => line.trim() !== '')
    const behind = at + 1 + next
    const value = next < 0 ? '' : (lines[behind] ?? '').trim()
    const isPair = nameAlone.test(name) && value !== '' && value.length <= 60 && !nameAlone.test(value)
    if (!isPair || /[:：]$|^[-*•\d#]/u.test(value)) joined.push(lines[at] ?? '')
    else {
      const isKnown = experience[language].test(value.toLowerCase())
      joined.push(labels.pair(isKnown ? labels.facts.experience : name, value))
      at = behind
    }
  }
  return joined.join('\n')
}

const spacedCharactersMax = 80
const commaCharactersMax = 100

/** `工资5000` includes its name. */
const saysPay = /^(?:工资|薪水|薪酬)/u

function named(piece: string, language: Language, labels: Labels): string | undefined {
  const fact = factOf(piece, language, labels)
  if (fact === undefined) return undefined
  const text = piece.trim()
  return text.startsWith(fact) || saysPay.test(text)
    ? text
    : labels.pair(
        fact,
        text.replace(/^招聘?\s?(?=\d)|^(?:base|经验|学历)\s?[:：]?\s?(?=[\u3400-\u9fff\d])(?!不限)/iu, ''),
      )
}
