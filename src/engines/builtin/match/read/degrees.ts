import { allMatches } from '../../text/index.ts'

/** The ladder: 0 初中, 1 secondary, 2 大专 or associate, 3 本科 or bachelor, 4 硕士 or master, 5 博士 or doctor. */
export type DegreeLevel = 0 | 1 | 2 | 3 | 4 | 5

export interface DegreeMention {
  readonly level: DegreeLevel
  readonly start: number
  readonly end: number
  /** The person is still studying for it. */
  readonly inProgress: boolean
}

const degrees: readonly (readonly [DegreeLevel, RegExp])[] = [
  [
    5,
    /(?:博|(?<!\p{Script=Han})博 )士(?!后|生?导师|团队|点)|\bph\.?\s?d\b\.?|\bdoctor(?:ate|al degree)\b|\bdoctor of \w+|\bdoctoral (?:degree|student|candidate)\b/gu,
  ],
  [
    4,
    /(?:硕|(?<!\p{Script=Han})硕 )士(?!生?导师|点)|研究生(?!导师|会)|\bmba\b|\bmaster(?:'?s|’s)?\b(?= (?:of|in|degree|student|program|or|and|\/|,)|'s|\/|$|[,.)])|\bmaster(?:'s|’s)|\bm\.?sc\b\.?|\bm\.?s\.? (?:in|degree)\b|\bm\.?eng\b|\bm\.? ?tech\b|\bmca\b|\bm\.a\.|\bma in\b|(?<!\b[a-z]{4,},? )\bma,? (?=[a-z][a-z &]{2,40},.{0,40}\b(?:university|college)\b)|(?<=(?:^|[,;:(|/•·]) ?)ma(?! (?:united states|usa?)\b)(?= [a-z][a-z &]{2,40},? (?:[a-z .']{0,40})?(?:19|20)\d\d)|\bpg?dm\b|\bmcom\b|\bm\.com\b|\bpost[- ]?graduate|\bgraduate degree|\badvanced degree/gu,
  ],
  [
    3,
    /本科|学士|(?<!\p{Script=Han})(?:本 科|学 士)(?!\p{Script=Han})|统招(?!大专|专)|\bbachelor(?:'?s|’s)?\b|\bb\.?sc?\b\.?(?= |,|\/|$)(?! (?:en|iso|\d))|\bb\.?s\.?(?: in| degree|\/)|\bb\.?a\.? (?:in|degree)|\bb\.?a\.?,? (?!(?:at|for|on|to|with)\b)(?=[a-z][a-z &]{2,40},.{0,40}\b(?:university|college)\b)|\bb\.a\.(?= )|\bba \(?hons?\b|(?<=(?:^|[,;:(|/•·]) ?)ba(?= [a-z][a-z &]{2,40},? (?:[a-z .']{0,40})?(?:19|20)\d\d)|\bb\.\s?e\b\.?|\bbe (?:in )?(?=(?:computer|information|mechanical|civil|electrical|electronics?) (?:science|technology|engineering)\b)|\bb\.? ?tech\b|\bb\.?eng\b|\bbca\b|\bb\.?com\b|\bbba\b|\bundergraduate degree|\b(?:four|4)[- ]year degree|\bcollege degree|\buniversity degree/gu,
  ],
  [
    2,
    /大专|专科|(?<!\p{Script=Han})(?:大 专|专 科)(?!\p{Script=Han})|高职|\bassociate(?:'s|’s)? degree\b|\bassociates? of\b|\ba\.?[as]\.? in\b|\baas\b(?= )|\bhn[cd]\b|(?<!school )\bdiploma\b|\b(?:two|2)[- ]year degree/gu,
  ],
  [
    1,
    /高中(?!数学|语文|英语|物理|化学|生物|历史|地理|政治|老师|教师|学生|生|部|教学|课|阶段)|中专|技校|职高|中技|\bhigh school\b|\bsecondary (?:school|education)\b|\bged\b|\bh\.?s\.?c\b|\bs\.?s\.?c\b/gu,
  ],
  [0, /初中(?=及?以上|学历|毕业|文化|水平|[\s,，、|()（）。;；]|$)/gu],
]
/** Cheap check first: most lines name no degree. */
const anyDegree = new RegExp(degrees.map(([, { source }]) => source).join('|'), 'u')
const progress =
  /在读|在校|预计|应届毕业生|就读|大[一二三四](?!学)|\bpursuing\b|\bexpected\b|\bcurrently (?:studying|enrolled)\b|\bcandidate\b|\bin progress\b|\bstudent\b/u
const school = /大学|学院|\buniversity\b|\bcollege\b|\binstitute of\b/u

/** The degrees named in a normalised text. */
export function degreeMentions(normalized: string): DegreeMention[] {
  if (!anyDegree.test(normalized)) return []
  const inProgress = progress.test(normalized)
  return degrees.flatMap(([level, pattern]) =>
    allMatches(normalized, pattern).map((match) => ({
      level,
      start: match.index,
      end: match.index + match[0].length,
      inProgress,
    })),
  )
}

/**
 * The lowest degree level that a normalised requirement accepts: `本科及以上` 3, `大专或本科` 2. Undefined if it
 * names none.
 */
export function degreeAskedFor(normalized: string): DegreeLevel | undefined {
  const levels = degreeMentions(normalized).map((mention) => mention.level)
  return levels.length === 0 ? undefined : (Math.min(...levels) as DegreeLevel)
}

/** True if a text names a school. */
export function namesSchool(normalized: string): boolean {
  return school.test(normalized)
}
