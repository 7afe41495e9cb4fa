-- Room: ledger. Writes every account that is still at the expected version, and says which ones.
create or replace function ledger_write_round(
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
