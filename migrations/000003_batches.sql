-- Room: batches. Batches, their candidates, and who is served next. What must never happen is refused here
-- once more, whatever the program does. Times of leases are the server's own (clock_timestamp()), so that
-- clocks of machines need not agree.
--
-- account_id leads every primary key and no transaction crosses accounts. The row of batch_accounts is locked
-- before any candidate of its account changes state, so its counters are exact.

create table batches (
  account_id uuid not null,
  batch_id uuid not null,
  -- The call that started it, whose hold pays for it.
  request_id uuid not null,
  status text not null default 'running' check (status in ('running', 'done', 'partial', 'failed')),
  -- Of the job description, and so of all that is said about the candidates.
  language text not null check (language in ('zh', 'en')),
  total integer not null check (total > 0),
  -- Candidates that have not ended.
  open_items integer not null check (open_items between 0 and total),
  label_sealed bytea,
  -- Encrypted while it runs; afterwards nobody needs it.
  jd bytea not null,
  created_at timestamptz not null,
  -- When it was ended for having run too long.
  reclaimed_at timestamptz,
  ended_at timestamptz,
  billed bigint check (billed >= 0),
  resource_billed bigint check (resource_billed between 0 and billed),
  balance bigint check (balance >= 0),
  summary_sealed bytea,
  primary key (account_id, batch_id),
  constraint ends_complete check (
    (status = 'running') = (ended_at is null) and (status = 'running') = (billed is null)
    and (status = 'running') = (summary_sealed is null)),
  constraint ends_when_all_ended check (status = 'running' or open_items = 0),
  constraint reclaimed_is_failed check (reclaimed_at is null or status in ('running', 'failed')),
  constraint jd_goes_at_the_end check ((status = 'running') = (jd <> 'removed'::bytea))
) with (fillfactor = 70);
create index batches_running on batches (created_at) where status = 'running';
create index batches_to_settle on batches (created_at) where status = 'running' and open_items = 0;

create table batch_items (
  account_id uuid not null,
  batch_id uuid not null,
  -- From 1, in the order of submission.
  position integer not null check (position > 0),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'scored', 'failed')),
  label_sealed bytea,
  -- Encrypted until the candidate ends, then the placeholder.
  resume bytea not null,
  -- Failures of the engine.
  attempts integer not null default 0 check (attempts >= 0),
  -- Claims, of which a dead process leaves one behind.
  starts integer not null default 0 check (starts >= 0),
  not_before timestamptz not null default '-infinity',
  leased_by uuid,
  lease_until timestamptz,
  -- Not rounded: what candidates are ranked by.
  score double precision check (score between 0 and 100),
  result_sealed bytea,
  prompt_tokens integer check (prompt_tokens >= 0),
  completion_tokens integer check (completion_tokens >= 0),
  failure text check (failure in ('engine', 'abandoned', 'stale')),
  ended_at timestamptz,
  primary key (account_id, batch_id, position),
  foreign key (account_id, batch_id) references batches (account_id, batch_id),
  constraint lease_while_running check (
    (state = 'running') = (leased_by is not null) and (state = 'running') = (lease_until is not null)),
  constraint scored_has_result check (
    (state = 'scored') = (score is not null) and (state = 'scored') = (result_sealed is not null)),
  constraint failed_has_reason check ((state = 'failed') = (failure is not null)),
  constraint ended_has_time check ((state in ('scored', 'failed')) = (ended_at is not null)),
  constraint resume_goes_at_the_end check ((state in ('waiting', 'running')) = (resume <> 'removed'::bytea))
) with (fillfactor = 70);
-- Ciphertext does not compress: trying costs time and gains nothing.
alter table batch_items alter column resume set storage external;
create index batch_items_waiting on batch_items (account_id, batch_id, position) where state = 'waiting';
create index batch_items_leased on batch_items (lease_until) where state = 'running';

-- Whose turn it is: the account that was served longest ago comes first, however much it has waiting.
create table batch_accounts (
  account_id uuid primary key,
  pending integer not null default 0 check (pending >= 0),
  running integer not null default 0 check (running >= 0),
  served_at timestamptz not null,
  -- Not worth a look before: all that waits, waits for another attempt.
  due_at timestamptz not null
) with (fillfactor = 50);
create index batch_accounts_waiting on batch_accounts (served_at) where pending > 0;

create function batches_refuse() returns trigger language plpgsql as $$
begin
  raise exception '% on % is not allowed: %', tg_op, tg_table_name, tg_argv[0]
    using errcode = 'restrict_violation';
end
$$;

-- The WHEN clauses are false on every legal path, where the function is not called.
create trigger batches_end_once before update on batches for each row
  when (old.status <> 'running' or new.total <> old.total or new.request_id <> old.request_id)
  execute function batches_refuse('a batch ends once, and is charged once');
create trigger batch_items_end_once before update on batch_items for each row
  when (old.state in ('scored', 'failed'))
  execute function batches_refuse('a candidate ends once');
