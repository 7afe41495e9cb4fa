import { type Language, longPattern, usStates } from '../text/index.ts'

const chineseCity = `(?:北京|上海|天津|重庆|广州|深圳|杭州|南京|苏州|成都|武汉|西安|长沙|郑州|青岛|宁波|合肥|厦门|福州|济南|大连|沈阳|无锡|佛山|东莞|珠海|昆明|南昌|贵阳|南宁|海口|太原|石家庄|长春|哈尔滨|常州|
  温州|嘉兴|绍兴|金华|义乌|台州|湖州|泉州|漳州|莆田|烟台|潍坊|临沂|威海|惠州|中山|江门|汕头|湛江|肇庆|清远|南通|徐州|扬州|盐城|镇江|泰州|淮安|连云港|昆山|常熟|张家港|江阴|太仓|兰州|乌鲁木齐|呼和浩特|
  包头|银川|西宁|拉萨|三亚|香港|澳门|台北|高雄|芜湖|马鞍山|洛阳|开封|南阳|宜昌|襄阳|株洲|湘潭|岳阳|衡阳|赣州|九江|桂林|柳州|遵义|绵阳|德阳|宜宾|咸阳|宝鸡|唐山|保定|廊坊|秦皇岛|邯郸|沧州|大庆|吉林|鞍山|
  雄安|前海|浦东|滨江|余杭|新加坡|东京|吉隆坡|雅加达|曼谷|迪拜|伦敦|纽约|硅谷)`
const chinesePlace = longPattern(
  'u',
  `^(?:base ?[:：]? ?)?${chineseCity}[省市]?(?:[·•/、／,，—-]? ?[\\u3400-\\u9fff]{1,9}?(?:区|县|市|镇|路|新城|园|街道|总部|站)?(?:\\d{1,4}号)?){0,4}(?:均可|可选|等地)?$`,
)
/** `徐汇区`, `福田区某写字楼`. */
const district = /^[\u3400-\u9fff]{1,2}(?<![小社景园片地厂库辖校])区[\u3400-\u9fff\d]{0,10}$/u
const chineseNoPlace =
  /公司|集团|银行|学校|大学|医院|酒店|户口|户籍|[人话语]$|招|聘|急|岗|工资|负责|经验|优先|以上|提供|出差|师$|员$|工$|经理|客户|市场|销售/u
const chineseCharactersMax = 24

const state = `${usStates}|BC|ON|QC|AB|NSW|VIC|QLD|UK|USA?|UAE`
const land = `United (?:Kingdom|States|Arab Emirates)|England|Scotland|Wales|Ireland|Northern Ireland|Germany|France|Netherlands|Spain|Portugal|Italy|Poland|Sweden|Norway|Denmark|Finland|Switzerland|Austria|
  Belgium|Canada|Australia|New Zealand|India|China|Japan|Malaysia|Singapore|Texas|California|Florida|Ontario|Georgia|Ohio|Illinois|Virginia|Washington|Oregon|Colorado|Arizona|Nevada|Utah|Michigan|Massachusetts`
const city = `London|Manchester|Birmingham|Leeds|Bristol|Liverpool|Sheffield|Glasgow|Edinburgh|Cardiff|Belfast|Nottingham|Leicester|Newcastle|Cambridge|Oxford|Brighton|Reading|Southampton|Portsmouth|York|Bath|Exeter|
  Plymouth|Norwich|Coventry|Derby|Aberdeen|Dundee|Swansea|Milton Keynes|Dublin|Cork|Galway|New York(?: City)?|NYC|Los Angeles|San Francisco|SF Bay Area|Bay Area|San Diego|San Jose|Seattle|Portland|Boston|Chicago|Houston|
  Dallas|Austin|San Antonio|Denver|Phoenix|Atlanta|Miami|Tampa|Orlando|Philadelphia|Pittsburgh|Detroit|Minneapolis|St\\.? Louis|Nashville|Charlotte|Raleigh|Columbus|Cleveland|Cincinnati|Salt Lake City|Las Vegas|Sacramento|Oakland|Fresno|Long Beach|Tucson|Mesa|Albuquerque|Omaha|Kansas City|Milwaukee|Indianapolis|Louisville|Memphis|Oklahoma City|Tulsa|New Orleans|Jacksonville|Fort Worth|El Paso|Boise|Spokane|Tacoma|Buffalo|Rochester|Baltimore|Newark|Jersey City|Honolulu|Richmond|
  Toronto|Vancouver|Montreal|Calgary|Ottawa|Sydney|Melbourne|Brisbane|Perth|Adelaide|Auckland|Wellington|Berlin|Munich|Hamburg|Frankfurt|Cologne|Paris|Lyon|Amsterdam|Rotterdam|The Hague|Utrecht|Brussels|
  Madrid|Barcelona|Lisbon|Porto|Milan|Rome|Zurich|Geneva|Vienna|Prague|Warsaw|Krakow|Budapest|Stockholm|Oslo|Copenhagen|Helsinki|Singapore|Hong Kong|Tokyo|Shanghai|Beijing|Shenzhen|Guangzhou|Hangzhou|
  Bangalore|Bengaluru|Mumbai|Delhi|Hyderabad|Pune|Chennai|Dubai|Abu Dhabi|Kuala Lumpur|Bangkok|Jakarta|Manila|Taipei|Seoul|Brooklyn|Queens|Manhattan|the Bronx|Staten Island|Des Moines|Laredo|Fargo|Anchorage|Madison|Savannah|Charleston|Knoxville|Reno|Bakersfield|Stockton|Wichita|Toledo|Akron|Hull|Bradford|Wolverhampton|Stoke-on-Trent|Sunderland|Ipswich|Tel Aviv|Johannesburg|Cape Town|Nairobi|Lagos`
