import { gramsOf } from '../../compliance/index.ts'
import {
  endsWithTitle,
  isBareHeading,
  isBenefits,
  type Language,
  normalize,
  priorityOf,
} from '../../text/index.ts'
import { vocabulary } from '../../vocabulary.ts'
import { isPay } from '../facts/pay.ts'
import { isPlace } from '../facts/places.ts'
import { cues } from '../words/cues.ts'
import { kindOfHeading } from './heading-kinds.ts'
import { speaker, type Unit } from './units.ts'

/** The features of each unit of a text: its words, their form, and the units around it. */
export function featuresOf(units: readonly Unit[], language: Language, isWhole: boolean): string[][] {
  const own = units.map((unit) => ownFeatures(unit, language))
  const signs = units.map((unit) => signsOf(unit, language))
  let heading: string[] = []
  let sentence = 0
  let distance = 0
  const lines = units.filter(({ before }) => before !== 'clause' && before !== 'sentence').length
  let line = -1
  return units.map((unit, at) => {
    if (signs[at]?.includes('title case') && signs[at + 1]?.includes('place'))
      signs[at]?.push('name before place')
    const features = [...(own[at] ?? []), ...(signs[at] ?? []).map((sign) => `@${sign}`)]
    if (unit.before !== 'clause') sentence = at
    if (unit.before !== 'clause' && unit.before !== 'sentence') line += 1
    if (unit.before === 'clause') {
      features.push(...(own[sentence] ?? []).slice(0, 3).map((each) => `s:${each}`))
      features.push(...(signs[sentence] ?? []).map((sign) => `s@${sign}`))
      features.push(...(own[at - 1] ?? []).slice(0, 3).map((each) => `p:${each}`))
    } else {
      features.push(...(signs[at - 1] ?? ['start']).map((sign) => `p@${sign}`))
      if (signs[at - 1]?.includes('question'))
        features.push(...(own[at - 1] ?? []).map((each) => `q:${each}`))
    }
    features.push(...(signs[at + 1] ?? ['end']).map((sign) => `n@${sign}`))
    if (isWhole) {
      features.push(`line ${Math.min(3, line)}`, `left ${Math.min(3, lines - line)}`, `b ${unit.before}`)
      if (at === 0) features.push('first')
      if (units[at + 1]?.before === 'item' && unit.mark === '') features.push('over items')
    }
    if (unit.isHeading) {
      heading = headingFeatures(unit, language)
      distance = 0
    } else {
      distance += 1
      features.push(
        ...heading.map((each) => `h:${each}`),
        `h ${heading.length === 0 ? 'none' : Math.min(4, distance)}`,
      )
      if (unit.label !== '' && unit.label !== speaker)
        features.push(...headingFeatures({ text: unit.label }, language).map((each) => `l:${each}`))
    }
    return features
  })
}

