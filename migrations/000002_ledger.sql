-- Room: ledger. Points, holds, quotas and idempotency. Nothing but src/ledger writes these tables, and in
-- traffic it writes them through ledger_write() alone. What must never happen is refused here once more,
-- whatever the program does.
--
-- account_id leads every primary key, identifiers are made by the application, no transaction of the
-- traffic needs an order between accounts other than the one ledger_write() locks in: the tables can be
-- sharded by account.

-- One row an account, rewritten once a round, so it must stay a heap-only update: no index but the primary
-- key, and room on the page.
create table ledger_accounts (
  account_id uuid primary key,
  -- Goes up with every change of anything the account owns: what compare-and-set compares.
  version bigint not null default 0,
  promotion bigint not null default 0,
  signup_bonus bigint not null default 0,
  resource_pack bigint not null default 0,
  paid bigint not null default 0,
  held bigint not null default 0,
  -- When the next grant will expire; what is in the past is still to be taken out.
  next_expiry_at timestamptz,
  quota_day date,
  day_count integer not null default 0,
  -- The first of the month.
  quota_month date,
  month_count integer not null default 0,
  -- The account's own limits: null takes those of the terms, 0 means none.
  quota_daily integer,
  quota_monthly integer,
  -- Few and short: every statement that writes the row reads its checks anew.
  constraint nothing_below_zero check (
    least(promotion, signup_bonus, resource_pack, paid, held, day_count, month_count, quota_daily,
          quota_monthly) >= 0
  ),
  constraint held_is_covered check (held <= promotion + signup_bonus + resource_pack + paid)
) with (fillfactor = 50);

create table grants (
  account_id uuid not null,
  grant_id uuid not null,
  kind text not null check (kind in ('promotion', 'signup_bonus', 'resource_pack', 'paid')),
  granted bigint not null check (granted > 0),
  remaining bigint not null check (remaining between 0 and granted),
  -- Indexed instead of `remaining`, so that drawing from a grant stays a heap-only update until its last
  -- draw.
  spent boolean not null generated always as (remaining = 0) stored,
  expires_at timestamptz,
  note text,
  created_at timestamptz not null,
  primary key (account_id, grant_id)
) with (fillfactor = 50);
create index grants_open on grants (account_id) where not spent;
create index grants_to_expire on grants (expires_at) where not spent and expires_at is not null;

-- A call: its hold, and the record of its usage.
create table requests (
  account_id uuid not null,
  request_id uuid not null,
  operation text not null,
  door text not null check (door in ('rest', 'mcp')),
  key_id uuid not null,
  state text not null default 'held' check (state in ('held', 'captured', 'released')),
  held bigint not null check (held >= 0),
  captured bigint not null default 0 check (captured between 0 and held),
  -- The part of it that resource packs paid.
  resource_captured bigint not null default 0 check (resource_captured between 0 and captured),
  lease_until timestamptz not null,
  created_at timestamptz not null,
  -- The day on which the quota counted it, in the quota's time zone.
  quota_day date not null,
  settled_at timestamptz,
  -- SHA-256 of the idempotency key that the call holds; null if it has none, or was answered while the hold
  -- goes on.
  key_hash bytea,
  -- Encrypted: may be personal (a file name).
  note_sealed bytea,
  usage jsonb,
  primary key (account_id, request_id),
  constraint ended_when_settled check ((state = 'held') = (settled_at is null)),
  constraint only_captures_charge check (state = 'captured' or captured = 0)
);
create index requests_held on requests (lease_until) where state = 'held';

-- Who has an idempotency key: a call that is running, or one that succeeded and whose reply is kept for a
-- day.
create table claims (
  account_id uuid not null,
  operation text not null,
  key_hash bytea not null,
  request_id uuid not null,
  fingerprint bytea not null,
  lease_until timestamptz not null,
  -- Encrypted.
  reply_sealed bytea,
  expires_at timestamptz,
  primary key (account_id, operation, key_hash),
  constraint replies_expire check ((reply_sealed is null) = (expires_at is null))
);
create index claims_to_delete on claims (expires_at) where expires_at is not null;