const name = String.raw`[A-Z][\p{L}'’.-]{1,20}(?: (?:of |upon |on |le )?[A-Z][\p{L}'’.-]{1,20}){0,2}`
const english = `(?:${name}(?:,? (?:${state})\\b|, (?:${land})\\b)|(?:(?!The )${name}, )?(?:Greater |Central |Downtown |Inner |North |South |East |West )?(?:${city})\\b(?:,? (?:${state})\\b|, (?:${land})\\b)?(?:, (?:${land})\\b)?)`
const wayOfWork = String.raw`[ ,]{0,2}(?:\((?:[^()]{2,40})\)|[-–] (?:hybrid|remote|on-?site))?`
const englishPlace = longPattern(
  'u',
  `^(?:based (?:in|out of) |in )?(?:(?:remote|hybrid|on-?site|Remote|Hybrid|On-?site)(?: in|,| or| [-–/|])? )?${english}(?:(?:,| or|/| /| and) ${english}){0,2}${wayOfWork}\\.?$`,
)
/** No place is without one of these, and most lines are. */
const anyPlace = longPattern('u', `\\b(?:${state}|${land}|${city})\\b`)
/** `Both are based in Denver, CO`, `our Leeds branch`, `a Manchester-based practice`. */
const inProse = [
  `(?:based|located|situated|role|position|job|office|hotel|bar|restaurant|site|clinic|school|store|shop|practice|firm|surgery|salon|studio|plant|warehouse|nursery|kitchen|bakery|pub|garage|farm|team)s?(?: is| are)? (?:out of|in|at|near) (?:downtown |central |sunny )?(${english}|${name})(?=[.,;!)]|$| (?:with|and|for|to|from|\\d)\\b)`,
  `\\b(?:our|the|a|an|its|their) (?:[a-z]{3,12} )?(${english}) (?:branch|office|store|site|plant|clinic|restaurant|warehouse|hub|campus|bakery|pub|shop|team|location|depot|hospital|hotel)`,
  `(?<=^|[.!?] )(${english}) (?:office|branch|store|site|plant|clinic|warehouse|hub|campus|hospital|hotel)\\b`,
  `(?<=[a-z] )(${name})-based (?:practice|team|company|firm|office|business|start-?up|agency|client|role|position|charity|consultancy|clinic|manufacturer|retailer)`,
].map((source) => longPattern('u', source))
const noCity = /^(?:Home|Field|Remote|Cloud|Web|Community|School|Head|Our|The|[A-Z]{2,}$)/u

/** Whether a piece of text is a place and nothing else. */
export function isPlace(text: string, language: Language): boolean {
  if (language === 'en') return text.length <= 70 && anyPlace.test(text) && englishPlace.test(text)
  const isShort = text.length <= chineseCharactersMax
  const isPlaced = chinesePlace.test(text.trim()) || district.test(text.trim())
  return isShort && isPlaced && !chineseNoPlace.test(text)
}

/** The place of work that an English sentence names. */
export function placeNamed(text: string): string | undefined {
  for (const pattern of inProse) {
    const lowered = text.charAt(0).toLowerCase() + text.slice(1, sentenceMax)
    const found = (pattern.exec(lowered) ?? pattern.exec(text.slice(0, sentenceMax)))?.[1]
    if (found !== undefined && !noCity.test(found)) return found
  }
  return undefined
}

const sentenceMax = 400
