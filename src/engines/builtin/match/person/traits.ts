/**
 * Demands about personal traits instead of work. No score may depend on them, lawful or not; compliance
 * reports whether they are lawful.
 */
const traits: readonly string[] = [
  // Age and birth.
  '(?:年龄)?(?:要求)?(?:在)?\\d{2}(?:周?岁)?(?:-|—|~|～|至|到)\\d{2}周?岁(?:之间|左右)?|(?:年龄)?(?:要求)?(?:在)?(?:不超过|不大于|小于|低于|满|限)?\\d{2}周?岁(?:以[上下]|以内|左右)?|(?:19|20)?\\d\\d年?(?:以?[后前]|及?以后|及?以前)(?:出生)?|[6789]0后|00后|年轻(?:化|人|有活力|漂亮|貌美)?|有活力|青春(?:活泼|靓丽)?|应届(?:毕业)?生?(?:限定|专属|only)?',
  '(?:age[ds]?|between|under|over|below|maximum age|max age|ages?) ?(?:of )?\\d{2}(?: ?(?:-|–|to|and) ?\\d{2})?(?: years?(?: old| of age)?)?|\\d{2} ?(?:-|–|to) ?\\d{2} years? old|young(?: and)?|youthful|energetic|recent (?:college |university )?grad(?:uate)?s?|new grad(?:uate)?s?|fresh grad(?:uate)?s?|fresher?s?|digital natives?|millennials?|gen ?z',
  // Gender, family, looks.
  '性别|男(?:性|生|士|女)?(?:不限)?|女(?:性|生|士)?|[未已]婚(?:未|已)?育?|[未已]育|单身|婚育|有无子女|形象(?:气质)?(?:好|佳|良好|端正|姣好)?|气质(?:好|佳|良好)?|五官端正|外形(?:条件)?(?:好|佳|靓丽)?|颜值(?:高)?|相貌(?:端正|好)?|身高\\d{3}(?:cm|厘米|公分)?(?:以[上下])?|身高',
  '(?:fe)?males?|m[ae]n|wom[ae]n|gentlem[ae]n|lad(?:y|ies)|unmarried|married|single|no (?:kids|children)|good[- ]looking|attractive|well[- ]groomed|pleasing personality|beautiful|handsome|christians?|muslims?|hindus?|caucasians?|whites?|asians?|native[- ]born|able[- ]bodied',
  // Origin, creed, party.
  '(?:汉|满|回|藏|维吾尔|蒙古|壮|苗|彝)族|民族|[\\u3400-\\u9fff]{2,4}(?:户口|户籍|籍贯)|(?:本地|本市|城镇|农村|外地)(?:户口|户籍|人)|户[口籍]|本地人|(?:中共)?(?:预备)?党员|政治面貌|共青团员|团员|群众|信仰|宗教|无宗教信仰|属[相]?|星座|血型',
  '(?:u\\.?s\\.?a?|american|us|uk|eu|canadian|australian|indian)(?: ?(?:citizens?|citizenship|nationals?|passport holders?))|citizens?|citizenship|green card holders?|nationals?|native (?:english )?speakers?|locals?',
  // Health and disability.
  '身体(?:健康|健壮)|无(?:传染病|残疾|重大疾病|乙肝|纹身)|健康|无[^,，。;；]{0,8}病史',
  'no disabilit(?:y|ies)|physically fit|healthy|non[- ]smokers?',
]
const isEnglish = (pattern: string): boolean => /^[\x20-\x7e]*[a-z]{4}/u.test(pattern)
const english = traits.filter(isEnglish).join('|')
const chinese = traits.filter((pattern) => !isEnglish(pattern)).join('|')
const trait = new RegExp(`(?=[a-z\\d])(?<!\\p{L})(?:${english})(?!\\p{L})|${chinese}`, 'gu')
/** Filler words around a trait. */
const filler =
  /优先(?:考虑|录用)?|者|的|要求|必须|须|需|仅限|只限|限|只招|仅招|不限|均可|均|为|是|以上|以下|左右|即可|可|请勿投|勿扰|谢绝|和|或|与|及|且|具[有备]|有|需要|更佳|佳|最好|欢迎|候选人|应聘者|\b(?:only|preferred|required|requirement|must|be|is|are|we|want|need|looking|seeking|for|a|an|the|and|or|candidates?|applicants?|people|person|persons|individuals?|should|prefer|ideally|please|no|not|other|to|who|need apply|apply|need|allowed|welcome|years?|old|team|member|you|strictly|ideal)\b/giu

/** True if a normalised clause demands only such traits. */
export function isTraitDemand(normalized: string): boolean {
  const rest = normalized.replace(trait, '')
  if (rest === normalized) return false
  return rest.replace(filler, '').replace(/[\s\p{P}\p{S}\d]/gu, '') === ''
}
