import { type Language, longPattern, normalize, priorityOf } from '../text/index.ts'
import { isSkillList } from '../vocabulary.ts'

/** The parts of a finished job description, in their order. */
export const parts = [
  'summary',
  'duties',
  'must',
  'preferred',
  'offer',
  'basics',
  'company',
  'other',
] as const
export type Part = (typeof parts)[number]

const basicsCharactersMax = 80

interface Cues {
  readonly duty: RegExp
  readonly must: RegExp
  readonly offerFirst: RegExp
  readonly offer: RegExp
  readonly company: RegExp
  readonly basics: RegExp
  readonly apply: RegExp
  /** What the law or the employer's lawyers want told. */
  readonly legal: RegExp
}

const cues: Record<Language, Cues> = {
  zh: {
    duty: longPattern(
      'u',
      `^(?:你(?:会|将|要|需要)?|还要|同时)?(?:(?:主要)?是|每[天日周月](?:度)?)?(?:全面|主要|具体|独立|日常|定期|深入|积极|及时)?(?:负责|主要做(?!过)|和.{1,10}对接|参与|协助|配合|主导|牵头|制[定作]|完成|跟进|维护|管理|执行|组织|策划|开展|对接|收集|整理|撰写|
        编[写制]|分析|研[究发]|设计|开发|搭建|运营|推[进动广]|监[督测控]|指导|优化|处理|支持|实施|统筹|承担|建立|拓展|根据|按照|挖掘|提炼|落实|安排|接待|审核|核算|办理|
        带领|培训|输出|通过(?!.{0,16}(?:法考|司考|考试|认证|考核|证))|辅导|招[募揽]|销售|操作|检[查测验])(?!过)`,
    ),
    must: longPattern(
      'u',
      `证(?=$|[,。;])|驾[照龄]|熟悉|熟练|精通|掌握|了解|具[备有]|学历|本科|大专|硕士|博士|研究生|专业|经[验历]|能力|优先|以上|证书|英语|cet|良好|较强|扎实|热爱|责任心|每周|到岗|意识|精神|
        必须|应届|沟通|抗压`,
    ),
    offerFirst:
      /^(?:我们|公司)?(?:将|可|会|为你|为您)?(?:提供|享受|享有|给予)|^(?:(?:住宿|食宿)自理|计件|\d[\d.]{0,5}(?:元|块)(?:钱)?[/每一]|可以带|薪资|薪酬|工资|待遇|福利|底薪|年薪|月薪|日薪|时薪|薪水|(?:￥|¥)?\d[\d.]{0,5}[kKwW万]起|包[吃住食早午晚三])/u,
    offer:
      /五险|六险|社保|公积金|带薪|双休|年终奖|补贴|餐补|房补|奖金|提成|股权|期权|下午茶|团建|包吃|包住|食宿|\d ?薪/u,
    company:
      /^(?:公司|企业|单位)(?:规模|性质|信息|名称|类型|行业|\s?[:：])|^(?:我们|公司|本公司|我司|集团|团队)(?:是|成立|专注|致力|主营|总部|拥有|隶属)|成立于|是一家|有限公司/u,
    basics: longPattern(
      'u',
      `^(?:招聘人数|人数|名额|工作(?:地点|地址|时间|性质|制度|年限)|上班(?:地[点址]|时间)|门店地址|公司地址|单位地址|科室|办公地点|地[点址]|base|坐标|汇报(?:对象|关系)|用工(?:性质|形式)|
          职位类别|部门|所属部门|经验要求|试用期|合同期限?|到岗时间|直接上级|直属上级|下属人数|招聘对象|周末|早班|晚班|轮班|倒班|[一两三四]班倒|\\d{1,2}[:：]\\d{2}\\s?[-~至]|\\d{1,2}月\\d{1,2}日|(?:全职|兼职|实习)$)|^\\d{1,3}\\s?[名人位]$`,
    ),
    apply:
      /^(?:联系(?:人|方式|电话|我们|\s?[:：])|感兴趣.{0,8}(?:简历|联系|投)|(?:电话|手机|微信|邮箱|hr|qq)(?:[/／](?:电话|微信|手机))?号?\s?(?:[:：]|(?=[a-z0-9]))|.{0,6}同号|作品集?(?:请)?发|投递|简历(?:投递|请)?|考核方式|应聘(?:方式|请|者请)|网申|报名|(?:投递|报名|申请)?截止|扫码|面试(?:地点|流程)|有意(?:者|向)|(?:欢迎|请)(?:致电|投递|来电|咨询|发送|将简历))/u,
    legal: /平等就业机会|机会均等|不因.{0,30}(?:歧视|区别对待)|背景调查/u,
  },
  en: {
    duty: longPattern(
      'u',
      String.raw`^(?:you(?:'ll| will)(?! (?:have|hold|need|bring|possess|be (?:able|qualified|registered|licen[cs]ed|experienced|comfortable|confident))\b)|(?:they|he|she|s/he|the (?:successful )?(?:candidate|person|role|post ?holder))(?:'d|'ll| would| will)|(?:be )?responsible for|design|develop|build|lead|manage|support|maintain|
        create|write|work(?:ing)? (?:with|on|in|to|as|from|closely|cross|alongside|under)|collaborate|
        partner|drive|own(?! (?:tools?|hood|transport|car|vehicle|truck))|implement|analy[sz]e|plan|coordinate|deliver|ensure|conduct|prepare|review|test|
        monitor|train|assist|help|provide|perform|operate|oversee|define|identify|execute|improve|
        optimi[sz]e|report|handle|answer|teach|sell|research|document|troubleshoot|deploy|debug|integrate|
        participate|contribute|mentor|make|pick|pack|ship|load|unload|qualify|book|reconcile|process|
        administer|assess|clean(?! (?:\w{2,8} )?(?:licen|record|mvr|dbs|background))|cook|serve|greet|schedule|file|respond|resolve|generate|negotiate|supervise|
        install|repair|inspect|organi[sz]e|track|update|translate|edit|recruit|source|screen|draft|
        (?:your |key |main )?(?:responsibilities|duties) (?:will )?include|[a-z]{3,12}ing (?:and|the|our|with|new|to)\b)\b`,
    ),
    must: longPattern(
      'u',
      String.raw`^you(?:'ll| will) (?:have|hold|need|bring|possess|be (?:able|qualified|registered|licen[cs]ed|experienced|comfortable|confident))\b|^be [a-z]{3,12}\b|^own (?:tools?|hood|transport|car|vehicle|truck)\b|^we (?:want|need|expect|would like|'d like) (?:someone|somebody|people|you)\b|^you(?:'re| are(?! joining| part| the)| have|'ve| hold| know| bring| can| should| must| need)\b|\b(?:years?|yrs?|experience|experienced|degree|bachelor'?s?|master'?s?|ph\.?d|diploma|knowledge|
        proficien\w{1,4}|familiar\w{0,5}|ability|able to|skills?|skilled|certifi\w{1,8}|licen[cs]e|fluent|
        fluency|must|required|requires?|strong|excellent|proven|understanding|background|clearance|
        authori[sz]ed|willing\w{0,4}|preferred|plus|eligible)\b`,
    ),
    offerFirst: longPattern(
      'u',
      String.raw`^(?:we (?:offer|provide) (?!on-demand|services|products|solutions|customers|clients|software)|(?:fully |100% )?paid|competitive (?:salary|pay|compensation|benefits)|
          ote|comp|remuneration|(?:up to |from |ote )?(?:[a-z]{0,3}[$€£]|(?:usd|cad|eur|gbp|aud|sgd) )\d[\d,.]{0,9}k?(?: ?[-–] ?(?:[a-z]{0,3}[$€£])?\d[\d,.]{0,9}k?)? ?(?:per|an?|p\.a|/|plus|\+|doe|base|depending|pro rata)|
          rate|meals|staff meals|home (?:every |most )?(?:weekends|nightly|nights|daily)|company (?:van|car|truck|vehicle)|\d{1,2} days?'? (?:of )?(?:paid )?(?:holidays?|hols|annual leave|vacation)|flexible (?:work|hours|schedule|time)|work[- ]life balance|you(?:'ll| will) (?:get|receive|
          enjoy)|salary|pay|compensation|benefits|base salary|hourly rate)\b`,
    ),
    offer: longPattern(
      'u',
      String.raw`\b(?:401 ?\(?k\)?|pto|paid (?:time|leave|vacation|holidays|sick)|(?:health|medical|dental|
          life) insurance|benefits|bonus|equity|stock options|salary|compensation|pay range|pension|
          parental leave)\b`,
    ),
    company: longPattern(
      'u',
      String.raw`^(?:(?:we are|we're)(?! (?:looking|hiring|seeking|recruiting|searching))|our (?:company|mission|team|products?|
          customers|clients|platform|culture|values)|about us|founded in|at [a-z][\w&. ]{1,30},? (?:we|you will have|you'll have))\b|\b(?:inc|llc|ltd|gmbh)\b`,
    ),
    basics: longPattern(
      'u',
      String.raw`^(?:locations?|work location|job location|place of work|based (?:in|out of|at)|job id|req(?:uisition)? id|job function|
          (?:loc|work model|travel|start|industr(?:y|ies)|positions|vacancies|type|site|ref|grade|band|contract type)(?= ?:)|job type|employment type|hours|working hours|schedule|
          openings|headcount|number of (?:openings|positions)|reports to|reporting to|department|duration|shift|shifts|
          start date|permanent|start (?:asap|immediately)|flsa|(?:night|day|evening|weekend) shifts?|m-f|mon(?:day)?s?(?:-| to )(?:thu|fri|sat|sun)[a-z]{0,6}|[0-9] days? on|[0-9]x(?:8|10|12)s?|remote|hybrid|onsite|on-site|full[- ]time|part[- ]time|contract|experience level|
          seniority|immediate start|[0-9]{1,2}(?:-[0-9]{1,2})? hours (?:per|a) week)\b`,
    ),
    apply:
      /^(?:to apply|how to apply|apply|please (?:send|email|submit|apply)|contact|send your|email|interested (?:candidates|applicants)|phone|tel|call|text (?:your )?resumes?|(?:dm|message|pm|text) (?:me|us)|(?:cvs?|resumes?) to|(?:no )?agencies|(?:the )?closing date|closes|(?:application )?deadline|applications? (?:close|deadline|due)|interviews?(?=:| (?:on )?\d)|(?:hiring |interview |selection )?process(?=:)|open & closing dates)\b/u,
    legal: longPattern(
      'u',
      String.raw`\b(?:equal (?:employment )?opportunity|without regard to|affirmative action|protected veterans?|
        e-verify|applicable (?:federal|state|local|law)|federal (?:law|contractor)|[0-9]{2} cfr|executive order
        [0-9]|equal opportunity|eeo\b|reasonable accommodation|fair chance|conviction records|unsolicited|note to recruiters|[a-z]{0,20} ?eeo statement|privacy (?:policy|notice)|(?:encourage you to|please) apply|every single (?:requirement|
        qualification)|vaccinat|unsolicited resumes|(?:because|on the basis|regardless) of (?:race|age|sex|
        gender|color)|discriminat\w{1,5} (?:against|on)|accommodations? (?:will|may|to|for|is|are|
        during|due|at any))`,
    ),
  },
}

