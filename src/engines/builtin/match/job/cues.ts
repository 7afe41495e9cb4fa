/**
 * Words that classify a line of a job description without a heading. All patterns are for normalised text.
 */

/** The line contains a demand. */
const demand =
  /^会(?:做|用|开|骑|说|讲|看|写|画|弹|修|操作|拍|剪)|^懂(?!得)|要求|熟[悉练]|精通|掌握|具[有备]|经验|能力|学历|专业|优先|加分|能够|会使用|善于|擅长|热爱|\bexperience|\bdegree\b|\bknowledge\b|\bskills?\b|\babilit(?:y|ies)\b|\bproficien|\bfamiliar|\brequired\b|\bmust\b|\bpreferred\b|\bunderstanding of\b|\bcertifi|\bbackground in\b|\bfluen(?:t|cy)\b|\byou (?:have|are|can|know)\b|\bexpertise\b|\bhands-on\b|\bwe (?:need|require|want|seek)\b|\blooking for (?:someone|people|an? (?:person|candidate))\b/u
/** The line describes a duty. */
const duty =
  /^(?:your |key |main )?(?:responsibilities|duties) (?:will )?include\b|^(?:主要)?(?:负责|参与|协助|配合|辅助|制定|完成|支持|维护|对接|撰写|跟进|开展|组织|策划|设计|开发|管理|承担|执行|收集|整理|编写|根据|按照|建立|推动|分析|处理|优化|监控|定期|日常|独立完成|与.{1,16}(?:沟通|合作|配合|一起))|^(?:you(?:'ll| will) (?:be )?)?(?:lead|manage|develop|design|build|create|implement|support|provide|maintain|ensure|collaborate|work (?:closely )?with|assist|coordinate|drive|deliver|perform|conduct|analy[sz]e|write|test|monitor|own(?! (?:hand )?(?:tools?|cars?|vans?|truck|vehicle|transport|laptop|bike|phone|insurance|equipment|kit|way|clients?)\b)|partner|help|prepare|review|plan|identify|execute|oversee|establish|participate|contribute|define|train|mentor|communicate|troubleshoot|translate|evaluate|improve|optimi[sz]e|act as|serve as|responsible for|utilize|use|apply|document|report|research|gather|track|handle|process|schedule|organi[sz]e|facilitate|leverage|integrate|deploy|configure|operate)\b/u
const place =
  /工作地点|上班地点|办公地点|出差|驻[场外]|坐班|到岗|每周.{0,8}天|\bon-?site\b|\bremote\b|\bhybrid\b|\brelocat|\btravel\b|\bwork location\b|\bbased in\b|\bcommut|倒班|轮班|夜班|[两三四]班|值班|加班|\bauthoriz(?:ed|ation) to work\b|(?<!\b(?:on|about|of|with|for) )\bwork authoriz|\bright to work\b/u
/** The line explains how to apply or describes the company; a resume can't answer it. */
const aside =
  /投递|简历(?:发|请)|请(?:附|注明|将简历)|发送(?:至|到)|\bapply (?:now|today|here|by|at|via)\b|\bhow to apply\b|\bsend (?:us |me )?(?:(?:your|a|an|ur) )?(?:resume|cv|portfolio|pics|photos)\b|equal opportunity|\bwithout regard to\b|\bcontact ?:|\bwe (?:offer|are an? |believe|celebrate)|^we (?:build|help|make|create|provide|operate|serve)\b|\bwe're (?:an? )|\bour (?:mission|company|culture|values)\b|\bfounded in\b|\bsalary\b|\bbase pay\b|\b401\(?k\)?\b|\bpaid time off\b|\bhealth insurance\b|(?<!\b(?:budgets?|revenue|spend|sales|quota|pipeline|portfolio|deals?|accounts?|assets|turnover)\b.{0,16})\$\s?\d{2,3}[,k.]|\bequity\b|\bplease click\b|\blook forward to\b|\bstay in touch\b|\blearn more\b|\binterested in applying\b|\bthank you for\b|五险一金(?!.{0,4}(?:办理|缴纳|核算|申报))|薪资(?!核算|计算|管理|发放|体系|结构)|年终奖|带薪|(?:领导|上级|公司|主管|经理)(?:领导)?(?:交办|安排|交代|布置|分配)的?(?:其他|其它|各项|临时)|\b(?:other|additional) (?:duties|tasks|responsibilities) as (?:assigned|required|needed)\b/u

/** Working hours: few resumes state them, so they are a question for the candidate. */
const hours = /\bshifts?\b|\bweekends?\b|\bovertime\b|\bnights?\b|\bstand for\b|\blift(?:ing)? (?:up to )?\d/u
export const isOfHours = (normalized: string): boolean => hours.test(normalized)

export const asksForSomething = (normalized: string): boolean => demand.test(normalized)
export const isDutyLine = (normalized: string): boolean =>
  duty.test(normalized) && !/^设计[类学]/u.test(normalized)
export const isPlaceLine = (normalized: string): boolean => place.test(normalized)
export const isAside = (normalized: string): boolean => aside.test(normalized)

/** The line describes the employer or what it offers. */
const ofEmployer =
  /^(?:we|our|us|you'll get|you get|you will get)\b|^(?:now )?hiring\P{L}*$|\$\s?\d|\b(?:paid|provided|match|overtime|tips)\b/u
export const isOfEmployer = (normalized: string): boolean => ofEmployer.test(normalized)

/** The place of work after its description: `for our Tulsa office`. */
export const statesPlace = (normalized: string): boolean =>
  /^(?:for|at|in|near) (?:our|my|the|an?) [^,]{0,40}\b(?:office|clinic|practice|store|shop|site|branch|restaurant)$/u.test(
    normalized,
  )

const piecesMin = 2
const pieceWordsMax = 5
/** A list of short pieces: `brakes, suspension, electrical diagnosis`. */
export function isEnumeration(normalized: string): boolean {
  const pieces = normalized.split(/[,，、;；/&]|\b(?:and|or)\b/u).filter((piece) => piece.trim() !== '')
  return (
    pieces.length >= piecesMin && pieces.every((piece) => piece.trim().split(/\s+/u).length <= pieceWordsMax)
  )
}