/** The words of a unit; the first three features are its first words, its first word and its last. */
function ownFeatures({ text, label }: Unit, language: Language): string[] {
  const folded = normalize(text.slice(0, charactersMax)).replace(/\d+/gu, '0').trim()
  const words = folded.match(/[a-z0-9']+|[\u3400-\u9fff]/gu) ?? []
  const [first = '', second = ''] = words
  const length = Math.min(5, Math.floor(words.length / 3))
  return [
    `^${first} ${second}`,
    `^${first}`,
    `${words.at(-1) ?? ''}$`,
    `#${length}`,
    `label ${label === '' ? 'none' : normalize(label)}`,
    ...gramsOf(folded, language),
  ]
}

const charactersMax = 300

const forms: readonly (readonly [string, RegExp])[] = [
  ['money', /[$£€¥￥]\s?\d|\d\s?(?:元|块|万|[kK]\b)|\d[kK][-~·*]/u],
  ['time', /\d{1,2}[:：]\d{2}|\d\s?(?:点|小时|am|pm|h(?:ou)?rs?\b)|\b(?:mon|tue|wed|thu|fri|sat|sun)/iu],
  ['phone', /\d{3,4}[-\s]?\d{3,4}[-\s]?\d{3,4}|1\d{10}/u],
  ['address', /@[\w-]+\.|https?:|www\./u],
  ['call', /@[\u3400-\u9fffA-Za-z]/u],
  ['years', /\d\+?\s?(?:年|years?|yrs?)/iu],
  ['count', /\d\s?[名人位]|[xX×]\s?\d|\bopenings?\b/u],
  ['percent', /%/u],
  ['digit', /\d/u],
  ['capitals', /^[^a-z]*[A-Z]{3}[^a-z]*$/u],
  ['title case', /^[A-Z][\w&'’/-]{0,30}(?: [A-Z][\w&'’/-]{0,30}){0,5}$/u],
  ['small start', /^[a-z]/u],
  ['question', /[?？]/u],
  ['exclamation', /[!！]/u],
  ['bracket', /^[（(【]/u],
  ['lone', /^\S{1,12}$/u],
]

/** The name of an employer, or a pronoun of one. */
const firm =
  /\b(?:Inc|LLC|Ltd|LLP|Co|Corp|Group|Partners|Company|Dental|Clinic|Hotel|Hospital|School|Bank|Farms?|Brewing|Bakery|Foods|Logistics|Solutions|Services|Systems|Labs|Studio|Council|Trust|Centre|Center|Restaurant|Diner|Cafe|& Sons?)\b|^(?:we|we're|we’re|our)\b|(?:公司|集团|工厂|医院|学校|酒店|餐厅|门店|工作室|机构|中心|事务所|连锁)$|^(?:我们是|本公司|我司|公司)/iu

/** What the forms and the word lists say of a unit. */
function signsOf({ text, isHeading, mark, before }: Unit, language: Language): string[] {
  const plain = normalize(text).trim()
  const signs = forms.flatMap(([name, form]) => (form.test(text) ? [name] : []))
  for (const [name, cue] of Object.entries(cues[language])) if ((cue as RegExp).test(plain)) signs.push(name)
  if (language === 'zh' && /^[a-z]/u.test(plain))
    for (const [name, cue] of Object.entries(cues.en)) if ((cue as RegExp).test(plain)) signs.push(name)
  if (isPay(text, language)) signs.push('pay')
  if (isPlace(text, language)) signs.push('place')
  const bare = plain.replace(/\s?[(（][^()（）]{1,40}[)）]$/u, '')
  const named = titleShare(bare)
  if (endsWithTitle(bare)) signs.push('title')
  if (named > 0) signs.push(named > 0.6 ? 'title alone' : 'title among')
  if (named > 0 || endsWithTitle(bare))
    signs.push(`title ${before}`, `title ${mark === '' ? 'plain' : 'marked'}`)
  if (isBenefits(plain)) signs.push('benefits')
  if (priorityOf(plain, 'must') === 'preferred') signs.push('preferred')
  if (firm.test(text)) signs.push('firm')
  if (isHeading) signs.push('heading')
  if (mark !== '') signs.push(/\d|[一二三四五六七八九十]/u.test(mark) ? 'number' : 'bullet')
  return signs
}

/** The share of a normalised text that names jobs. */
function titleShare(plain: string): number {
  if (plain.length > titleCharactersMax || plain === '') return 0
  const found = vocabulary().findTitles(plain)
  return Math.max(0, ...found.map(({ start, end }) => end - start)) / plain.length
}

const titleCharactersMax = 60

/** What a heading or a label says of the units below or behind it. */
function headingFeatures({ text }: Pick<Unit, 'text'>, language: Language): string[] {
  const kind = kindOfHeading(text)
  if (kind !== undefined) return [kind]
  if (isBareHeading(text)) return ['bare']
  return [...gramsOf(normalize(text).slice(0, headingCharactersMax), language), 'unknown']
}

const headingCharactersMax = 40
