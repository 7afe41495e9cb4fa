/** Shorter lines are what they look like. */
const flattenedCharactersMin = 160

const heading = [
  'About (?:[Tt]he (?:[Rr]ole|[Tt]eam|[Jj]ob|[Cc]ompany|[Pp]osition)|Us|us|You)',
  'What (?:[Yy]ou(?:[\u0027’]ll| [Ww]ill) (?:[Dd]o|[Bb]ring|[Nn]eed)|[Ww]e [Oo]ffer)',
  'Who (?:[Yy]ou|[Ww]e) [Aa]re|Where You[\u0027’]ll Be|The (?:Team|Role|Job|Company)|Your Role|Why Join Us',
  'Job (?:Description|Summary)|Position Summary|Responsibilities|Requirements|Qualifications|Benefits',
].join('|')
/** A heading that the first word of its section sticks to: `About The RoleThe team …`. */
const stuckHeading = new RegExp(
  `(?<![\\p{L}])(${heading})(?=[A-Z][a-z]{0,20}\\b)|(?<=[a-z]{3})(Responsibilities|Requirements|Qualifications|Benefits)(?=[A-Z\\d$€£])`,
  'gu',
)
/** `About AcmeAcme is …`. */
const stuckName = /\bAbout ((?:[A-Z][\w&]{0,30} ){0,3}[A-Z][\w&]{0,30}?)(?=\1\b)/gu
/** A word that the next item sticks to: `related fieldExperience in`; `JavaScript`, `iPhone` are none. */
const stuckItem =
  /(?<![\p{L}\p{N}_-])([a-z][a-z-]{1,30}[a-z])(?=(?!Script|Hub|Ops)[A-Z][a-z]{1,20}(?:-[a-z]{1,20})?[\s,])/gu
/** The same behind a name, where the item begins as demands do: `AWSStrong writing`, `field7+ years`. */
const stuckDemand =
  /(?<=[\p{L}+)])(?=(?:Experience|Strong|Solid|Excellent|Ability|Proficien|Knowledge|Familiar|Hands-on|Bachelor(?:['’]s)?|Demonstrated|Proven|Background|Understanding)[a-z-]{0,8}\s)|(?<=\p{Ll}{3})(?=\d{1,2}\+?\syears\b)|(?<=[A-Z]{2}\.)(?=[A-Z][a-z]{3,20}\b)/gu
const stuckBracket = /\)(?=[A-Z][a-z]{2,20}\s)/gu

/** A pasted page that lost its line breaks, with those that show; each character stays. */
export function unflattened(text: string): string {
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
