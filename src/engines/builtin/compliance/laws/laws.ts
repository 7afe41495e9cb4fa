import { type ComplianceFinding, type Severity, severities } from '../../../../contract/index.ts'
import cn from './cn.json' with { type: 'json' }
import elsewhere from './elsewhere.json' with { type: 'json' }
import eu from './eu.json' with { type: 'json' }
import grounds from './grounds.json' with { type: 'json' }
import uk from './uk.json' with { type: 'json' }
import us from './us.json' with { type: 'json' }

/** An article: its section, the date from which it is in force, and the link to its official text. */
export interface Law {
  readonly section: string
  readonly inForce: string
  readonly link: string
}

/** A law that requires the pay or its range in a posting. */
export interface PayRangeLaw extends Law {
  /** Names of the whole jurisdiction, its abbreviation after a town, and its large cities. */
  readonly places: readonly string[]
  readonly abbreviation: string
  readonly cities: readonly string[]
  readonly name: string
  /** The law doesn't bind smaller employers. */
  readonly employeesMin: number
  readonly severity?: string
}

export interface Jurisdiction {
  readonly name: string
  readonly places: readonly string[]
  /** Currencies and terms that no other jurisdiction uses. */
  readonly signs?: readonly string[]
  /** By ground. `own`: the rules of the local language name their articles themselves. */
  readonly grounds: 'own' | Readonly<Record<string, Law>>
  /** The same for texts in English, for jurisdictions with another language. */
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
  if (place === own) return finding
  if (isOfNoGround(finding.rule)) return place === 'elsewhere' || own === 'us' ? bare(finding) : undefined
  const { grounds: laws, english = {} } = jurisdictions[place]
  const law = (laws === 'own' ? english : laws)[groundOf.get(finding.rule) ?? '']
  if (law === undefined) return undefined
  const severity: Severity =
    place === 'elsewhere' && finding.severity === 'violation' ? 'risk' : finding.severity
  return { ...finding, severity, legalBasis: law.section }
}

/** Drops findings that rest only on the law of another place: a missing pay range is no fault here. */
function bare(finding: ComplianceFinding): ComplianceFinding | undefined {
  return finding.rule === 'pay-range' ||
    finding.rule === 'missing-facts' ||
    finding.severity !== severities[2]
    ? undefined
    : finding
}
