import { vocabulary } from '../vocabulary.ts'
import { normalize } from './normalize.ts'

/** A title at the start of a text. */
export interface LeadingTitle {
  readonly text: string
  readonly start: number
  readonly end: number
  /** The title is part of a sentence with more content (`We are hiring a nurse to …`). */
  readonly isSentence: boolean
}

/** Words before a title: `急招`, `岗位名称：`, `We are hiring a`. */
const announcement =
  /^(?:[\s#*_【[]{0,6}(?:职位名称|岗位名称|招聘[职岗]位|[职岗]位|job title|position title|position|role|title)\s?[:：]\s?|[\s#*_【[]{0,3}(?:我们|我司|本?公司|现因?.{0,8})?(?:正在|现)?(?:急|诚|高薪|长期|直)?(?:招聘(?!专员|经理|主管|助理|顾问|总监|负责人|实习|文员|hr)|诚聘|急聘|急招|诚招|招募|招(?!聘|商|生|标|投))[:：】\]]?\s?(?:一?[个名位](?=[\u3400-\u9fff]{2}))?|(?:we(?:'re| are)? )?(?:currently |now |urgently )?(?:hiring|looking for|seeking|recruiting|look for|seek|need)(?: for)?:? (?:an? |the )?|(?:help |now )?(?:wanted|iso|needed)[:!\s]{1,3}|[\s#*_【[]{1,6})/iu
const clauseEnd: readonly RegExp[] = [
  /[，,。；;！!？?|｜:：\n\]】]/u,
  /[，,;!?|:\n\]]|\.(?=\s|$)| (?:-|–|—|with|to|who|for|in|at|on|that|based|needed|wanted|required|nights|overnights|evenings|weekends|[fp]t)(?=[\s.,!]|$)/iu,
]
/** Words that never begin a title. */
const noTitle =
  /^(?:[/&+]|so\b|(?:主要|全面|独立|具体)?负责|熟[悉练]|精通|掌握|具[有备]|有(?!色)|会(?![计务员展])|能(?!源)|从事|参与|协助|本科|大专|统招|做过|了解|要求|需要|我们|公司|\d|our\b|we\b|yeah\b|yes\b|can you\b|could you\b|please\b|pls\b|the\b|this\b|you\b|must\b|at least|bachelor|about\b|experience|work\b|as an?\b|join\b|do\b|title (?:should|is|will|would)\b)/iu
/** Final words of titles, for titles outside the vocabulary. */
const titleEnd =
  /(?:工程师|经理|主管|总监|专员|助理|顾问|代表|设计师|分析师|架构师|策划|编辑|会计|出纳|教师|老师|讲师|教练|律师|医[生师]|护士|药师|司机|厨师长?|[主总]厨|店[长员]|文员|秘书|实习生|管培生|技师|技工|操作工|普工|保安|保洁员?|负责人|合伙人|专家|科学家|研究员|主播|编导|翻译|架构|技术员|调度员|管理员|营业员|服务员|收银员|业务员|开发|队长|班长|组长|领班|副理|接待|礼宾员?|月嫂|育婴师|保姆|家教|护工|护理员|保育员|校医|骑手|快递员|(?:车|钳|铣|磨|焊|木|瓦|油漆|水电|装配|维修|机修|钣金|缝纫|包装|搬运)工|前端|后端|测试|运维|算法|销售|客服|运营)$|\b(?:engineer|manager|developer|designer|analyst|specialist|coordinator|assistant|representative|associate|director|nurse|teacher|driver|accountant|consultant|technician|clerk|administrator|officer|lead|intern|supervisor|recruiter|writer|editor|chef|cook|operator|mechanic|electrician|attorney|paralegal|agent|advisor|planner|scientist|architect|buyer|trainer|tutor|therapist|pharmacist|receptionist|cashier|bookkeeper|controller|auditor|plumber|carpenter|worker|hygienist|librarian|counselor|rep|nanny|welder|barista|bartender|server|waiter|housekeeper|cleaner|janitor|guard|coach|instructor|lecturer|lawyer|solicitor|barrister|surveyor|estimator|fitter|machinist|roofer|painter|landscaper|gardener|groomer|stylist|barber|dishwasher|baker|butcher|picker|packer|courier|dispatcher|merchandiser|physiotherapist|midwife|carer|caregiver|aide|teller|phlebotomist|apprentice|trainee|dev|(?:sales|fore|crafts|handy|repair|trades|line)m[ae]n|salesperson|dentist|physician|surgeon|paramedic)s?$/u
/** `（上海）`, `III`, `(m/f/d)` after a title. */
const afterTitle = /\s{0,3}(?:[(（][^()（）]{1,24}[)）]|\b(?:i{1,3}|iv|v|\d)\b)$/u
/** A detail after a title: `Registered Nurse - ICU`. */
const detailAfter = /^ [-–—] [A-Z][^.,;:|\n]{1,30}(?=\.|$)/u
const charactersMax = 60
const wordsMax = 9

/** The title at the start of a job description's first line; undefined without one. */
export function leadingTitle(line: string): LeadingTitle | undefined {
  const start = announcement.exec(line.slice(0, 200))?.[0].length ?? 0
  const isSpoken = start > 0 && !/[:：#*_【[]\s?$/u.test(line.slice(0, start))
  for (const pattern of clauseEnd) {
    const found = line.slice(start, start + 200).search(pattern)
    const raw = found < 0 ? line.slice(start, start + 200) : line.slice(start, start + found)
    const text = cutAtDemand(raw).trimEnd()
    if (!isTitleText(text)) continue
    const end = start + text.length
    const detail = detailAfter.exec(line.slice(end))?.[0] ?? ''
    if (detail !== '') return { text: text + detail, start, end: end + detail.length, isSentence: false }
    const goesOn = isSpoken ? /^\s{0,2}[a-z]/iu : /^\s(?:needed|wanted|required)\b/iu
    return { text, start, end, isSentence: goesOn.test(line.slice(end)) }
  }
  return undefined
}

const demand =
  /(?:\s|(?<=[)）]))(?:\d|本科|大专|硕士|博士|要求|限|薪|月薪|五险|base|坐标)|\s?[(（x×*]?(?:\d{1,3}|[一两二三四五六七八九十几])\s?[名人位个]/iu

/** A title ends where a requirement or a number of openings begins: `后端工程师 3年以上经验`, `销售代表2名`. */
function cutAtDemand(text: string): string {
  const found = text.search(demand)
  return found > 0 && /[\u3400-\u9fff]/u.test(text) ? text.slice(0, found) : text
}

function isTitleText(text: string): boolean {
  if (text.length < 2 || text.length > charactersMax || text.split(/\s+/u).length > wordsMax) return false
  return !noTitle.test(text) && endsWithTitle(text)
}

/** Whether a text ends with a job title. */
export function endsWithTitle(text: string): boolean {
  const words = normalize(text.slice(-charactersMax)).trim().replace(afterTitle, '').trim()
  if (titleEnd.test(words)) return true
  return vocabulary()
    .findTitles(words)
    .some(({ end }) => end === words.length)
}
