/**
 * More patterns for personal details, by kind. Some are dropped only if the clause names no skill, title or
 * degree; others are dropped always.
 */
const anywhere: readonly string[] = [
  // Names with a pronoun or a year of birth.
  String.raw`\b(?:she|he|they)\/(?:her|him|they|them)|\bb\. ?(?:19|20)\d\d\b|^(?:(?:mrs?|ms|miss|dr)\.? )?(?:[a-z'’-]{2,16} ){1,2}[a-z'’-]{2,16},? ?\(?[1-6]\d\)?$`,
  // Age.
  String.raw`\b(?:i turned|turning) \d\d\b|\bin my (?:early |mid[- ]?|late )?(?:twenties|thirties|forties|fifties|sixties)\b|\b(?:twenty|thirty|forty|fifty|sixty)(?:[- ]\w{3,5})? years old|^\d\d ?(?:y\/o|y\.?o|yrs)$|\bbaby boomer|^class of (?:19|20)\d\d\b`,
  // Origin and papers.
  String.raw`\b(?:i )?(?:grew up|was raised|born and raised) in\b|^(?:raised in|coming from|moved here from)\b|\b(?:first|second)[- ]generation (?:american|immigrant)|\b(?:son|daughter|child) of (?:an? )?(?:immigrants?|farmers?)|\bpermanent resident\b|\bvisa (?:holder|required|needed)\b|\bwork permit\b|\bpacific islander|\btwo or more races|\bethnic background\b|\bhome ?town\b|\bdual citizen`,
  "^(?:i['’]m|i am|a proud|proud|native) (?:american|british|english|irish|scottish|nigerian|indian|pakistani|chinese|mexican|filipino|kenyan|ghanaian|canadian|australian|brazilian|german|french|polish|russian|ukrainian|turkish|egyptian|iranian|iraqi|syrian|vietnamese|korean|japanese|texan|californian|new yorker)$",
  // Family.
  String.raw`\bm[ou]m of\b|\b(?:stay-at-home|working) (?:mother|father|mom|mum|dad)\b|\btrying for a baby|\b(?:back|returned) from (?:maternity|paternity|parental) leave|^(?:kids|wife|husband|spouse|partner)\s?[:：]|^(?:newlywed|engaged|separated)$|^married to\b|^grand(?:ma|pa)\b`,
  // Creed, party, orientation.
  String.raw`\bhijab\b|\bsabbath\b|^(?:baptist|agnostic|straight|cisgender|reservist)$|^church \w+$|^i? ?voted for\b|\bregistered (?:democrat|republican)|\bunion (?:shop )?steward`,
  // Body.
  String.raw`\bhearing[- ]impaired|\b(?:adhd|epilepsy|epileptic)$|^(?:autistic|type [12] diabetic|good health|health: \w+|physically fit)$|\b(?:left|right)-handed|\bzodiac\b|\bstar sign\b|^i['’]m an? (?:aries|taurus|gemini|cancer|leo|virgo|libra|scorpio|sagittarius|capricorn|aquarius|pisces)$|^\d['’] ?\d{1,2}["”]?|^\d{2,3} ?lbs$|^\d ft \d{1,2}$`,
  // Photo, place and page.
  String.raw`\bphoto above|\b(?:picture|headshot) attached|^headshot$|^(?:lives?|living|based|residing|located) in [a-z ]{3,24}$|^p\.?o\.? box \d|^(?:resume|cv) of\b|^(?:[a-z'’-]{2,16} ){1,3}\| page \d`,
  '^[a-z]{4,12}, (?:alabama|alaska|arizona|california|colorado|florida|georgia|illinois|indiana|iowa|kansas|kentucky|maryland|massachusetts|michigan|minnesota|missouri|nevada|new jersey|new york|ohio|oregon|pennsylvania|tennessee|texas|utah|virginia|washington|wisconsin)$',
  // Chinese: age and family.
  String.raw`[二三四五六]十[一二三四五六七八九]?岁|年近[二三四五六]十|^(?:芳龄|年方)\s?\d{2}$|^[五六七八九]零后$|本命年|^属相|^性别|已结婚|^(?:新婚|刚结婚|离婚|丁克|备孕中?)$|单亲|^家有[一二三]宝$|已为人[父母]|^本人[男女]$|^(?:[\u3400-\u9fff]{2,4}的)?烈士子女|^我?是?军属$`,
  // Chinese: origin, creed, party.
  String.raw`^(?:本人|我是)?[\u3400-\u9fff]{2,4}籍$|土生土长|从小在|^(?:我)?来自[\u3400-\u9fff]{2,10}$|^[\u3400-\u9fff]{2}(?:汉子|姑娘|妹子|小伙)$|港澳台|^(?:台胞|侨胞)$|绿卡|穆斯林|同盟盟员|党组织靠拢|入党积极分子`,
  // Chinese: body and what is asked about it; service in an army.
  String.raw`听力障碍|^(?:视力良好|色盲|色弱|左撇子)$|无(?:违法)?犯罪记录|^1米\d{1,2}$|^page \d|^\d{2}$|身高一米|驾龄|^附?(?:个人)?照片$|^曾?服?兵役|^我?当过兵|^军人身份`,
]
/** Patterns for clauses that describe nothing else; they are dropped whatever they name. */
const surely: readonly string[] = [
  // Introductions by name and places of birth: a name or a place may be spelled like a skill.
  String.raw`^my name is\b[^,]{2,40}$|^(?:resume|cv|curriculum vitae) of\b.{2,40}$|^(?:(?:i|he|she) was |i am )?born (?:on |in )|^(?:gender|sex) [a-z-]{1,12}$`,
  String.raw`^(?:我|本人)?(?:的?名字?[叫是]|叫)[\u3400-\u9fff·]{2,12}$|^[\u3400-\u9fff·]{2,12}的(?:个人|求职)?简历$`,
  String.raw`^(?:languages? spoken|we speak \w+) at home\b|^(?:hobbies|interests)\s?[:：]|^i (?:like|enjoy|love) (?:fishing|cooking|travel|hiking|reading|golf|yoga|football|music)`,
  String.raw`^(?:my )?(?:husband|wife|spouse|partner|father|mother|son|daughter) (?:is|was|works)\b|^married to\b`,
  String.raw`^(?:i )?served in the (?:u\.?s\.? )?(?:army|navy|air force|marines?|military|armed forces)(?: from (?:19|20)\d\d to (?:19|20)\d\d)?$|^(?:u\.?s\.? )?(?:army|navy|air force|marine corps|military) (?:veteran|spouse|status|service)\b|^retired (?:army|navy|air force)$|honou?rably discharged`,
  String.raw`^curriculum vitae\b.{0,3}[a-z'’ -]{0,40}(?:, born (?:19|20)\d\d)?$`,
  String.raw`^家庭成员|^(?:父亲|母亲|丈夫|妻子|配偶|爱人|儿子|女儿)\s?[,，:：]|^(?:业余)?(?:兴趣|爱好)(?:爱好)?\s?[:：]|^(?:[\u3400-\u9fff]{2,4}的)?(?:个人)?简历\s?第|第 ?\d+ ?页|^(?:19|20)\d\d年至(?:19|20)\d\d年在部队服役$`,
  String.raw`^参军|^服役(?:经历|情况)|^退[伍役](?:大学生)?(?:士兵|军人)$|^肢体残疾|^无传染病史?$|^家里说[\u3400-\u9fff]{1,3}话?$|^[\u3400-\u9fff]{2,4}\s?[(（【[](?:[他她男女]|退[伍役]军人|党员)(?:\s?[,，|/)）】\]].{0,20}|)$`,
]

const inPassing = new RegExp(anywhere.join('|'), 'u')
const ofNothingElse = new RegExp(surely.join('|'), 'u')

/** True if a normalised clause may contain personal details. */
export const mayBePersonal = (norm: string): boolean => inPassing.test(norm)
/** True if it contains only personal details. */
export const isOnlyPersonal = (norm: string): boolean => ofNothingElse.test(norm)
