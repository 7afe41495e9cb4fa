-- Room: ledger. Spending limits of keys, the source of a grant, refunds, and the indexes of the statement.

-- What keys may spend and have spent: charged, or held by an open call. Part of the account's aggregate. A
-- key and its successors share a budget, so rotating a key resets nothing. A key that never had a limit has
-- no row, and its calls write none.
create table key_budgets (
  account_id uuid not null,
  -- The id of the key that had the limits first.
  budget_id uuid not null,
  key_ids uuid[] not null check (cardinality(key_ids) >= 1),
  -- Null: no limit.
  limit_total bigint,
  limit_daily bigint,
  limit_monthly bigint,
  spent_total bigint not null,
  -- The day of spent_daily, as in requests.quota_day; spent_monthly is that of its month.
  spent_day date not null,
  spent_daily bigint not null,
  spent_monthly bigint not null,
  primary key (account_id, budget_id),
  constraint nothing_below_zero check (
    least(limit_total, limit_daily, limit_monthly, spent_total, spent_daily, spent_monthly) >= 0
  ),
  constraint windows_are_nested check (spent_daily <= spent_monthly and spent_monthly <= spent_total)
) with (fillfactor = 50);
create trigger key_budgets_stay before delete on key_budgets
  for each row execute function ledger_refuse('what a key has spent is not forgotten');

alter table grants add column source text not null default 'operator'
  constraint known_source check (source in ('signup', 'voucher', 'payment', 'operator', 'refund'));
update grants set source = 'signup' where kind = 'signup_bonus';

-- A charge that was given back, once.
create table refunds (
  account_id uuid not null,
  request_id uuid not null,
  grant_id uuid not null,
  reason text not null check (length(reason) between 1 and 200),
  created_at timestamptz not null,
  primary key (account_id, request_id)
);
create unique index refunds_by_grant on refunds (account_id, grant_id);
create trigger refunds_stay before update or delete on refunds
  for each row execute function ledger_refuse('refunds are only ever added');
create trigger refunds_stay_all before truncate on refunds
  for each statement execute function ledger_refuse('refunds are only ever added');

-- Codes that give points once, kept as SHA-256.
create table vouchers (
  voucher_id uuid primary key,
  code_hash bytea not null unique check (length(code_hash) = 32),
  last_four text not null check (length(last_four) = 4),
  kind text not null check (kind in ('promotion', 'signup_bonus', 'resource_pack', 'paid')),
  point_cents bigint not null check (point_cents > 0),
  created_at timestamptz not null,
  expires_at timestamptz,
  grant_expires_at timestamptz,
  note text check (length(note) <= 200),
  redeemed_at timestamptz,
  account_id uuid,
  grant_id uuid,
  constraint redeemed_by_somebody check (num_nonnulls(redeemed_at, account_id, grant_id) in (0, 3))
);
create trigger vouchers_are_redeemed_once before update on vouchers for each row
  when (old.redeemed_at is not null or new.point_cents <> old.point_cents)
  execute function ledger_refuse('a voucher is redeemed once');

-- Points that are bought. Paid points are granted in the transaction that notes the payment.
create table payments (
  payment_id uuid primary key,
  account_id uuid not null,
  provider text not null,
  offer_id text not null,
  point_cents bigint not null check (point_cents > 0),
  price_minor_units bigint not null check (price_minor_units >= 0),
  currency text not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  grant_id uuid,
  constraint granted_when_paid check (num_nonnulls(paid_at, grant_id) in (0, 2))
);
create trigger payments_are_paid_once before update on payments for each row
  when (old.paid_at is not null or new.account_id <> old.account_id or new.point_cents <> old.point_cents)
  execute function ledger_refuse('a payment is paid once');

-- Below which balance the user center warns; no row: never.
create table low_lines (
  account_id uuid primary key,
  point_cents bigint not null check (point_cents >= 0)
);

-- The statement, newest first. Captures are indexed by the grant that paid: an account has few grants, and
-- the captures of one kind are found without reading the others. The two other indexes are small: a call that
-- is charged writes to neither.
create index entries_of_captures on entries (account_id, grant_id, created_at, group_id)
  where credit = 'revenue';
create index entries_but_captures on entries (account_id, created_at, group_id, grant_id)
  where credit <> 'revenue';
create index requests_uncharged on requests (account_id, settled_at, request_id)
  where settled_at is not null and captured = 0;

