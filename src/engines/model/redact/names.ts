import { namesSkills } from '../../builtin/match/person/fields.ts'
import { normalize } from '../../builtin/text/index.ts'
import { vocabulary } from '../../builtin/vocabulary.ts'

const partLettersMin = 3
const partsMax = 40
const latinName = /^\p{Lu}[\p{L}'’-]{1,20}\.?(?:[ ,]{1,2}\p{Lu}[\p{L}'’.-]{0,20}){1,3}$/u
const chineseName = /^[\u3400-\u9fff]{2,4}$|^[\u3400-\u9fff]{1,6}·[\u3400-\u9fff]{1,8}$/u
const label = /^(?:姓\s{0,4}名|名字|(?:full |first |last )?name)\s{0,2}[:：]?\s{0,4}/iu
/** Other content of such lines. */
const noName =
  /^(?:[未已]婚|[未已]育|[男女]性?|.{1,3}族|.{0,2}党员|团员|群众|本科|大专|汉族|先生|女士|小姐|简历|.{0,4}信息)$/u

/**
 * The parts of names in the redacted lines, in lower case. A second occurrence elsewhere is a leak. Parts
 * that are also a skill or a title are skipped.
 */
export function namesIn(hidden: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (const words of hidden.flatMap((text) => text.split(/[|｜/,，;；、•\t\n()（）:：]|\s{2,}/u))) {
    const name = words.trim().replace(label, '')
    if (found.size >= partsMax) break
    if (latinName.test(name)) for (const part of name.split(/[\s,.]+/u)) note(found, part)
    else if (chineseName.test(name) && !noName.test(name)) {
      found.add(name)
      for (const part of name.split('·')) if (part.length > 1) found.add(part)
      if (name.length === 3 && !isKnown(name.slice(1))) found.add(name.slice(1))
    }
  }
  return found
}

function note(found: Set<string>, part: string): void {
  if (part.length >= partLettersMin && !isKnown(part)) found.add(part.toLowerCase())
}

const isKnown = (text: string): boolean =>
  namesSkills(text) || vocabulary().findTitles(normalize(text)).length > 0
