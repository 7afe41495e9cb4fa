import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { read } from '../../api/index.ts'
import { type DraftCriterion, draftsOf, newDraft } from '../../ui/index.ts'

/**
 * The criteria of a new batch. Editing starts with those of the batch `from`: its criteria, or the
 * requirements read for its first candidate. The editor opens immediately if the user came to edit.
 */
export function useCriteria(from: string, atOnce: boolean) {
  const [criteria, setCriteria] = useState<readonly DraftCriterion[] | null>(null)
  const batch = useQuery({ ...read('/batches/{id}', { path: { id: from } }), enabled: from !== '' })
  const found = batch.data?.criteria ?? batch.data?.items.find(({ score }) => score !== null)?.requirements
  const edit = () => setCriteria(found && found.length > 0 ? draftsOf(found) : [newDraft()])
  const begun = useRef(false)
  const own = batch.data?.criteria
  useEffect(() => {
    if (begun.current || found === undefined) return
    begun.current = true
    if (atOnce || own) setCriteria(draftsOf(found))
  }, [found, own, atOnce])
  return { criteria, setCriteria, edit }
}