-- The same as before, but that accounts bring their budgets along, and requests their key and day.
create or replace function ledger_load(
  p_accounts uuid[],
  p_request_accounts uuid[], p_requests uuid[],
  p_claim_accounts uuid[], p_claim_operations text[], p_claim_hashes bytea[]
) returns table (accounts json, requests json, claims json)
language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  if cardinality(p_accounts) > 0 then
    accounts := (
      select json_agg(json_build_object(
        'account_id', a.account_id, 'version', a.version, 'held', a.held,
        'promotion', a.promotion, 'signup_bonus', a.signup_bonus, 'resource_pack', a.resource_pack,
        'paid', a.paid, 'quota_day', a.quota_day, 'day_count', a.day_count,
        'quota_month', a.quota_month, 'month_count', a.month_count,
        'quota_daily', a.quota_daily, 'quota_monthly', a.quota_monthly,
        'grants', (
          select json_agg(json_build_object(
            'grant_id', g.grant_id, 'kind', g.kind, 'remaining', g.remaining,
            'expires_at', (extract(epoch from g.expires_at) * 1000)::bigint,
            'created_at', (extract(epoch from g.created_at) * 1000)::bigint,
            'held_since_expiry', (
              select coalesce(sum(h.held), 0)::bigint from requests h
              where h.account_id = g.account_id and h.state = 'held' and h.created_at >= g.expires_at)))
          from grants g where g.account_id = a.account_id and not g.spent),
        'budgets', (
          select json_agg(json_build_object(
            'budget_id', b.budget_id, 'key_ids', b.key_ids,
            'limit_total', b.limit_total, 'limit_daily', b.limit_daily, 'limit_monthly', b.limit_monthly,
            'spent_total', b.spent_total, 'spent_day', b.spent_day, 'spent_daily', b.spent_daily,
            'spent_monthly', b.spent_monthly))
          from key_budgets b where b.account_id = a.account_id)))
      from unnest(p_accounts) as u(account_id) join ledger_accounts a on a.account_id = u.account_id);
  end if;
  if cardinality(p_claim_accounts) > 0 then
    claims := (
      select json_agg(json_build_object(
        'account_id', c.account_id, 'operation', c.operation, 'key_hash', encode(c.key_hash, 'hex'),
        'request_id', c.request_id, 'fingerprint', encode(c.fingerprint, 'hex'),
        'lease_until', (extract(epoch from c.lease_until) * 1000)::bigint,
        'reply_sealed', encode(c.reply_sealed, 'base64'),
        'expires_at', (extract(epoch from c.expires_at) * 1000)::bigint,
        'request', (
          select json_build_object(
            'account_id', r.account_id, 'request_id', r.request_id, 'operation', r.operation,
            'state', r.state, 'held', r.held, 'key_id', r.key_id, 'quota_day', r.quota_day,
            'captured', r.captured, 'resource_captured', r.resource_captured,
            'created_at', (extract(epoch from r.created_at) * 1000)::bigint,
            'lease_until', (extract(epoch from r.lease_until) * 1000)::bigint,
            'key_hash', encode(r.key_hash, 'hex'))
          from requests r
          where c.reply_sealed is null and r.account_id = c.account_id and r.request_id = c.request_id)))
      from unnest(p_claim_accounts, p_claim_operations, p_claim_hashes) as u(account_id, operation, key_hash)
      join claims c on c.account_id = u.account_id and c.operation = u.operation and c.key_hash = u.key_hash);
  end if;
  if cardinality(p_request_accounts) > 0 then
    requests := (
      select json_agg(json_build_object(
        'account_id', r.account_id, 'request_id', r.request_id, 'operation', r.operation, 'state', r.state,
        'held', r.held, 'key_id', r.key_id, 'quota_day', r.quota_day,
        'captured', r.captured, 'resource_captured', r.resource_captured,
        'created_at', (extract(epoch from r.created_at) * 1000)::bigint,
        'lease_until', (extract(epoch from r.lease_until) * 1000)::bigint,
        'key_hash', encode(r.key_hash, 'hex')))
      from unnest(p_request_accounts, p_requests) as u(account_id, request_id)
      join requests r on r.account_id = u.account_id and r.request_id = u.request_id);
  end if;
  return next;
end
$$;

