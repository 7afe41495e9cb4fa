import { type Language, longPattern, usStates } from '../../text/index.ts'
import { wordLists } from '../words/cues.ts'

const chineseCity = wordLists.zh('city')
const chinesePlace = longPattern(
  'u',
  `^(?:base ?[:：]? ?)?${chineseCity}[省市]?(?:[·•/、／,，+＋—-]? ?[\\u3400-\\u9fff]{1,9}?(?:区|县|市|镇|路|新城|园|街道|总部|站)?(?:\\d{1,4}号)?){0,4}(?:均可|可选|等地)?$`,
)
/** `徐汇区`, `福田区某写字楼`. */
const district = /^[\u3400-\u9fff]{1,2}(?<![小社景园片地厂库辖校])区[\u3400-\u9fff\d]{0,10}$/u
const chineseNoPlace =
  /公司|集团|银行|学校|大学|医院|酒店|户口|户籍|[人话语]$|招|聘|急|岗|工资|负责|经验|优先|以上|提供|出差|师$|员$|工$|经理|客户|市场|销售/u
const chineseCharactersMax = 24

const state = `${usStates}|BC|ON|QC|AB|NSW|VIC|QLD|UK|USA?|UAE`
const land = wordLists.en('land')
const city = wordLists.en('city')
const name = String.raw`[A-Z][\p{L}'’.-]{1,20}(?: (?:of |upon |on |le )?[A-Z][\p{L}'’.-]{1,20}){0,2}`
/** An employer before a comma is no district of a town. */
const firm = String.raw`[^,]{0,40}\b(?:Co|Inc|LLC|Ltd|Group|Dental|Clinic|Hotel|Restaurant|School|Hospital|Bank|Partners|Company|Care|Health|Diner|Cafe|Rehab|Medical|Foods|Farms?|Logistics|Solutions|Services|Systems|Labs?|Studio|Salon|Gym|Academy|University|College|Church)\b`
const english = `(?:${name}(?:,? (?:${state})\\b(?: \\d{5})?|, (?:${land})\\b)|(?:(?!The |${firm})${name}, )?(?:Greater |Central |[Dd]owntown |Inner |North |South |East |West )?(?:${city})\\b(?: (?:Mall|Airport|Plaza|(?:City |Town )?Cent(?:re|er)))?(?:,? (?:${state})\\b(?: \\d{5})?|, (?:${land})\\b)?(?:, (?:${land})\\b)?)`
const wayOfWork = String.raw`[ ,]{0,2}(?:\((?:[^()]{2,40})\)|or remote[a-z0-9 +-]{0,30}|[-–] (?:hybrid|remote|on-?site|in[- ](?:office|person)))?`
const englishPlace = longPattern(
  'u',
  `^(?:based (?:in|out of) |in )?(?:(?:remote|hybrid|on-?site|Remote|Hybrid|On-?site)(?: in|,| or| [-–/|])? )?${english}(?:(?:,| or|/| /| and| &) ${english}){0,2}(?: (?:and|&) ${name})?(?: (?:metro )?area| metro)?${wayOfWork}\\.?$`,
)
/** Every place contains one of these, and most lines contain none. */
const anyPlace = longPattern('u', `\\b(?:${state}|${land}|${city})\\b`)
/** `Both are based in Denver, CO`, `our Leeds branch`, `a Manchester-based practice`. */
const inProse = [
  `(?:based|located|situated|we're|we are|role|position|job|office|hotel|bar|restaurant|site|clinic|company|business|bank|fintech|start-?up|scale-?up|charity|agency|branch|school|store|shop|practice|firm|surgery|salon|studio|plant|warehouse|nursery|kitchen|bakery|pub|garage|farm|team)s?(?: is| are)? (?:out of|in|at|near|outside|just outside) (?:downtown |central |sunny |(?:north|south|east|west)(?:ern)? )?(${english}|${name})(?=[.,;!)]|$| [(]| (?:but|with|and|for|to|from|looking|seeking|hiring|needs|\\d)\\b)`,
  `\\b(?:our|the|a|an|its|their) (?:[a-z]{3,12} )?(${english}) (?:[a-z]{3,12} )?(?:branch|office|store|site|plant|clinic|restaurant|warehouse|hub|campus|surgery|practice|salon|nursery|school|gym|studio|garage|kitchen|farm|yard|base|lab|bakery|pub|shop|team|location|depot|hospital|hotel|terminal|facility|factory|mill|dealership|showroom|(?:call|contact|distribution|service|fulfil?lment) cent(?:er|re)|DC\\b)`,
  `(?<=^|[.!?,] )(${english})(?: \\d{1,2})? (?:office|yard|base|salon|studio|depot|branch|store|site|plant|clinic|warehouse|hub|campus|hospital|hotel)\\b`,
  `\\b[Tt]he (${english}) (?:yard|base|salon|studio|depot|site|branch|office)\\b|[(](${english})(?= or\\b| \\+|[,)])|\\bis (?:on|in|at) [^.,;]{0,30}?\\bin (${english})(?=[.,;]|$)`,
  `\\b(?:at|for|in) [Tt]he (${name}) (?:clinic|branch|depot|plant|warehouse|salon|yard|surgery)\\b`,
  `\\b(?:academy|school|college|hotel|restaurant|pub|clinic|practice|farm|shop|studio|nursery|bakery|charity)\\b[^.,;]{0,40}? in (${name})(?=[,.;]|$)`,
  `\\b(?:in|of) (${english}|${name})(?= (?:needs|seeks|is (?:hiring|looking|seeking|after))\\b)`,
  `(?<=[a-z] )(${name})-based (?:practice|team|company|firm|office|business|start-?up|agency|client|role|position|charity|consultancy|clinic|manufacturer|retailer)`,
].map((source) => longPattern('u', source))
const noCity = /^(?:Home|Field|Remote|Cloud|Web|Community|School|Head|Our|The|[A-Z]{2,}$)/u

