import { type ComplianceFinding, type Severity, severities } from '../../../../contract/index.ts'
import cn from './cn.json' with { type: 'json' }
import elsewhere from './elsewhere.json' with { type: 'json' }
import eu from './eu.json' with { type: 'json' }
import grounds from './grounds.json' with { type: 'json' }
import uk from './uk.json' with { type: 'json' }
import us from './us.json' with { type: 'json' }

/** An article: where it stands, since when it is in force, and its official text. */
export interface Law {
  readonly section: string
  readonly inForce: string
  readonly link: string
}

/** A law that wants the pay or its range in a posting. */
export interface PayRangeLaw extends Law {
  /** Names of the whole jurisdiction, its abbreviation behind a town, and its large cities. */
  readonly places: readonly string[]
  readonly abbreviation: string
  readonly cities: readonly string[]
  readonly name: string
  /** Smaller employers are not bound. */
  readonly employeesMin: number
  readonly severity?: string
}

export interface Jurisdiction {
  readonly name: string
  readonly places: readonly string[]
  /** Money and terms that are used in no other. */
  readonly signs?: readonly string[]
  /** By ground; `own`: the rules of the language that is spoken there name their articles themselves. */
  readonly grounds: 'own' | Readonly<Record<string, Law>>
  /** The same for texts in English, where another language is spoken. */
  readonly english?: Readonly<Record<string, Law>>
  readonly payRange?: readonly PayRangeLaw[]
  readonly fires: readonly string[]
  readonly quiet: readonly string[]
}

export type JurisdictionName = 'cn' | 'us' | 'uk' | 'eu' | 'elsewhere'

export const jurisdictions = { cn, us, uk, eu, elsewhere } as Readonly<Record<JurisdictionName, Jurisdiction>>

const groundOf = new Map(
  Object.entries(grounds).flatMap(([ground, rules]) => rules.map((rule) => [rule, ground] as const)),
)
/** Style, and facts that a text lacks, are told everywhere where their language is. */
const isOfNoGround = (rule: string): boolean => {
  const ground = groundOf.get(rule)
  return ground === undefined || ground === 'wording'
}

/** A finding with the law of the place; undefined where that law has nothing against the words. */
export function underLaw(
  finding: ComplianceFinding,
  place: JurisdictionName,
  isChinese: boolean,
): ComplianceFinding | undefined {
  const own: JurisdictionName = isChinese ? 'cn' : 'us'
  if (place === own) return finding
  if (isOfNoGround(finding.rule)) return place === 'elsewhere' || own === 'us' ? bare(finding) : undefined
  const { grounds: laws, english = {} } = jurisdictions[place]
  const law = (laws === 'own' ? english : laws)[groundOf.get(finding.rule) ?? '']
  if (law === undefined) return undefined
  const severity: Severity =
    place === 'elsewhere' && finding.severity === 'violation' ? 'risk' : finding.severity
  return { ...finding, severity, legalBasis: law.section }
}

/** Nothing that only the law of another place says: a missing range is no fault there. */
function bare(finding: ComplianceFinding): ComplianceFinding | undefined {
  return finding.rule === 'pay-range' ||
    finding.rule === 'missing-facts' ||
    finding.severity !== severities[2]
    ? undefined
    : finding
}
