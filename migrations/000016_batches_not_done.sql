-- The few batches that failed or are partial, for the operator's `batch list --status`: among a million, the search
-- by id read all of them (300 ms). A batch gets here once, when it ends.
create index batches_not_done on batches (status, batch_id) where status in ('failed', 'partial');
