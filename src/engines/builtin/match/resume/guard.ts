/**
 * Patterns for text that addresses the scorer instead of describing work (prompt injection). Such text is
 * left out.
 */
const injected = new RegExp(
  [
    'ignore (?:all |any )?(?:the |your )?(?:previous|prior|above|earlier)',
    'disregard (?:all |any )?(?:the |your )?(?:previous|prior|above|instructions)',
    'you are (?:an? )?(?:ai|assistant|language model|helpful|recruiter|hiring)\\b|\\bas an ai\\b',
    '\\b(?:give|assign|award|output|return|rate)\\b.{0,40}\\b(?:score of|full marks|100|10/10|highest (?:score|rating))',
    '\\bscore"?\\s?[:=]\\s?"?(?:9\\d|100)\\b|match(?:ing)? score\\s?[:=]',
    '^```|(?:\\ban? )?(?:near(?:ly)? |almost )?perfect (?:match|candidate|fit)\\b|(?:must|should) be (?:hired|recommended|ranked|shortlisted)',
    'strongly recommend(?:ed)? (?:for |to )?(?:hir|interview|this candidate)',
    'meets? (?:all|every) (?:of )?(?:the )?(?:job )?(?:requirement|qualification)',
    '<\\|[a-z_]{2,20}\\|>|\\[/?inst\\]|#{2,6} ?(?:system|instruction)',
    '(?:忽略|无视|忘记|不要理会).{0,12}(?:指令|指示|提示|要求|规则|上文)',
    'recommended (?:by|for) (?:the )?(?:hiring|hr|recruit|interview|hire)|\\btop \\d{1,2}% (?:candidate|match|talent)|\\bcandidate (?:rank|score|rating)|new instructions?\\b|end of (?:resume|cv|document)|\\bscore me\\b',
    '(?:highly |perfectly |fully |ideally )(?:qualified|suited|matched) for (?:this|the)|\\b(?:all|every) (?:the )?(?:skills?|requirements?|qualifications?|criteria)\\b.{0,30}\\b(?:of (?:the|this) (?:job|position|role)|listed|job description|met)\\b|\\b(?:in|of|from) (?:the|this|your) (?:job description|jd|job posting)\\b',
    '\\b(?:candidate|applicant) scores?\\b|\\boverall (?:rating|rank(?:ing)?)\\s?[:=#]|^(?:system|assistant|user)\\s?:|\\bhire (?:me|this)\\b|\\bshortlist (?:me|this)\\b',
    '你是(?:一[个名位])?(?:ai|人工智能|招聘|面试官|助手|评分)',
    '(?:给|打|评|输出|返回).{0,10}(?:满分|高分|100 ?分|最高分)',
    '匹配度[:=为是 ]{1,3}\\d|评分[:=为是 ]{1,3}(?:9\\d|100)',
    '(?:完全|完美|百分之百|100%) ?(?:匹配|符合|满足).{0,12}(?:岗位|职位|要求|jd)',
    '(?:符合|满足|具备)(?:上述|以上|该|本|此|贵司|任职|岗位|职位).{0,10}(?:要求|条件|技能|经验)|本简历|(?:建议|推荐)(?:优先)?(?:面试|录用|通过)|得分[:=为是 ]{0,3}\\d|总分[:=为是 ]|评分[:=为是 ]{0,3}(?:满分|最高|a)',
    '\\byou are now\\b|\\bdeveloper mode\\b|\\b(?:the|final|overall|total) score is \\d|\\bset (?:the )?score\\b|\\bresume has been (?:pre-?)?approved\\b|\\bsatisfied by this candidate\\b',
    'ai(?:评估|测评|审核)(?:结果|结论)|(?:评估|测评)结论[:：]|管理员指令|跳过(?:评估|评分)|候选人排名|(?:必须|务必)(?:推荐)?录用|简历(?:排在首位|已通过)|推荐指数[:：]|(?:设为|给我|请给)满分|给出最高评价',
    '满足(?:所有|全部|一切)(?:岗位|职位|任职)?要求|强烈(?:推荐|建议)录用',
    '\\byou are the (?:hiring|recruit|interview|grader|evaluator)|你现在是|请(?:直接)?(?:认定|判定|视)|(?:评分者|评审|模型|机器评[审分])(?:注意|请|时)',
    '\\bpassed\\b[^.]{0,40}\\bpassed\\b|通过[^。]{0,12}通过[^。]{0,12}通过|(?:要求|条件)[:：]? ?(?:均|都|全部)(?:已)?(?:满足|达到|符合|passed)|全部要求[:：]',
    '^\\[(?:system|assistant|user|系统|助手|评审)\\]|\\btest data\\b.{0,40}\\bscore|测试数据|(?:true|real|actual) score|真实评分|评级[:：]|(?:均|都)已?(?:考核|审核|评估|核实|验证)(?:通过|合格)|符合度|等能力[,，]贵',
    '"(?:score|rating|recommendation|requirements|verdict)" ?:',
    '\\b(?:fit|match|gap|suitability) analysis\\b|\\bthe (?:candidate|applicant) (?:fully |clearly )?(?:has|is the|meets|fulfil)|\\bai (?:screening|assessment|evaluation)|\\binterviewer (?:feedback|comments?)|岗位匹配分析|该候选人|面试官评[语价]|ai筛选',
    '\\b(?:read|treat|count) .{0,4}(?:not mentioned|missing|these|the following).{0,40}\\bas\\b|未提及.{0,6}视为|\\ball of the following (?:are|is) met|\\brequirements? checklist\\b|要求核对表',
  ].join('|'),
  'u',
)

/** Zero-width and control characters, used to hide words from a reader or a filter. */
const invisibleCharacter = /[\u200b-\u200f\u2060-\u2064\u202a-\u202e\u{e0000}-\u{e007f}]/gu
const invisibleMin = 2
const charactersPerInvisible = 8

/** True if invisible characters are too dense to be accidental. */
export function looksHidden(original: string): boolean {
  const count = original.match(invisibleCharacter)?.length ?? 0
  return count >= invisibleMin && count * charactersPerInvisible >= original.length
}

/** The offset where injected instructions begin; -1 if there are none. */
export const injectedAt = (normalized: string): number => normalized.search(injected)