/** Where a line belongs that stands under no heading that says so; `fallback` where its words say nothing. */
export function classify(line: string, language: Language, fallback: Part): Part {
  return partByWords(line, language) ?? fallback
}

/** The part that a line's own words speak for. */
export function partByWords(line: string, language: Language): Part | undefined {
  const text = normalize(line).trim()
  const cue = cues[language]
  if (cue.apply.test(text) || cue.legal.test(text)) return 'other'
  if (announces[language].test(text)) return 'summary'
  if (isBasic(text, cue)) return 'basics'
  if (cue.offerFirst.test(text)) return 'offer'
  if (isExtra.test(text)) return 'must'
  if (cue.duty.test(text) && priorityOf(text, 'must') === 'must') return 'duties'
  if (cue.company.test(text)) return 'company'
  if (cue.offer.test(text) && !cue.must.test(text)) return 'offer'
  if (language === 'en' && narrative.test(text) && !demanding.test(text)) return undefined
  if (cue.must.test(text) || priorityOf(text, 'must') === 'preferred' || isSkillList(text, line))
    return 'must'
  return undefined
}

/** A line that only says that somebody is looked for. */
const announces: Record<Language, RegExp> = {
  zh: /^.{0,40}(?:招聘|招募|招人|公告|启事|简章)(?:[—–-]{1,2}.{2,30})?$/u,
  en: /^(?:we(?:'re| are) |now )?(?:hiring|recruiting)[!.]?$/u,
}

/** `Latte art is a bonus`: no bonus that is paid. */
const isExtra = /\b(?:is|are|would be) (?:an? )?(?:big |huge |nice |definite )?(?:bonus|plus|advantage)\b/u

/** An employer that speaks of itself asks for nothing yet. */
const narrative = /^(?:we(?:'re|'ve)?|our|this is|it'?s|so|join|together)\b/u
const demanding = /\d\+?\s?(?:years|yrs)|\b(?:require|must|expect|need)/u

/** `Reporting to: CTO` is a basic fact; a sentence that begins so is none. */
function isBasic(text: string, cue: Cues): boolean {
  return text.length <= basicsCharactersMax && cue.basics.test(text)
}

/** Whether a line says how to apply: contact data, where to send what. */
export function isAboutApplying(line: string, language: Language): boolean {
  return cues[language].apply.test(normalize(line).trim())
}

const strictMust: Record<Language, RegExp> = {
  zh: /^(?:希望(?:你|您|对方)?有|熟悉|熟练|精通|掌握|了解|具[备有]|本科|大专|硕士|博士|统招|学历|\d{1,2}(?:-\d{1,2})?\s?年|有.{0,16}(?:经验|经历|优先))|优先$/u,
  en: longPattern(
    'u',
    String.raw`^(?:\d{1,2}\+? years?|at least (?:\d|one|two|three|four|five)|proven|hands-on|outstanding|bsc|bachelor|master|degree|proficien|fluent|experience (?:in|with)|knowledge of|
      must (?:have|be|possess|hold)|no (?:prior )?experience|[a-z -]{3,30} (?:clearance|check) (?:is )?required)|\b(?:is a plus|preferred)$`,
  ),
}

const demandStart: Record<Language, RegExp> = {
  zh: /./u,
  en: longPattern(
    'u',
    String.raw`^(?:\d|an? |bachelor|master|ph|degree|proficien|fluen|experience|knowledge|familiar|strong|excellent|
      ability|able|must|required|certif|licen|understanding|passion|hands|demonstrated|proven|working|minimum|
      at least|expertise|deep|solid|good|great|exceptional|comfort|willing|prior|previous|background|skill|
      you(?: have| are|'re|'ve)|advanced|basic|exposure|interest|preferred|self|detail|team|track|history of)`,
  ),
}

/** Whether a line says by its first words that it asks for something, wherever it stands. */
export function isStrictDemand(line: string, language: Language): boolean {
  return strictMust[language].test(
    normalize(line)
      .trim()
      .replace(/[。；;.,，]{1,3}$/u, ''),
  )
}

/** Whether an English sentence begins as demands do; any Chinese one may be one. */
export function beginsAsDemand(line: string, language: Language): boolean {
  return demandStart[language].test(normalize(line).trim())
}

/** `An exciting opportunity has arisen …` is no duty, though it stands over them. */
const opportunity = /^(?:this is )?an? (?:[a-z]{3,12} ){0,2}opportunity\b/u

/** What is said so is no benefit, wherever it stands. */
const isRequired = /\b(?:is|are) (?:required|essential|mandatory)\b|^(?:you )?must (?!be present)/u

/** What the law or the employer's lawyers want told. */
export function isLegal(line: string, language: Language): boolean {
  return cues[language].legal.test(normalize(line))
}

/**
 * Where a line belongs that stands under a heading: its own words can move it, its heading decides else.
 * What is only preferred is told apart later.
 */
export function partUnder(
  kind: 'duties' | 'must' | 'preferred' | 'offer',
  line: string,
  language: Language,
): Part {
  const text = normalize(line).trim()
  const cue = cues[language]
  if (cue.apply.test(text) || cue.legal.test(text)) return 'other'
  if (kind === 'offer') return isBasic(text, cue) ? 'basics' : isRequired.test(text) ? 'must' : kind
  if (isBasic(text, cue) && (kind !== 'preferred' || !cue.must.test(text))) return 'basics'
  if (cue.offerFirst.test(text) || (cue.offer.test(text) && !cue.must.test(text))) return 'offer'
  if (cue.company.test(text) && !cue.must.test(text)) return 'company'
  if (kind === 'preferred') return kind
  if (kind === 'duties' && opportunity.test(text)) return 'summary'
  const bare = text.replace(/[。；;.,，]{1,3}$/u, '')
  return kind === 'duties' && strictMust[language].test(bare) ? 'must' : kind
}