-- Takes the place of ledger_write: knows budgets and sources.
create function ledger_write_round(
  p_now timestamptz,
  p_account uuid[], p_version bigint[],
  p_promotion bigint[], p_signup_bonus bigint[], p_resource_pack bigint[], p_paid bigint[], p_held bigint[],
  p_next_expiry timestamptz[], p_quota_day date[], p_day_count integer[],
  p_quota_month date[], p_month_count integer[], p_quota_daily integer[], p_quota_monthly integer[],
  p_made_account integer[], p_made_grant uuid[], p_made_kind text[], p_made_amount bigint[],
  p_made_expires timestamptz[], p_made_note text[], p_made_source text[],
  p_drawn_account integer[], p_drawn_grant uuid[], p_drawn_remaining bigint[],
  p_opened_account integer[], p_opened_request uuid[], p_opened_operation text[], p_opened_door text[],
  p_opened_key uuid[], p_opened_held bigint[], p_opened_lease timestamptz[], p_opened_day date[],
  p_opened_hash bytea[], p_opened_note bytea[],
  p_ended_account integer[], p_ended_request uuid[], p_ended_state text[], p_ended_captured bigint[],
  p_ended_resource bigint[], p_ended_usage text[],
  p_extended_account integer[], p_extended_request uuid[], p_extended_lease timestamptz[],
  p_dropped_account integer[], p_dropped_operation text[], p_dropped_hash bytea[], p_dropped_request uuid[],
  p_put_account integer[], p_put_operation text[], p_put_hash bytea[], p_put_request uuid[],
  p_put_fingerprint bytea[], p_put_lease timestamptz[],
  p_answered_account integer[], p_answered_operation text[], p_answered_hash bytea[],
  p_answered_request uuid[], p_answered_reply bytea[], p_answered_expires timestamptz[],
  p_entry_account integer[], p_entry_group uuid[], p_entry_grant uuid[], p_entry_movement text[],
  p_entry_amount bigint[],
  p_budget_account integer[], p_budget uuid[], p_budget_keys text[],
  p_budget_limit_total bigint[], p_budget_limit_daily bigint[], p_budget_limit_monthly bigint[],
  p_budget_spent_total bigint[], p_budget_day date[], p_budget_spent_daily bigint[],
  p_budget_spent_monthly bigint[]
) returns boolean[]
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set lock_timeout = '1s'
as $$
declare
  v_written boolean[] := array_fill(false, array[cardinality(p_account)]);
  v_count integer := 0;
  v_position bigint;
