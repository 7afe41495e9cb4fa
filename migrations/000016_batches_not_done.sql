-- Room: batches. An index for the operator's `batch list --status failed` and `partial`.
-- Few batches end in these states. Without it the search by id read a million batches (300 ms).
create index batches_not_done on batches (status, batch_id) where status in ('failed', 'partial');
