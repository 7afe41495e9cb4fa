-- Room: ledger. Locks accounts, checks that each is at the version that was read, and writes their rows: all
-- of them, or none. Raises LG003 if an account has another version and LG001 if a row is not as expected.
-- p_rows has the shape of src/ledger/write/rows.ts, accounts sorted by id, so that two writers lock in the
-- same order. The settings give one plan, by primary key, for any number of rows. A condition on
-- requests.state would make the planner use the index of open holds, and large writes quadratic.
create or replace function ledger_commit(p_rows jsonb) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set lock_timeout = '1s'
as $$
declare
  v_now timestamptz := to_timestamp((p_rows->>'nowMs')::bigint / 1000.0);
  v_count integer;
begin
  update ledger_accounts a
  set version = a.version + 1, promotion = u.promotion, signup_bonus = u.signup_bonus,
      resource_pack = u.resource_pack, paid = u.paid, held = u.held,
      next_expiry_at = to_timestamp(u."nextExpiryMs" / 1000.0),
      quota_day = u.day, day_count = u."dayCount", quota_month = u.month, month_count = u."monthCount",
      quota_daily = u."quotaDaily", quota_monthly = u."quotaMonthly"
  from jsonb_to_recordset(p_rows->'accounts')
       as u("accountId" uuid, version bigint, promotion bigint, signup_bonus bigint, resource_pack bigint,
            paid bigint, held bigint, "nextExpiryMs" bigint, day date, "dayCount" integer, month date,
            "monthCount" integer, "quotaDaily" integer, "quotaMonthly" integer)
  where a.account_id = u."accountId" and a.version = u.version;
  get diagnostics v_count = row_count;
  if v_count <> jsonb_array_length(p_rows->'accounts') then
    raise exception 'another process wrote an account first' using errcode = 'LG003';
  end if;

  if p_rows ? 'grantsMade' then
    insert into grants (account_id, grant_id, kind, granted, remaining, expires_at, note, source, created_at)
    select u."accountId", u."grantId", u.kind, u.granted, u.granted, to_timestamp(u."expiresAtMs" / 1000.0),
           u.note, u.source, v_now
    from jsonb_to_recordset(p_rows->'grantsMade')
         as u("accountId" uuid, "grantId" uuid, kind text, granted bigint, "expiresAtMs" bigint, note text,
              source text);
  end if;

  if p_rows ? 'grantsDrawn' then
    update grants g set remaining = u.remaining
    from jsonb_to_recordset(p_rows->'grantsDrawn') as u("accountId" uuid, "grantId" uuid, remaining bigint)
    where g.account_id = u."accountId" and g.grant_id = u."grantId";
    get diagnostics v_count = row_count;
    if v_count <> jsonb_array_length(p_rows->'grantsDrawn') then
      raise exception 'some grants are not as expected' using errcode = 'LG001';
    end if;
  end if;

  if p_rows ? 'opened' then
    insert into requests (account_id, request_id, operation, door, key_id, held, lease_until, created_at,
                          quota_day, key_hash, note_sealed)
    select u."accountId", u."requestId", u.operation, u.door, u."keyId", u.held,
           to_timestamp(u."leaseUntilMs" / 1000.0), v_now, u.day, decode(u."keyHash", 'hex'),
           decode(u."noteSealed", 'base64')
    from jsonb_to_recordset(p_rows->'opened')
         as u("accountId" uuid, "requestId" uuid, operation text, door text, "keyId" uuid, held bigint,
              "leaseUntilMs" bigint, day date, "keyHash" text, "noteSealed" text);
  end if;

  if p_rows ? 'extended' then
    update requests r set lease_until = to_timestamp(u."leaseUntilMs" / 1000.0), key_hash = null
    from jsonb_to_recordset(p_rows->'extended')
         as u("accountId" uuid, "requestId" uuid, "leaseUntilMs" bigint)
    where r.account_id = u."accountId" and r.request_id = u."requestId";
    get diagnostics v_count = row_count;
    if v_count <> jsonb_array_length(p_rows->'extended') then
      raise exception 'some leases are not as expected' using errcode = 'LG001';
    end if;
  end if;

  if p_rows ? 'ended' then
    update requests r
    set state = u.state, captured = u.captured, resource_captured = u."resourceCaptured", usage = u.usage,
        settled_at = v_now
    from jsonb_to_recordset(p_rows->'ended')
         as u("accountId" uuid, "requestId" uuid, state text, captured bigint, "resourceCaptured" bigint,
              usage jsonb)
    where r.account_id = u."accountId" and r.request_id = u."requestId";
    get diagnostics v_count = row_count;
    if v_count <> jsonb_array_length(p_rows->'ended') then
      raise exception 'some holds are not as expected' using errcode = 'LG001';
    end if;
  end if;

  if p_rows ? 'claimsPut' then
    insert into claims (account_id, operation, key_hash, request_id, fingerprint, lease_until)
    select u."accountId", u.operation, decode(u."keyHash", 'hex'), u."requestId",
           decode(u.fingerprint, 'hex'), to_timestamp(u."leaseUntilMs" / 1000.0)
    from jsonb_to_recordset(p_rows->'claimsPut')
         as u("accountId" uuid, operation text, "keyHash" text, "requestId" uuid, fingerprint text,
              "leaseUntilMs" bigint)
    on conflict (account_id, operation, key_hash) do update
    set request_id = excluded.request_id, fingerprint = excluded.fingerprint,
        lease_until = excluded.lease_until, reply_sealed = null, expires_at = null;
  end if;

  if p_rows ? 'claimsAnswered' then
    update claims c
    set reply_sealed = decode(u."replySealed", 'base64'),
        expires_at = to_timestamp(u."expiresAtMs" / 1000.0)
    from jsonb_to_recordset(p_rows->'claimsAnswered')
         as u("accountId" uuid, operation text, "keyHash" text, "requestId" uuid, "replySealed" text,
              "expiresAtMs" bigint)
    where c.account_id = u."accountId" and c.operation = u.operation
          and c.key_hash = decode(u."keyHash", 'hex') and c.request_id = u."requestId";
    get diagnostics v_count = row_count;
    if v_count <> jsonb_array_length(p_rows->'claimsAnswered') then
      raise exception 'some claims are not as expected' using errcode = 'LG001';
    end if;
  end if;

  if p_rows ? 'claimsDropped' then
    delete from claims c
    using jsonb_to_recordset(p_rows->'claimsDropped')
          as u("accountId" uuid, operation text, "keyHash" text, "requestId" uuid)
    where c.account_id = u."accountId" and c.operation = u.operation
          and c.key_hash = decode(u."keyHash", 'hex') and c.request_id = u."requestId"
          and c.reply_sealed is null;
  end if;

  if p_rows ? 'entries' then
    insert into entries (account_id, group_id, grant_id, debit, credit, point_cents, created_at)
    select u."accountId", u."groupId", u."grantId",
           case u.movement when 'grant' then 'source' else 'available' end,
           case u.movement when 'grant' then 'available' when 'capture' then 'revenue'
                           when 'withdrawal' then 'withdrawn' else 'expired' end,
           u."pointCents", v_now
    from jsonb_to_recordset(p_rows->'entries')
         as u("accountId" uuid, "groupId" uuid, "grantId" uuid, movement text, "pointCents" bigint);
  end if;

  if p_rows ? 'budgetsPut' then
    insert into key_budgets (account_id, budget_id, key_ids, limit_total, limit_daily, limit_monthly,
                             spent_total, spent_day, spent_daily, spent_monthly)
    select u."accountId", u."budgetId", u."keyIds",
           (u.limits->>'total')::bigint, (u.limits->>'daily')::bigint, (u.limits->>'monthly')::bigint,
           (u.spent->>'total')::bigint, (u.spent->>'day')::date,
           (u.spent->>'daily')::bigint, (u.spent->>'monthly')::bigint
    from jsonb_to_recordset(p_rows->'budgetsPut')
         as u("accountId" uuid, "budgetId" uuid, "keyIds" uuid[], limits jsonb, spent jsonb)
    on conflict (account_id, budget_id) do update
    set key_ids = excluded.key_ids, limit_total = excluded.limit_total,
        limit_daily = excluded.limit_daily, limit_monthly = excluded.limit_monthly,
        spent_total = excluded.spent_total, spent_day = excluded.spent_day,
        spent_daily = excluded.spent_daily, spent_monthly = excluded.spent_monthly;
  end if;
end
$$;
