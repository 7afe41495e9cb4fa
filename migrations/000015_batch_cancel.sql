-- Room: batches. An operator may end a batch: candidates that are still open fail as cancelled, and what was
-- scored is charged.

alter table batches
  add column cancelled_at timestamptz,
  add constraint cancelled_has_no_open_items check (cancelled_at is null or open_items = 0);
alter table batch_items
  drop constraint batch_items_failure_check,
  add constraint batch_items_failure_check
    check (failure in ('engine', 'abandoned', 'stale', 'cancelled')) not valid;
