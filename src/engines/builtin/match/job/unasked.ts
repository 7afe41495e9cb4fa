import { roleOfLine } from '../../optimize/units/roles.ts'
import type { Language, SectionKind } from '../../text/index.ts'

/** Patterns for clauses of a job description that demand nothing, for normalised text. */
const headingAlone =
  /[:：]$|^[(（]?[a-z0-9ivx]{1,3}[).、．）]?$|^(?:what|who) (?:would|will|are|we|you)\b[^,;.]{0,40}$|^(?:and |the following |you |we |it |to |the )?(?:[a-z'’]+ ){0,6}(?:you need these|must show|must have|useful|would help if you had|would love|applicants with|like you to bring|ideally)$|^(?:最好还有|核心工作|资格条件|岗位要求|任职要求|基本条件)$/u
/** A label whose value is no demand: the company, the title, the manager, hours, pay. */
const labelled =
  /^(?:公司|企业|单位|雇主|部门|所属部门|公司情况|公司规模|岗位|职位|招聘岗位|招聘职位|职位名称|岗位名称|招聘人数|人数|汇报对象|汇报给|上级|下属|车型|班次|工作制|用工形式|用工性质|合同(?:类型|期限)?|试用期|发布时间|截止(?:日期|时间)|company|employer|client|job title|title|position|role|reports? to|reporting to|department|team|team size|job type|employment type|contract(?: type| length)?|duration|term|start(?: date)?|closing date|deadline|posted|vacancies|openings|ref(?:erence)?(?: no)?|job id|hours|shifts?|schedule|pay|rate|salary|compensation) ?[:：]/u
const announced =
  /(?<![年月均过])(?:招聘|诚聘|急聘|招募|现招|招收|诚招|急招|寻|招)(?!量)[^，,。；;]{0,24}(?:\d{1,3}|[一二两三四五六七八九十]) ?[名位人](?![员工下以]|左右)|^(?:因|为).{2,24}[，,](?:现|特|拟|面向).{0,12}(?:招|聘)|^我们是(?:一家|一个|做)|^we (?:need|want|seek|are looking for|are hiring|are recruiting|have an opening for) an? [a-z /-]{3,40}?(?: to (?:join|build|help|work)\b.{0,80})?$/u
const reports =
  /^(?:直接)?(?:向|对).{1,16}汇报(?:工作)?$|^汇报(?:给|对象|对).{0,24}|^(?:this (?:role|position) )?report(?:s|ing)? (?:directly )?(?:in)?to\b.{0,60}$/u
const terms =
  /同工同酬|劳务派遣|(?:合同制|派遣制|编制外|正式编制)(?:员工|岗位|人员)?$|^(?:全职|兼职|实习|长期|短期)(?:岗位|工作)?$|试用期.{0,6}(?:\d|[一二三四五六])个?月|\b(?:\d{1,2}|six|twelve|three|nine)[ -]?months? (?:contract|fixed[- ]term|rolling|probation)|\b(?:fixed[- ]term|contract[- ]to[- ]hire|temp[- ]to[- ]perm|zero[- ]hours|(?:in|out)side ir35|w2 only|no c2c|c2c)\b|^(?:the (?:post|job|role|position) is )?(?:full|part)[- ]time\b(?:[ ,/&-]+(?:and )?(?:permanent|temporary|hourly|salaried|position|role|contract|non-exempt|exempt|w2|remote|hybrid|onsite|on-site)){0,4}$|^(?:permanent|temporary|hourly|salaried)(?: (?:position|role|contract|job|post))?$/u
const paid =
  /(?:月薪|年薪|底薪|时薪|日薪|税[前后]|薪资|综合薪资)[^，,。；;\d]{0,6}\d|(?:^|[，, ])\d{1,3}(?:\.\d)?[k千万]?[—–~-]{1,2}\d{1,3}(?:\.\d)?(?:k|千|万)(?:$|[^a-z0-9])|员工.{0,6}[五六七八九]折|[£€] ?\d|\$ ?\d[\d,.]{0,9}k? ?(?:-|–|—|to|\/|per|an?) ?(?:\$|hour|hr|year|yr|day|week|month|annum|\d)|\b(?:bonus up to|car allowance|paid double)\b/u
/** Payments that are part of the work; they aren't the candidate's pay. */
const ofWork =
  /\b(?:budgets?|spend|revenue|sales|quota|pipeline|portfolio|deals?|accounts?|turnover|turn(?:s|ed|ing) over|contracts?|values?|managed|ran|site|projects?|claims?|authority)\b|预算|业绩|营收|销售额|项目|核算/u
const hours =
  /^(?:周[一二三四五六日末]|每周[一二三四五六日]|工作时间|上班时间)[^，,。；;]{0,6}(?:至|到|[—–~-])|^\d{1,2}(?::\d\d)?[—–~-]{1,2}\d{1,2}(?::\d\d)?$|^(?:做[五六]休[一二]|双休|单休|大小周|长白班|五天八小时)|^\d{2}(?:\.\d)? hours\b|^(?:hours )?monday (?:to|through|-) (?:friday|saturday)\b|^core hours\b/u
const applying =
  /^(?:有意者|意向者|请(?:带|携带|附|用.{1,8}(?:投|发)|将|在附件|把|先|勿|自带|致电|联系)|附(?:照片|手术|作品)|填.{0,6}表|面试(?:时间|地点|流程|共?[一二三两\d])|初试|复试|笔试|第[一二三]轮|试(?:机|工|岗|讲|菜)|电话联系|联系(?:人|电话)|(?:不接受|谢绝|无须|不安排).{0,6}(?:电话|来电|上门|面试)|没有.{1,12}不安排面试)|不安排面试|^(?:please |to apply|apply\b|send\b|call (?:in|us|me)\b|text\b|don'?t (?:text|call|apply)|no (?:telephone calls?|phone calls?|agencies|recruiters|sponsorship|visa|time-?wasters)|cvs?\b.{0,20}(?:by|to)\b|closing\b|review begins|interviews? (?:will|are|in)|first (?:call|interview)|visits? to|for an informal|questions (?:go )?to|attach\b|state (?:your|any)|visa sponsorship)/u

/**
 * Whether a clause demands nothing: it announces the job, gives the company, the pay, the hours or the
 * contract, or explains how to apply. `norm` is the normalised clause.
 */
export function isUnasked(norm: string, text: string, language: Language, section: SectionKind): boolean {
  if (headingAlone.test(norm) || labelled.test(norm) || reports.test(norm) || terms.test(norm)) return true
  if (section !== 'duties' && (announced.test(norm) || hours.test(norm))) return true
  if (section !== 'duties' && applying.test(norm)) return true
  if (paid.test(norm) && !ofWork.test(norm)) return true
  // Under a heading for requirements, a phrase that sounds like an offer may be a demand: `negotiating loan
  // agreements`.
  if (section !== 'plain') return false
  const { role, chance } = roleOfLine(text, language)
  return besides.has(role) && chance >= besidesMin
}

const besidesMin = 0.7

/** Sections of a job description that demand nothing. */
const besides: ReadonlySet<string> = new Set(['company', 'summary', 'offer', 'other', 'noise'])
