import { type ComplianceFinding, type Severity, severities } from '../../../../contract/index.ts'
import cn from './cn.json' with { type: 'json' }
import elsewhere from './elsewhere.json' with { type: 'json' }
import eu from './eu.json' with { type: 'json' }
import grounds from './grounds.json' with { type: 'json' }
import uk from './uk.json' with { type: 'json' }
import us from './us.json' with { type: 'json' }

/** An article: its section, the link to its official text, and examples that must and must not fire. */
export interface Law {
  readonly section: string
  /** The first day in force; of a directive, the day by which the member states had to apply it. */
  readonly inForce: string
  readonly link: string
  /** The law doesn't bind smaller employers; absent if it binds all. */
  readonly employeesMin?: number
  /** The severity of its findings, if the law of the rule has another one. */
  readonly severity?: string
  readonly fires: readonly string[]
  readonly quiet: readonly string[]
}

/** A law that requires the pay or its range in a posting. */
export interface PayRangeLaw extends Law {
  /** Names of the whole jurisdiction, its abbreviation after a town, and its large cities. */
  readonly places: readonly string[]
  readonly abbreviation: string
  readonly cities: readonly string[]
  /** Names that contain one of the above and lie elsewhere. */
  readonly otherPlaces?: readonly string[]
  readonly name: string
  readonly employeesMin: number
  /** Where these employees are counted, if not everywhere: `in Massachusetts`. */
  readonly employeesIn?: string
  /** What a posting must state besides the pay. */
  readonly also?: string
  /** The whole requirement, if it isn't the usual one. */
  readonly requirement?: string
}

/** A law that rules name in their own words, with its date, link and examples. */
export type Act = Omit<Law, 'section'> & { readonly name: string }

export interface Jurisdiction {
  readonly name: string
  readonly places: readonly string[]
  /** Currencies and terms that no other jurisdiction uses. */
  readonly signs?: readonly string[]
  /** The laws that the rules of the local language name. */
  readonly acts?: readonly Act[]
  /** By ground. `own`: the rules of the local language name their articles themselves. */
  readonly grounds: 'own' | Readonly<Record<string, Law>>
  /** `grounds` for texts in another language: English in China, Chinese in the United States. */
  readonly otherLanguage?: Readonly<Record<string, Law>>
  readonly payRange?: readonly PayRangeLaw[]
  readonly fires: readonly string[]
  readonly quiet: readonly string[]
}

export type JurisdictionName = 'cn' | 'us' | 'uk' | 'eu' | 'elsewhere'

/** The day of the last check of all laws. A law that comes into force later isn't applied. */
export const lawsCheckedOn = '2026-11-23'

export const jurisdictions = { cn, us, uk, eu, elsewhere } as Readonly<Record<JurisdictionName, Jurisdiction>>

const groundOf = new Map(
  Object.entries(grounds).flatMap(([ground, rules]) => rules.map((rule) => [rule, ground] as const)),
)
/** Findings on style and missing facts depend on the language, not on the law. */
const isOfNoGround = (rule: string): boolean => {
  const ground = groundOf.get(rule)
  return ground === undefined || ground === 'wording'
}

/** A finding with the local law; undefined if that law allows the words. */
export function underLaw(
  finding: ComplianceFinding,
  place: JurisdictionName,
  isChinese: boolean,
): ComplianceFinding | undefined {
  const own: JurisdictionName = isChinese ? 'cn' : 'us'
  const { grounds: laws, otherLanguage = {} } = jurisdictions[place]
  const law = (laws === 'own' ? otherLanguage : laws)[groundOf.get(finding.rule) ?? '']
  if (place === own) return isChinese ? finding : withThreshold(finding, law)
  if (isOfNoGround(finding.rule)) return place === 'elsewhere' || own === 'us' ? bare(finding) : undefined
  if (law === undefined) return undefined
  const isMilder = finding.severity === 'violation' && (place === 'elsewhere' || law.severity === 'risk')
  const severity: Severity = isMilder ? 'risk' : finding.severity
  return withThreshold({ ...finding, severity, legalBasis: law.section }, law)
}

/** The size of the employer is unknown, so the finding names the smallest one that the law binds. */
function withThreshold(finding: ComplianceFinding, law: Law | undefined): ComplianceFinding {
  if (law?.employeesMin === undefined) return finding
  const bound = `the federal law binds employers of ${law.employeesMin} or more, state law often smaller ones`
  return { ...finding, legalBasis: `${finding.legalBasis}; ${bound}` }
}

/** The laws on pay ranges of a jurisdiction that are in force on a day. */
export function payRangeLawsOn(name: JurisdictionName, day: string): readonly PayRangeLaw[] {
  return (jurisdictions[name].payRange ?? []).filter(({ inForce }) => inForce <= day)
}

/** What a law requires of which employers, for a finding on missing pay. */
export function requirementOf(law: PayRangeLaw): string {
  const { name, employeesMin, employeesIn, also, requirement, inForce, link } = law
  const place = employeesIn === undefined ? '' : ` ${employeesIn}`
  const bound = employeesMin > 1 ? `employers of ${employeesMin} or more${place}` : 'employers of any size'
  const besides = also === undefined ? '' : `, and ${also}`
  const usual = `The law of ${name} requires the pay or its range, with both ends, in a posting${besides}`
  return `${requirement ?? usual} (${bound}; applies from ${inForce}). Please add it. ${link}`
}

/** Drops findings that rest only on the law of another place: a missing pay range is no fault here. */
function bare(finding: ComplianceFinding): ComplianceFinding | undefined {
  return finding.rule === 'pay-range' ||
    finding.rule === 'missing-facts' ||
    finding.severity !== severities[2]
    ? undefined
    : finding
}
