import { type Language, longPattern, normalize } from '../text/index.ts'

/** Words that praise a character and can't be verified as they stand. */
const soft: Record<Language, RegExp> = {
  zh: longPattern(
    'gu',
    `沟通(?:协调|表达)?(?:能力|技巧)?|协调能力|表达能力|语言表达|(?:团队)(?:合作|协作)?(?:能力|精神|意识)?|合作精神|协作(?:能力|精神)|责任(?:心|感)|事业心|
      上进心|进取心|抗压能力|承压能力|承受(?:一定的?|较大的?)?(?:工作)?压力|吃苦耐劳|学习(?:能力|意愿)|执行力|执行能力|积极主动|认真(?:负责|细致)?|细心|耐心|踏实|勤奋|
      敬业|乐观|开朗|有激情|热情|自我驱动|自驱力|主动性|综合素质|职业素养|职业道德|服务意识|逻辑(?:思维)?(?:能力|清晰)?|思维(?:敏捷|清晰)|抗压|诚实守信|正直|性格|工作态度|
      态度端正|能力强|独立思考`,
  ),
  en: longPattern(
    'gu',
    `(?:excellent |strong |good |great |outstanding |effective |superior )?(?:written |verbal |oral |
      interpersonal |organi[sz]ational |communication |problem[- ]solving |time[- ]management |
      analytical |people |multitasking )(?:,? ?(?:and|&)? ?(?:written|verbal|oral|interpersonal|
      organi[sz]ational|communication|problem[- ]solving|time[- ]management|analytical) ){0,3}(?:skills?|
      abilit(?:y|ies))|(?:clear |great |good |strong |excellent )?communicators?|team[- ]player|self[- ](?:starter|motivated|driven)|detail[- ]oriented|
      attention to detail|hard[- ]working|fast[- ]paced environment|under pressure|positive attitude|
      can[- ]do attitude|work ethic|passionate|motivated|dynamic|proactive|results[- ]driven|go-getter|
      think outside the box|wear many hats|multitask`,
  ),
}
const fillers: Record<Language, RegExp> = {
  zh: /良好|较强|很强|优秀|出色|一定|强烈|极强|高度|具备|具有|拥有|善于|富有|能够?|有|的|和|与|及|等|并|较|强|好|佳|很|对|工作|以及|且|清晰|扎实|敏捷|[\s\p{P}]/gu,
  en: longPattern(
    'gu',
    String.raw`\b(?:excellent|strong|good|great|outstanding|ability|able|to|work|works?|well|in|a|an|the|and|with|
      of|is|be|must|should|have|you|are|as|part|team|independently|environment|person|individual|highly|
      very|both|or)\b|[\s\p{P}]`,
  ),
}
const otherDuties: Record<Language, RegExp> = {
  zh: /(?:领导|上级|公司|主管|经理|部门)?(?:领导)?(?:交办|安排|交代|交给|布置|分配)的?(?:其他|其它|各项|临时性?)(?:的)?(?:工作|任务|事项|事务)/u,
  en: longPattern(
    'u',
    String.raw`\b(?:other|additional|related) (?:duties|tasks|projects|responsibilities)(?: as)? (?:assigned|
      required|needed)\b`,
  ),
}

/** A line that says nothing but soft words. A number or a name in it makes it more than that. */
export function isOnlySoft(line: string, language: Language): boolean {
  const text = normalize(line)
  if (text.length > 120 || /[0-9]/u.test(text) || (language === 'zh' && /[a-z]/u.test(text))) return false
  if (text.search(soft[language]) < 0) return false
  const rest = text.replace(soft[language], '').replace(fillers[language], '')
  return rest.length <= (language === 'zh' ? 2 : 0)
}

const vagueAmount: Record<Language, RegExp> = {
  zh: /(?:丰富|一定|较多|多年|相关)的?[^，,。；;]{0,16}(?:经验|经历)/u,
  en: /\b(?:extensive|significant|considerable|some|proven|solid|several years of|relevant|prior|previous)\b[^.;]{0,40}\bexperience\b/u,
}
const amount =
  /[0-9]|[一二两三四五六七八九十]\s?[年个]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b/u

/** `有丰富的销售经验`, `proven experience in sales`: how much of it can't be told. */
export function isVagueAmount(line: string, language: Language): boolean {
  const text = normalize(line)
  return text.length <= 120 && vagueAmount[language].test(text) && !amount.test(text)
}

/** `完成领导交办的其他工作`, `other duties as assigned`: a duty whose scope is open. */
export function isOpenDuty(line: string, language: Language): boolean {
  return line.length <= 120 && otherDuties[language].test(normalize(line))
}