-- Double entry: one row is one debit and one credit of the same amount, so every group balances. A grant's
-- group bears the grant's id, a capture's the request's: neither can be entered twice.
create table entries (
  account_id uuid not null,
  group_id uuid not null,
  grant_id uuid not null,
  debit text not null,
  credit text not null,
  point_cents bigint not null check (point_cents > 0),
  created_at timestamptz not null,
  primary key (account_id, group_id, grant_id),
  constraint known_movement check (
    (debit = 'available' and credit = 'revenue')
    or (debit = 'source' and credit = 'available')
    or (debit = 'available' and credit = 'expired')
  )
);

create function ledger_refuse() returns trigger language plpgsql as $$
begin
  raise exception '% on % is not allowed: %', tg_op, tg_table_name, tg_argv[0]
      using errcode = 'restrict_violation';
end
$$;

create trigger entries_stay before update or delete on entries
  for each row execute function ledger_refuse('entries are only ever added');
create trigger entries_stay_all before truncate on entries
  for each statement execute function ledger_refuse('entries are only ever added');

-- The WHEN clauses are false on every legal path, where the functions are not called.
create trigger holds_end_once before update on requests for each row
  when (old.state <> 'held' or new.held <> old.held or new.account_id <> old.account_id
        or new.request_id <> old.request_id)
  execute function ledger_refuse('a hold ends once, and its amount stays');
create trigger requests_stay before delete on requests
  for each row execute function ledger_refuse('requests are the record of usage');
create trigger grants_only_fall before update on grants for each row
  when (new.remaining > old.remaining or new.granted <> old.granted or new.kind <> old.kind
        or new.account_id <> old.account_id or new.grant_id <> old.grant_id)
  execute function ledger_refuse('a grant only falls');
create trigger grants_stay before delete on grants
  for each row execute function ledger_refuse('grants are the source of every point');

-- Accounts with what is open in them, and the requests and claims that are named. One round trip, one
-- snapshot. A claim without a reply brings its request along. Planned once, for any number, by primary key:
-- a plan made while the tables were empty must serve when they are full.
create function ledger_load(
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
            'created_at', (extract(epoch from g.created_at) * 1000)::bigint))
          from grants g where g.account_id = a.account_id and not g.spent)))
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
            'state', r.state, 'held', r.held,
            'captured', r.captured, 'resource_captured', r.resource_captured,
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
        'held', r.held, 'captured', r.captured, 'resource_captured', r.resource_captured,
        'lease_until', (extract(epoch from r.lease_until) * 1000)::bigint,
        'key_hash', encode(r.key_hash, 'hex')))
      from unnest(p_request_accounts, p_requests) as u(account_id, request_id)
      join requests r on r.account_id = u.account_id and r.request_id = u.request_id);
  end if;
  return next;
end
$$;

-- Writes one round: every account whose version is still the expected one gets all of its rows, the others
-- none. Tells which were written. Rows name their account by its position in p_account, where accounts
-- stand sorted: that is the order of the locks. A row that is not as the program believed ends the whole
-- round (LG001, or a trigger). No condition on requests.state: it would invite the planner to the small index
-- of open holds, and to compare each of them with each row of the round.
create function ledger_write(
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
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set lock_timeout = '3s'
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
    insert into grants (account_id, grant_id, kind, granted, remaining, expires_at, note, created_at)
    select p_account[u.account], u.grant_id, u.kind, u.amount, u.amount, u.expires_at, u.note, p_now
    from unnest(p_made_account, p_made_grant, p_made_kind, p_made_amount, p_made_expires, p_made_note)
         as u(account, grant_id, kind, amount, expires_at, note)
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
           case u.movement when 'grant' then 'available' when 'capture' then 'revenue' else 'expired' end,
           u.amount, p_now
    from unnest(p_entry_account, p_entry_group, p_entry_grant, p_entry_movement, p_entry_amount)
         as u(account, group_id, grant_id, movement, amount)
    where v_written[u.account];
  end if;
  return v_written;
end
$$;

-- All rows of the accounts that were written must have been found.
create function ledger_expect(p_found integer, p_rows integer[], p_written boolean[], p_what text)
returns void
language plpgsql immutable as $$
begin
  if p_found = cardinality(p_rows) then
    return;
  end if;
  if p_found <> (select count(*) from unnest(p_rows) as u(account) where p_written[u.account]) then
    raise exception 'some % are not as the ledger believed', p_what using errcode = 'LG001';
  end if;
end
$$;
