-- Room: console. A record of every call that reached an account, refused ones included, and their sums by
-- day. No text and no body is in them, and no money: what was charged is the ledger's to tell. Written in
-- batches beside the calls; account_id leads every key.

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

-- The calls of a day by operation: how they ended, and how many took how long, by bucket of milliseconds.
-- Grows in the statement that adds the records, so it is never another number than that of the records.
create table call_days (
  account_id uuid not null,
  -- In the time zone of the quotas.
  day date not null,
  operation text not null,
  ok bigint not null check (ok >= 0),
  refused bigint not null check (refused >= 0),
  failed bigint not null check (failed >= 0),
  counts bigint[] not null,
  primary key (account_id, day, operation)
) with (fillfactor = 50);
create index call_days_by_day on call_days using brin (day);

-- How many of these fall into each bucket, from 0 on.
create function call_counts(p_buckets smallint[], p_last integer) returns bigint[] language sql immutable
return (select array_agg((select count(*) from unnest(p_buckets) b where b = n) order by n)
        from generate_series(0, p_last) n);

create function call_counts_sum(p_one bigint[], p_other bigint[]) returns bigint[] language sql immutable
return (select array_agg(coalesce(u.a, 0) + coalesce(u.b, 0) order by u.n)
        from unnest(p_one, p_other) with ordinality as u(a, b, n));
