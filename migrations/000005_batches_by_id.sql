-- Room: batches. The way to a batch whose account isn't known, and through all of them from the newest to the
-- oldest: an operator's. Ids are UUIDs of version 7, so their order is that of the batches' beginning.

create index batches_by_id on batches (batch_id);
