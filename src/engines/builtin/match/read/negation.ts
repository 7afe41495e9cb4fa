/**
 * How a text presents a concept: with evidence (`shown`), as basic knowledge, as being learnt, or as denied
 * or only wished for.
 */
export type Stance = 'shown' | 'basic' | 'learning' | 'denied'

const clauseBreak = /[,，;；。!！?？\n]|\bbut\b|\bhowever\b|但|而是/u
const denial =
  /(?:不(?:太|大|是很|怎么)?(?:熟悉|熟|了解|会|懂|擅长|具备|掌握|精通|涉及)|没有?(?:接触|使用|做|用|学|从事|任何|相关)?过?|无(?!线|人|论|缝|损|障碍|锡|纺)|未(?:曾)?(?:接触|使用|学|做|用|从事|掌握|考|取得|通过)过?|缺乏|缺少|尚未|暂无|暂未|\bno\b(?! ?\.| (?:more|less|fewer|later|longer) than\b)|\bnot\b(?! only)|\bnever\b|\bwithout\b|\black(?:s|ing)?\b|\bunfamiliar\b|\bhaven'?t\b|\bdon'?t\b|\bcan'?t\b|\bcannot\b|\bnon[- ]|\bneither\b|\bnor\b|\bzero\b)/u
const deniedBefore = new RegExp(`${denial.source}[^,，;；。!?]{0,24}$`, 'u')
const wishedBefore =
  /(?:希望|想要?|愿意|打算|计划|正在准备|准备|有意|渴望)[^,，;；。]{0,6}(?:学|了解|接触|从事|考|转|读)[^,，;；。]{0,12}$|(?:目标|备考|报考|在考|拟考|冲刺|力争|争取|未来)[^,，;；。]{0,12}$|\b(?:willing(?:ness)?|eager|want|wish|hope|hoping|plan(?:ning)?|looking|keen|excited|would like|interest(?:ed)?)\b (?:to |in |on |for )(?:learn|study|get|gain|pick|transition|explore)[^,;.]{0,40}$|\binterested in\b[^,;.]{0,30}$/u
const deniedAfter =
  /^[\s:：\-–—=(（]{0,3}(?:无(?!线)|没有|不会|不熟|不了解|零基础|未(?:通过|考|取得|过|获)|没(?:过|考)|在考|备考|考试中|准备中|挂科|none\b|n\/a|no experience|not (?:yet |currently )?(?:familiar|passed|completed|obtained|certified|held|used)|never used|candidate\b|pending\b|failed\b|planned\b|attempted\b)|^[^,，;；。!?]{0,12}(?:感兴趣|有(?:浓厚|强烈|很大)?的?兴趣|很?好奇|[是为]我的?(?:目标|梦想|追求|方向))|^[^,;.]{0,24}\bis my (?:goal|dream|aim)\b/u
const learningBefore =
  /(?:正在|在|开始|刚|初|自)(?:学习|自学|学|研究|了解)[^,，;；。]{0,16}$|\b(?:currently |now |just (?:started )?|started )?(?:learning|studying|taking (?:a )?courses? (?:in|on)|self-studying)\b[^,;.]{0,40}$|\b(?:took|attended|taking|attending) (?:an? |the |some |several )?(?:[\w-]{1,16} )?(?:course|class|tutorial|workshop|webinar)(?:e?s)? (?:in|on|about)\b[^,;.]{0,30}$|\b(?:pursuing|working towards?)\b[^,;.]{0,30}$/u
const learningAfter =
  /^[\s:：\-–—(（]{0,3}(?:学习中|在学|自学中|入门中|in progress\b|learning\b|ongoing course)/u
const basicBefore =
  /(?:了解|接触过|听说过|知道|略懂|基本了解|简单了解|初步了解|入门|\bbasic(?:s)?\b|\bbeginner\b|\bfamiliarity\b|\bexposure to\b|\bsome knowledge\b|\bawareness\b)[^,，;；。.]{0,16}$/u
const basicAfter = /^\s?[(（]?basic(?=\s?[,;.)）]|$)|^[\s:：(（]{0,3}(?:一般|入门|会一?点|一点点|略懂)/u
/** Cheap check first: most names have no cue beside them. */
const cueBefore = new RegExp(
  [deniedBefore, wishedBefore, learningBefore, basicBefore].map(({ source }) => source).join('|'),
  'u',
)
const cueAfter = new RegExp(`${deniedAfter.source}|${learningAfter.source}|${basicAfter.source}`, 'u')
const beforeCharacters = 48
const afterCharacters = 32

/** The stance towards the concept between `start` and `end` of a normalised text. */
export function stanceAt(normalized: string, start: number, end: number): Stance {
  const near = normalized.slice(Math.max(0, start - beforeCharacters), start)
  const after = normalized.slice(end, end + afterCharacters)
  if (!cueBefore.test(near) && !cueAfter.test(after)) return 'shown'
  const before = lastClause(near)
  if (deniedBefore.test(before) || deniedAfter.test(after) || wishedBefore.test(before)) return 'denied'
  if (learningBefore.test(before) || learningAfter.test(after)) return 'learning'
  return basicBefore.test(before) || basicAfter.test(after) ? 'basic' : 'shown'
}

/** The start of a denial that extends to `start` in a normalised text; `start` itself if there is none. */
export function denialBefore(normalized: string, start: number): number {
  const near = lastClause(normalized.slice(Math.max(0, start - beforeCharacters), start))
  const at = near.search(deniedBefore)
  return at < 0 ? start : start - near.length + at
}

const clauses = /(?:(?!\bbut\b|\bhowever\b|但|而是)[^,，;；。!！?？])+/gu

/** Whether a normalised text contains a denial, such as `without supervision` and `无违章记录`. */
export const denies = (normalized: string): boolean => denial.test(normalized)

/** A normalised text without clauses that contain a denial; unchanged if there are none. */
export function withoutDenied(normalized: string): string {
  if (!denies(normalized)) return normalized
  return normalized.replace(clauses, (clause) => (denies(clause) ? ' ' : clause))
}

function lastClause(before: string): string {
  return before.split(clauseBreak).at(-1) ?? ''
}
