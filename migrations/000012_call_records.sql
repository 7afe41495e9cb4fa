-- Room: console. A record of every call that reached an account, refused ones included, and their sums by day.
-- No text and no body is in them, and no money: what was charged is the ledger's to tell. Written in batches
-- beside the calls; account_id leads every key.

create table call_records (
  account_id uuid not null,
  -- UUID version 7: ordered by the moment of the call.
  request_id uuid not null,
  at timestamptz not null,
  operation text not null,
  door text not null,
  -- Null: from the page, without a key.
  key_id uuid,
  status smallint not null,
  -- Null where there was none.
  error text,
  outcome text not null check (outcome in ('ok', 'refused', 'failed')),
  milliseconds integer not null check (milliseconds >= 0),
  pages integer check (pages >= 0),
  tokens bigint check (tokens >= 0),
  primary key (account_id, request_id)
);
-- One a filter of the table of calls: the newest first, however rare what is looked for.
create index call_records_by_operation on call_records (account_id, operation, request_id);
create index call_records_by_key on call_records (account_id, key_id, request_id);
create index call_records_by_door on call_records (account_id, door, request_id);
create index call_records_not_ok on call_records (account_id, outcome, request_id) where outcome <> 'ok';
-- For deleting what is old: rows come in the order of time.
create index call_records_by_time on call_records using brin (at);

-- How many calls of a day took how long: one row a bucket of milliseconds. Grows in the statement that adds the
-- records, so it is never another number than that of the records.
create table call_days (
  account_id uuid not null,
  -- In the time zone of the quotas.
  day date not null,
  operation text not null,
  outcome text not null check (outcome in ('ok', 'refused', 'failed')),
  bucket smallint not null check (bucket >= 0),
  calls bigint not null check (calls > 0),
  primary key (account_id, day, operation, outcome, bucket)
) with (fillfactor = 50);
create index call_days_by_day on call_days (day);
