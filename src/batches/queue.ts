import { type Queryable, sql } from '../store/index.ts'
import type { BatchQueue } from './batches.ts'

/** Reads only counters and small indexes, so ended batches cost nothing here. */
export async function readQueue(queryable: Queryable): Promise<BatchQueue> {
  return queryable.one<BatchQueue>(sql`
    select
      (select count(*)::int from batches where status = 'running') as "batchesRunning",
      (select coalesce(sum(pending), 0)::int from batch_accounts where pending > 0) as "candidatesWaiting",
      (select count(*)::int from batch_items where state = 'running') as "candidatesRunning",
      (select min(created_at) from batches where status = 'running') as "oldestRunningAt"`)
}
