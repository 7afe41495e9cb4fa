import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { isFault, send } from '../../api/index.ts'
import { dataUrlOf } from '../../ui/index.ts'
import type { DraftCandidate } from './draft.ts'

/** Files read in parallel. The service would queue more, and each is a large body. */
const atOnce = 2

/** Reads the waiting files; each is charged separately, and failed ones stay in the list. */
export function useReading(set: Dispatch<SetStateAction<readonly DraftCandidate[]>>) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const change = (id: number, part: Partial<DraftCandidate>) =>
    set((list) => list.map((candidate) => (candidate.id === id ? { ...candidate, ...part } : candidate)))

  const readOne = async (candidate: DraftCandidate): Promise<boolean> => {
    if (candidate.file === undefined) return true
    change(candidate.id, { state: 'reading', error: undefined })
    try {
      const fileDataUrl = await dataUrlOf(candidate.file)
      const { data, cost } = await send('post', '/try/parse', {
        body: { fileDataUrl, fileName: candidate.file.name },
      })
      change(candidate.id, {
        state: 'ready',
        text: data.text,
        pages: data.pages,
        paidCents: cost.billed_point_cents,
      })
      return true
    } catch (error) {
      change(candidate.id, { state: 'failed', error })
      // The remaining files would fail in the same way.
      return !isFault(error, 'insufficient_points', 'quota_exceeded', 'signed_out', 'recruiter_only')
    }
  }

  const readAll = async (candidates: readonly DraftCandidate[]) => {
    setBusy(true)
    const queue = candidates.filter(({ state }) => state === 'waiting')
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        if (!(await readOne(next))) queue.length = 0
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    setBusy(false)
    void client.invalidateQueries({ queryKey: ['/balance'] })
  }
  return { busy, readAll, readOne }
}
