import type { BatchSummary, Criterion, MatchData } from '../contract/index.ts'
import type { Sealer } from '../kit/index.ts'

/** Replaces a text that is no longer needed. */
export const placeholder = Buffer.from('removed')

/**
 * The stored part of a match, sealed, until its batch is deleted. It contains nothing of the resume except
 * the quotes that strengths, gaps and requirements give as evidence. Older results lack the optional fields.
 */
export interface ItemResult
  extends Partial<Pick<MatchData, 'strengths' | 'gaps' | 'requirements' | 'warnings' | 'confidence'>> {
  readonly tags: readonly string[]
  /** The tags in favour of the candidate. */
  readonly shown: readonly string[]
  readonly recommendation: string
  /** Whether the recommendation is to proceed with the candidate. */
  readonly recommended?: boolean
}

type Sealable = ItemResult | BatchSummary | readonly Criterion[]

/**
 * Seals the personal data of one account's batches. A value that was sealed for one field opens only there.
 */
export interface BatchSealer {
  sealText(text: string, field: string): Uint8Array
  /** Null if it was sealed under another key. */
  openText(sealed: Uint8Array, field: string): string | null
  sealJson(value: Sealable, field: string): Uint8Array
  openJson<Value extends Sealable>(sealed: Uint8Array, field: string): Value | null
}

export function batchSealer(sealer: Sealer): BatchSealer {
  const sealText = (text: string, field: string) => sealer.seal(Buffer.from(text, 'utf8'), field)
  const openText = (sealed: Uint8Array, field: string) => {
    const opened = sealer.open(sealed, field)
    return opened === null ? null : Buffer.from(opened).toString('utf8')
  }
  return {
    sealText,
    openText,
    sealJson: (value, field) => sealText(JSON.stringify(value), field),
    openJson<Value>(sealed: Uint8Array, field: string) {
      const text = openText(sealed, field)
      return text === null ? null : (JSON.parse(text) as Value)
    },
  }
}

interface BatchName {
  readonly accountId: string
  readonly batchId: string
}
interface ItemName extends BatchName {
  readonly position: number
}

export const sealedFields = {
  label: ({ accountId, batchId }: BatchName) => `batch label ${accountId} ${batchId}`,
  jd: ({ accountId, batchId }: BatchName) => `batch jd ${accountId} ${batchId}`,
  criteria: ({ accountId, batchId }: BatchName) => `batch criteria ${accountId} ${batchId}`,
  summary: ({ accountId, batchId }: BatchName) => `batch summary ${accountId} ${batchId}`,
  candidate: (item: ItemName) => `batch candidate ${item.accountId} ${item.batchId} ${item.position}`,
  resume: (item: ItemName) => `batch resume ${item.accountId} ${item.batchId} ${item.position}`,
  result: (item: ItemName) => `batch result ${item.accountId} ${item.batchId} ${item.position}`,
}
