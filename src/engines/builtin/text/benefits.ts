/**
 * What an employer offers, so that a line of nothing else is told from what it asks for. All patterns are for
 * normalised text.
 */
const benefit = new RegExp(
  [
    '(?:五险一金|[五六七]险[一二]金|[五六七]险|社会?保险?|住房公积金|公积金|(?:补充)?商业(?:医疗)?保险|补充医疗保?险?|意外险)',
    '(?:周末)?(?:双休|单休)|大小周|做[五六]休[一二]|朝九晚[五六]|月休 ?\\d ?天|弹性(?:工作制?|上下班|打卡|办公)|法定节?假日?|不加班',
    '年终(?:奖金?|双薪|分红)|全勤奖|绩效奖?金?|季度奖金?|项目奖金?|奖金|提成|\\d{2} ?薪|十[三四五六]薪|加薪|调薪|股票?期权|期权|股权(?:激励)?|分红',
    '带薪(?:年休?假|病假|休假|假期?)|年休?假|婚假|产假|病假|育儿假|生日(?:会|礼物?|福利)|节日(?:福利|礼[品金物]|礼盒)|员工(?:旅游|体检|福利|宿舍)',
    '(?:免费)?(?:三餐|工作?餐|早餐|午餐|晚餐|班车|体检|住宿|健身房)|(?:定期|年度|每年)?(?:免费)?体检|团建(?:活动|旅游)?|旅游|下午茶|零食(?:饮料)?',
    '(?:[餐房车饭话高]|用?餐|住房|交通|通讯|加班|高温|租房|住宿|餐饮|出差|夜班|电脑|学历)费?(?:补贴|补助|津贴|补)|补贴|补助|津贴|包[吃住食](?:包?[吃住宿])?|食宿|晋升(?:空间|通道|机会)|落户',
    '(?:综合|底|月|年|日|时|税前|基本)?(?:薪资?|薪酬|工资|底薪|待遇)(?:范围|面议)?(?:为|:)? ?\\d[\\d.,]{0,7}k?w?(?:元|万)?(?:-|~|至|到)?[\\d.,]{0,8}k?w?[元万千]{0,2}(?:/[月年天小时]{1,2})?(?:·\\d{2}薪|以上|起)?|薪资面议|\\d[\\d.,]{0,5}[kw千万]?(?:-|~|到|至)\\d[\\d.,]{0,5}(?:[kw千万](?:元)?|元)(?:·\\d{2}薪|左右)?(?:/[月年天时])?|\\d[\\d.,]{0,5}(?:[kw千万](?:左右|起|以上)|元/(?:小?时|天|日|月|单|件)|(?:元|块)?(?:一个?|每)月)|\\d{4,5}(?:元|块)?左右|(?:工资|薪资|月薪|底薪)(?:大概|约|在)?[一二三四五六七八九十两]{1,2}[千万](?:[到至-][一二三四五六七八九十两]{1,2}[千万])?(?:左右|起)?|管[吃住](?:管[吃住])?|月休[一二三四五六七八]天|计件|话费?补\\d{0,4}|[满全]勤奖?\\d{1,4}',
    '\\b(?:(?:private |full )?(?:health|medical|dental|vision|life|disability)(?:care)?(?:,? ?(?:and|&|/)? ?(?:health|medical|dental|vision|life|disability)){0,4}(?: insurance| coverage| cover| care| plans?| benefits?)?|healthcare|health benefits)\\b',
    '\\b401 ?\\(?k\\)?(?: (?:match(?:ing)?|plan))?|\\b(?:unlimited |flexible )?pto\\b|\\b(?:\\d{1,2} (?:days|weeks) (?:of )?)?(?:unlimited |annual |generous )?(?:paid )?(?:time off|vacation(?: days| time)?|holidays?|sick (?:leave|days|time)|annual leave|parental leave|maternity leave|paternity leave|family leave)\\b',
    '\\b(?:stock options?|rsus?|equity(?: package)?|espp|(?:annual |signing |sign-on |performance )?bonus(?:es)?|commissions?|profit[- ]sharing|pension(?: scheme| plan)?|retirement plan)\\b',
    '\\b(?:free (?:lunch(?:es)?|meals?|snacks?|coffee|parking|gym)|gym membership|snacks|catered lunch(?:es)?|commuter benefits?|tuition (?:reimbursement|assistance)|learning (?:budget|stipend)|(?:wellness|home office|remote|relocation|education|training) (?:stipend|budget|allowance|assistance|package)|employee discounts?|company car|cycle to work(?: scheme)?|flexible (?:hours|working(?: hours)?|schedules?)|work[- ]life balance|visa sponsorship)\\b',
    '(?:\\b(?:salary|pay|compensation|base|base salary|hourly rate|ote)(?: range)?:? ?)?(?:[$€£]|\\busd|\\beur|\\bgbp) ?\\d[\\d.,]{0,9} ?k?(?: ?(?:-|–|—|to) ?[$€£]? ?\\d[\\d.,]{0,9} ?k?)?(?: (?:usd|eur|gbp))?(?: ?(?:per|a|an|/) ?(?:year|hour|month|annum|hr|yr|week))?|\\bcompetitive (?:salary|pay|compensation|benefits)\\b',
  ].join('|'),
  'gu',
)
/** Words that go with what is offered and ask for nothing. */
const filler =
  /税[前后]|提供|享[受有]|缴纳|购买|入职(?:即|后)?(?:缴|买)?|完善的?|丰富的?|优厚的?|丰厚的?|良好的?|广阔的?|不定期|定期|每[年月周天日]|公司|我们|福利|待遇|全额|足额|免费|高额|另有|还有|以及|[的有及和与加等各种类项额]|\d{1,3} ?[天次元]|\b(?:we|offer|provide|you|your|get|receive|includ(?:e|es|ing)|plus|with|and|or|the|an?|of|on|up|to|for|our|full|fully|comprehensive|generous|great|excellent|competitive|benefits?|package|perks|match(?:ing)?|company|employer|paid|per|year|annual(?:ly)?|days?|weeks?|discretionary|team|private|insurance|coverage|from day one|\d{1,3})\b|[\s\p{P}\p{S}]/gu
/** These alone, without words that ask for something, are no ground to call a line an offer. */
const weak =
  /^(?:社保|保险|旅游|零食|体检|equity|bonus(?:es)?|commissions?|holidays?|绩效|补贴|提成|奖金|healthcare|medical|health|dental|life|vision|disability)$/u

/** Whether a normalised line or sentence says nothing but what the employer offers. */
export function isBenefits(normalized: string): boolean {
  if (normalized.length > benefitCharactersMax) return false
  const named = normalized.match(benefit) ?? []
  if (!named.some((each) => !weak.test(each.trim()))) return false
  return normalized.replace(benefit, '').replace(filler, '') === ''
}

const benefitCharactersMax = 200