begin
  for v_position in
    update ledger_accounts a
    set version = a.version + 1, promotion = u.promotion, signup_bonus = u.signup_bonus,
        resource_pack = u.resource_pack, paid = u.paid, held = u.held, next_expiry_at = u.next_expiry,
        quota_day = u.quota_day, day_count = u.day_count,
        quota_month = u.quota_month, month_count = u.month_count,
        quota_daily = u.quota_daily, quota_monthly = u.quota_monthly
    from unnest(p_account, p_version, p_promotion, p_signup_bonus, p_resource_pack, p_paid, p_held,
                p_next_expiry, p_quota_day, p_day_count, p_quota_month, p_month_count,
                p_quota_daily, p_quota_monthly)
         with ordinality
         as u(account_id, version, promotion, signup_bonus, resource_pack, paid, held, next_expiry,
              quota_day, day_count, quota_month, month_count, quota_daily, quota_monthly, position)
    where a.account_id = u.account_id and a.version = u.version
    returning u.position
  loop
    v_written[v_position] := true;
    v_count := v_count + 1;
  end loop;
  if v_count = 0 then
    return v_written;
  end if;

  if cardinality(p_made_account) > 0 then
    insert into grants (account_id, grant_id, kind, granted, remaining, expires_at, note, source, created_at)
    select p_account[u.account], u.grant_id, u.kind, u.amount, u.amount, u.expires_at, u.note, u.source, p_now
    from unnest(p_made_account, p_made_grant, p_made_kind, p_made_amount, p_made_expires, p_made_note,
                p_made_source)
         as u(account, grant_id, kind, amount, expires_at, note, source)
    where v_written[u.account];
  end if;

  if cardinality(p_drawn_account) > 0 then
    update grants g set remaining = u.remaining
    from unnest(p_drawn_account, p_drawn_grant, p_drawn_remaining) as u(account, grant_id, remaining)
    where v_written[u.account] and g.account_id = p_account[u.account] and g.grant_id = u.grant_id;
    get diagnostics v_count = row_count;
    perform ledger_expect(v_count, p_drawn_account, v_written, 'grants');
  end if;

  if cardinality(p_opened_account) > 0 then
    insert into requests (account_id, request_id, operation, door, key_id, held, lease_until, created_at,
                          quota_day, key_hash, note_sealed)
    select p_account[u.account], u.request_id, u.operation, u.door, u.key_id, u.held, u.lease_until, p_now,
           u.day, u.key_hash, u.note
    from unnest(p_opened_account, p_opened_request, p_opened_operation, p_opened_door, p_opened_key,
                p_opened_held, p_opened_lease, p_opened_day, p_opened_hash, p_opened_note)
         as u(account, request_id, operation, door, key_id, held, lease_until, day, key_hash, note)
    where v_written[u.account];
  end if;

  if cardinality(p_extended_account) > 0 then
    update requests r set lease_until = u.lease_until, key_hash = null
    from unnest(p_extended_account, p_extended_request, p_extended_lease)
         as u(account, request_id, lease_until)
    where v_written[u.account] and r.account_id = p_account[u.account] and r.request_id = u.request_id;
    get diagnostics v_count = row_count;
    perform ledger_expect(v_count, p_extended_account, v_written, 'leases');
  end if;

  if cardinality(p_ended_account) > 0 then
    update requests r
    set state = u.state, captured = u.captured, resource_captured = u.resource, usage = u.usage::jsonb,
        settled_at = p_now
    from unnest(p_ended_account, p_ended_request, p_ended_state, p_ended_captured, p_ended_resource,
                p_ended_usage)
         as u(account, request_id, state, captured, resource, usage)
    where v_written[u.account] and r.account_id = p_account[u.account] and r.request_id = u.request_id;
    get diagnostics v_count = row_count;
    perform ledger_expect(v_count, p_ended_account, v_written, 'holds');
  end if;

  if cardinality(p_put_account) > 0 then
    insert into claims (account_id, operation, key_hash, request_id, fingerprint, lease_until)
    select p_account[u.account], u.operation, u.key_hash, u.request_id, u.fingerprint, u.lease_until
    from unnest(p_put_account, p_put_operation, p_put_hash, p_put_request, p_put_fingerprint, p_put_lease)
         as u(account, operation, key_hash, request_id, fingerprint, lease_until)
    where v_written[u.account]
    on conflict (account_id, operation, key_hash) do update
    set request_id = excluded.request_id, fingerprint = excluded.fingerprint,
        lease_until = excluded.lease_until, reply_sealed = null, expires_at = null;
  end if;

  if cardinality(p_answered_account) > 0 then
    update claims c set reply_sealed = u.reply, expires_at = u.expires_at
    from unnest(p_answered_account, p_answered_operation, p_answered_hash, p_answered_request,
                p_answered_reply, p_answered_expires)
         as u(account, operation, key_hash, request_id, reply, expires_at)
    where v_written[u.account] and c.account_id = p_account[u.account] and c.operation = u.operation
          and c.key_hash = u.key_hash and c.request_id = u.request_id;
    get diagnostics v_count = row_count;
    perform ledger_expect(v_count, p_answered_account, v_written, 'claims');
  end if;

  if cardinality(p_dropped_account) > 0 then
    delete from claims c
    using unnest(p_dropped_account, p_dropped_operation, p_dropped_hash, p_dropped_request)
          as u(account, operation, key_hash, request_id)
    where v_written[u.account] and c.account_id = p_account[u.account] and c.operation = u.operation
          and c.key_hash = u.key_hash and c.request_id = u.request_id and c.reply_sealed is null;
  end if;

  if cardinality(p_entry_account) > 0 then
    insert into entries (account_id, group_id, grant_id, debit, credit, point_cents, created_at)
    select p_account[u.account], u.group_id, u.grant_id,
           case u.movement when 'grant' then 'source' else 'available' end,
           case u.movement when 'grant' then 'available' when 'capture' then 'revenue'
                           when 'withdrawal' then 'withdrawn' else 'expired' end,
           u.amount, p_now
    from unnest(p_entry_account, p_entry_group, p_entry_grant, p_entry_movement, p_entry_amount)
         as u(account, group_id, grant_id, movement, amount)
    where v_written[u.account];
  end if;

  if cardinality(p_budget_account) > 0 then
    insert into key_budgets (account_id, budget_id, key_ids, limit_total, limit_daily, limit_monthly,
                             spent_total, spent_day, spent_daily, spent_monthly)
    select p_account[u.account], u.budget_id, u.key_ids::uuid[], u.limit_total, u.limit_daily,
           u.limit_monthly, u.spent_total, u.day, u.spent_daily, u.spent_monthly
    from unnest(p_budget_account, p_budget, p_budget_keys, p_budget_limit_total, p_budget_limit_daily,
                p_budget_limit_monthly, p_budget_spent_total, p_budget_day, p_budget_spent_daily,
                p_budget_spent_monthly)
         as u(account, budget_id, key_ids, limit_total, limit_daily, limit_monthly, spent_total, day,
              spent_daily, spent_monthly)
    where v_written[u.account]
    on conflict (account_id, budget_id) do update
    set key_ids = excluded.key_ids, limit_total = excluded.limit_total,
        limit_daily = excluded.limit_daily, limit_monthly = excluded.limit_monthly,
        spent_total = excluded.spent_total, spent_day = excluded.spent_day,
        spent_daily = excluded.spent_daily, spent_monthly = excluded.spent_monthly;
  end if;
  return v_written;