/** Whether a piece of text is a place and nothing else. */
export function isPlace(text: string, language: Language): boolean {
  if (language === 'en') return text.length <= 70 && anyPlace.test(text) && englishPlace.test(text)
  if (text.length > chineseCharactersMax) return false
  const isPlaced = chinesePlace.test(text.trim()) || district.test(text.trim())
  return isPlaced && !chineseNoPlace.test(text)
}

/** `我们学校在嘉兴`, `苏州园区那个店`, `深圳一家做跨境电商的公司`. */
const inChineseProse = [
  `(?:学校|公司|工厂|门店|店|厂|基地|办公室|项目|工地|校区|仓库?|office)(?:就|都)?在(${chineseCity}[\\u3400-\\u9fff]{0,8}?)(?:这边|那边|附近)?(?=[，,。；;（(]|$)`,
  `(?:^|[，,。；;！!我你咱们是在])(${chineseCity}(?:(?![有做开招])[\\u3400-\\u9fff]){0,8}?)(?:那[个家边]|这[个家边]|的)?(?:一[家个]|分?店(?=[，,。；;]|$)|门店|工厂|分公司|园区(?=[，,。；;]|$)|物流园|产业园|工业园)`,
  `工作地点?[在为是]?(${chineseCity}[\\u3400-\\u9fff]{0,8}?)(?=[，,。；;（(]|$)`,
  `[（(](${chineseCity}[\\u3400-\\u9fff]{0,6})(?=[，,）)])|(?<!总部)(?<!总部[就设])(?:就?在|位于|驻)(${chineseCity}[\\u3400-\\u9fff]{0,4}(?:办公室|办事处|分公司|写字楼|基地)?)(?=[，,。；;（(]|$)`,
].map((source) => new RegExp(source, 'u'))
/** A town that is mentioned in passing; only its preposition relates it to the job. */
const inPassing: Record<Language, RegExp> = {
  zh: new RegExp(
    `(?:^|[，,。；;！!（(]|[^\\u3400-\\u9fff]|地点|坐标|[我们厂店司]在)(${chineseCity}(?:[\\u3400-\\u9fff]{1,6}?(?:开发区|新区|园区|古城|[区县镇]))?)(?!户籍|市场|客户|人$|人优先|人不|籍|路况|话)`,
    'u',
  ),
  en: new RegExp(
    `(?:\\b(?:in|at|near|around|outside|(?:north|south|east|west) of) |^|@ |[a-z] (?=${name},? (?:${usStates})$)|, (?=[^,.;]{2,30} (?:${state})\\b|[Dd]owntown |[Cc]entral ))(${english})(?! (?:market|clients|customers|law|listed|based clients)\\b)(?=[.,;!)]|$| (?:or|and|to|with|for|on|as)\\b)`,
    'u',
  ),
}
const noPassing =
  /总部|来自|毕业|户籍|客户|拓展|出差|覆盖|熟悉|\b(?:headquarter|offices? in|clients?|customers?|degree|trips?|travel|covering|gather|range|salary|pay\b|\d+ (?:miles?|km|minutes?|mins?|hours?) (?:\w+ )?(?:of|from|to)\b)/iu

/** A town that a sentence mentions in passing: used if nothing else names a place. */
export function placeInPassing(text: string, language: Language): string | undefined {
  const short = text.slice(0, sentenceMax)
  return noPassing.test(short) ? undefined : inPassing[language].exec(short)?.[1]
}

const wholePlace = /(?:物流园|产业园|工业园|园区)$/u

/** The place of work that a sentence names. */
export function placeNamed(text: string, language: Language): string | undefined {
  if (language === 'zh') {
    const found = inChineseProse.map((pattern) => pattern.exec(text.slice(0, sentenceMax)))
    const match = found.find((each) => each !== null && !chineseNoPlace.test(each[1] ?? each[2] ?? ''))
    const whole = match?.[0].replace(/^[，,。；;！!我你咱们是在]/u, '') ?? ''
    return wholePlace.test(whole) ? whole : (match?.[1] ?? match?.[2])
  }
  for (const pattern of inProse) {
    const lowered = text.charAt(0).toLowerCase() + text.slice(1, sentenceMax)
    const [, ...places] = pattern.exec(lowered) ?? pattern.exec(text.slice(0, sentenceMax)) ?? []
    const found = places.find((place) => place !== undefined)
    if (found !== undefined && !noCity.test(found)) return found
  }
  return undefined
}

const sentenceMax = 400

/** The label before a place that is given as a fact: `工作地点：`, `Location: `. */
export const placeLabel =
  /^(?:工作地|[园校厂店]址|门店)\s?[:：]\s?|^(?:工作|上班|办公|门店|公司|单位|酒店|学校|医院|工厂|店铺)?(?:地[点址點]|城市)\s?(?:[:：]|位于|就?在(?!线)|为|\s|(?=[\u3400-\u9fff]{2,12}$))\s?|^(?:base|坐标)\s?[:：]?\s?(?=[\u3400-\u9fff])|^(?:(?:work |job )?locations?|branch|campus|loc|place of work|based|site|where)\s?:\s?|^based (?:in|out of) (?=[A-Z])/iu

/** Whether a basic fact is the place. */
export function isPlaceLine(text: string): boolean {
  return placeLabel.test(text)
}
