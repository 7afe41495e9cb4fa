import { blockTags, decodeEntities, otherTags, removeInvisible, replaceComments } from '../../text/index.ts'

/** Text that cannot affect a page: no HTML, no Markdown structure, no invisible characters. */
export interface PlainText {
  readonly text: string
  /** Markup was removed. */
  readonly changed: boolean
}

/** The maximum length of a job description. */
const scripts = /<(script|style)\b[^<>]{0,300}>[\s\S]{0,8000}?<\/\1\s{0,9}>/giu
const autolinks = /<((?:https?:|mailto:)[^<>\s]{1,500}|[^<>\s@]{1,64}@[^<>\s@]{1,200})>/giu
/** `![text](url)` and `[text](url)`, also with a title. */
const links =
  /!?\[([^[\]\n]{0,300})\]\(\s{0,9}((?:[^()\s]|\([^()\s]{0,100}\)){0,500})(?:\s{1,9}["'(][^()\n]{0,200})?\)/gu
/** Adjacent cells and labels. */
const cellEnds =
  /<\/(?:t[dh]|span|a|button|label|dt|dd)\s{0,9}>\s{0,20}(?=<(?:t[dh]|span|a|button|label|dt|dd)\b)/giu
/** Emoji at the start of a line, and those between its words. */
const emoji = /(?:\p{Extended_Pictographic}(?<![©®™\d*#])|[\u{1F1E6}-\u{1F1FF}\u{1F3FB}-\u{1F3FF}]){1,8}/gu
/** `139****1234` and `2 ** 3` are no markup. */
const emphasis =
  /(?<![\d*])\*{2,3}(?!\*)|(?<!\*)\*{2,3}(?![\d*])|~~|(?<![\p{L}\p{N}_])__|__(?![\p{L}\p{N}_])/gu

/** Removes markup from the given text; line breaks stay, and block tags become line breaks. */
export function plainText(given: string): PlainText {
  const visible = removeInvisible(given).replace(/\r\n?|[\u0085\u2028\u2029]/gu, '\n')
  const untagged = replaceComments(visible.replace(scripts, ' '), () => ' ')
    .replace(autolinks, '$1')
    .replace(cellEnds, '\t')
    .replace(blockTags, '\n')
    .replace(otherTags, '')
    .replace(links, (_whole, words: string, url: string) => linkText(words, url))
    .replace(emphasis, '')
  // The result of an entity is plain text: it is escaped like any other character.
  const text = decodeEntities(untagged)
    .replace(escaped, '$1')
    .replace(emoji, (_signs, at: number, all: string) => pictured(all.charAt(at - 1)))
    .replace(fullWidth, (letter) => letter.normalize('NFKC'))
    .replaceAll('`', "'")
  return { text: unflattened(text), changed: text !== visible }
}

const escaped = /\\([\\`*_{}[\]()#+.!|>-])/gu
const fullWidth = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/gu

/** An emoji between words is replaced by a space. */
function pictured(before: string): string {
  return before === '' || /\s/u.test(before) ? '' : ' '
}

function linkText(words: string, url: string): string {
  const isAddress = /^(?:https?:|mailto:)/iu.test(url)
  if (!isAddress || words === url) return words
  return words.trim() === '' ? url : `${words} (${url})`
}

/** One line of plain text, for a single-line field. */
export function oneLine(text: string): string {
  return withoutLeadingSigns(text.replace(/\s+/gu, ' ').trim())
}

/** The first letter of a line or a title becomes a capital. */
export function firstUpper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * Removes the marks of a heading, a quote, a list or a table at the start of a line; `>3 years` and `#1`
 * stay.
 */
export function withoutLeadingSigns(line: string): string {
  const words = line
    .replace(/^(?:\s|\||#{1,6}(?=\s)|>(?=\s{0,9}[^\s\d])|[-*+•](?=\s|$)|[、,，](?=\S))+/u, '')
    .trimEnd()
  return /[\p{L}\p{N}]/u.test(words) ? words : ''
}

const addresses = /\b(?:https?:\/\/|www\.|mailto:)[^\s<>()（），。；、"']{1,500}(?<![.,!?;:])/giu
const special = /[\\[\]*]/gu

/**
 * Text as part of a Markdown line that shows the same words and has no effect; addresses become code, not
 * links.
 */
export function escapeMarkdown(text: string): string {
  let escaped = ''
  let at = 0
  for (const match of text.matchAll(addresses)) {
    escaped += `${escapeWords(text.slice(at, match.index))}\`${match[0]}\``
    at = match.index + match[0].length
  }
  escaped += escapeWords(text.slice(at))
  return escaped.replace(/^(\d{1,9})([.)])(?=\s)/u, '$1\\$2').replace(/^([-+_>#|])/u, '\\$1')
}

function escapeWords(text: string): string {
  return text.replace(special, '\\$&').replace(/<(?=[a-z/!?])/giu, '＜')
}

/** Shorter lines are taken as they are. */
const flattenedCharactersMin = 160

const heading = [
  'About (?:[Tt]he (?:[Rr]ole|[Tt]eam|[Jj]ob|[Cc]ompany|[Pp]osition)|Us|us|You)',
  'What (?:[Yy]ou(?:[\u0027’]ll| [Ww]ill) (?:[Dd]o|[Bb]ring|[Nn]eed)|[Ww]e [Oo]ffer)',
  'Who (?:[Yy]ou|[Ww]e) [Aa]re|Where You[\u0027’]ll Be|The (?:Team|Role|Job|Company)|Your Role|Why Join Us',
  'Job (?:Description|Summary)|Position Summary|Responsibilities|Requirements|Qualifications|Benefits',
].join('|')
/** A heading joined to the first word of its section: `About The RoleThe team …`. */
const stuckHeading = new RegExp(
  `(?<![\\p{L}])(${heading})(?=[A-Z][a-z]{0,20}\\b)|(?<=[a-z]{3})(Responsibilities|Requirements|Qualifications|Benefits)(?=[A-Z\\d$€£])`,
  'gu',
)
/** `About AcmeAcme is …`. */
const stuckName = /\bAbout ((?:[A-Z][\w&]{0,30} ){0,3}[A-Z][\w&]{0,30}?)(?=\1\b)/gu
/** A word joined to the next item: `related fieldExperience in`; `JavaScript` and `iPhone` are not split. */
const stuckItem =
  /(?<![\p{L}\p{N}_-])([a-z][a-z-]{1,30}[a-z])(?=(?!Script|Hub|Ops)[A-Z][a-z]{1,20}(?:-[a-z]{1,20})?[\s,])/gu
/** The same after a name, if the item begins like a requirement: `AWSStrong writing`, `field7+ years`. */
const stuckDemand =
  /(?<=[\p{L}+)])(?=(?:Experience|Strong|Solid|Excellent|Ability|Proficien|Knowledge|Familiar|Hands-on|Bachelor(?:['’]s)?|Demonstrated|Proven|Background|Understanding)[a-z-]{0,8}\s)|(?<=\p{Ll}{3})(?=\d{1,2}\+?\syears\b)|(?<=[A-Z]{2}\.)(?=[A-Z][a-z]{3,20}\b)/gu
const stuckBracket = /\)(?=[A-Z][a-z]{2,20}\s)/gu

/** Restores evident line breaks in a pasted page that lost them; every character stays. */
function unflattened(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.length < flattenedCharactersMin ? line : parted(line)))
    .join('\n')
}

function parted(line: string): string {
  return line
    .replace(stuckName, '\nAbout $1\n')
    .replace(stuckHeading, (_all, before?: string, after?: string) => `\n${before ?? after}\n`)
    .replace(stuckItem, '$1\n')
    .replace(stuckDemand, '\n')
    .replace(stuckBracket, ')\n')
}