end
$$;

-- What processes of the version before call. They don't know what keys may spend, so they write nothing of
-- accounts whose keys have limits.
create or replace function ledger_write(
  p_now timestamptz,
  p_account uuid[], p_version bigint[],
  p_promotion bigint[], p_signup_bonus bigint[], p_resource_pack bigint[], p_paid bigint[], p_held bigint[],
  p_next_expiry timestamptz[], p_quota_day date[], p_day_count integer[],
  p_quota_month date[], p_month_count integer[], p_quota_daily integer[], p_quota_monthly integer[],
  p_made_account integer[], p_made_grant uuid[], p_made_kind text[], p_made_amount bigint[],
  p_made_expires timestamptz[], p_made_note text[],
  p_drawn_account integer[], p_drawn_grant uuid[], p_drawn_remaining bigint[],
  p_opened_account integer[], p_opened_request uuid[], p_opened_operation text[], p_opened_door text[],
  p_opened_key uuid[], p_opened_held bigint[], p_opened_lease timestamptz[], p_opened_day date[],
  p_opened_hash bytea[], p_opened_note bytea[],
  p_ended_account integer[], p_ended_request uuid[], p_ended_state text[], p_ended_captured bigint[],
  p_ended_resource bigint[], p_ended_usage text[],
  p_extended_account integer[], p_extended_request uuid[], p_extended_lease timestamptz[],
  p_dropped_account integer[], p_dropped_operation text[], p_dropped_hash bytea[], p_dropped_request uuid[],
  p_put_account integer[], p_put_operation text[], p_put_hash bytea[], p_put_request uuid[],
  p_put_fingerprint bytea[], p_put_lease timestamptz[],
  p_answered_account integer[], p_answered_operation text[], p_answered_hash bytea[],
  p_answered_request uuid[], p_answered_reply bytea[], p_answered_expires timestamptz[],
  p_entry_account integer[], p_entry_group uuid[], p_entry_grant uuid[], p_entry_movement text[],
  p_entry_amount bigint[]
) returns boolean[]
language plpgsql
as $$
begin
  if exists (select from key_budgets b where b.account_id = any(p_account)) then
    raise exception 'a process of an earlier version knows no limits of keys' using errcode = 'LG002';
  end if;
  return ledger_write_round(
    p_now, p_account, p_version, p_promotion, p_signup_bonus, p_resource_pack, p_paid, p_held,
    p_next_expiry, p_quota_day, p_day_count, p_quota_month, p_month_count, p_quota_daily, p_quota_monthly,
    p_made_account, p_made_grant, p_made_kind, p_made_amount, p_made_expires, p_made_note,
    array_fill('operator'::text, array[cardinality(p_made_account)]), p_drawn_account, p_drawn_grant,
    p_drawn_remaining, p_opened_account, p_opened_request, p_opened_operation, p_opened_door, p_opened_key,
    p_opened_held, p_opened_lease, p_opened_day, p_opened_hash, p_opened_note, p_ended_account,
    p_ended_request, p_ended_state, p_ended_captured, p_ended_resource, p_ended_usage, p_extended_account,
    p_extended_request, p_extended_lease, p_dropped_account, p_dropped_operation, p_dropped_hash,
    p_dropped_request, p_put_account, p_put_operation, p_put_hash, p_put_request, p_put_fingerprint,
    p_put_lease, p_answered_account, p_answered_operation, p_answered_hash, p_answered_request,
    p_answered_reply, p_answered_expires, p_entry_account, p_entry_group, p_entry_grant, p_entry_movement,
    p_entry_amount, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}');
end
$$;
