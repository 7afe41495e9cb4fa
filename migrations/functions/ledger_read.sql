-- Room: ledger. Reads accounts with their open grants and budgets, and the named requests and claims, in one
-- snapshot. The result has the shape of src/ledger/read/states.ts.
-- The settings give one plan, by primary key, for any number of rows: a plan that was made while the tables
-- were empty serves full ones too.
create or replace function ledger_read(p_wanted jsonb) returns json
language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_accounts json;
  v_requests json;
  v_claims json;
begin
  if jsonb_array_length(p_wanted->'accounts') > 0 then
    v_accounts := (
      select json_agg(json_build_object(
        'accountId', a.account_id, 'version', a.version, 'held', a.held,
        'promotion', a.promotion, 'signup_bonus', a.signup_bonus, 'resource_pack', a.resource_pack,
        'paid', a.paid, 'day', a.quota_day, 'dayCount', a.day_count,
        'month', a.quota_month, 'monthCount', a.month_count,
        'quotaDaily', a.quota_daily, 'quotaMonthly', a.quota_monthly,
        'grants', (
          select json_agg(json_build_object(
            'grantId', g.grant_id, 'kind', g.kind, 'remaining', g.remaining,
            'expiresAtMs', (extract(epoch from g.expires_at) * 1000)::bigint,
            'createdAtMs', (extract(epoch from g.created_at) * 1000)::bigint,
            'heldSinceExpiry', case when g.expires_at is null then 0 else (
              select coalesce(sum(h.held), 0)::bigint from requests h
              where h.account_id = g.account_id and h.state = 'held' and h.created_at >= g.expires_at) end))
          from grants g where g.account_id = a.account_id and not g.spent),
        'budgets', (
          select json_agg(json_build_object(
            'budgetId', b.budget_id, 'keyIds', b.key_ids,
            'limits', json_build_object(
              'total', b.limit_total, 'daily', b.limit_daily, 'monthly', b.limit_monthly),
            'spent', json_build_object(
              'total', b.spent_total, 'day', b.spent_day, 'daily', b.spent_daily,
              'monthly', b.spent_monthly)))
          from key_budgets b where b.account_id = a.account_id)))
      from jsonb_array_elements_text(p_wanted->'accounts') as u(account_id)
      join ledger_accounts a on a.account_id = u.account_id::uuid);
  end if;
  if jsonb_array_length(p_wanted->'requests') > 0 then
    v_requests := (
      select json_agg(json_build_object(
        'accountId', r.account_id, 'requestId', r.request_id, 'operation', r.operation, 'state', r.state,
        'held', r.held, 'captured', r.captured, 'resourceCaptured', r.resource_captured,
        'admittedAtMs', (extract(epoch from r.created_at) * 1000)::bigint,
        'leaseUntilMs', (extract(epoch from r.lease_until) * 1000)::bigint,
        'keyHash', encode(r.key_hash, 'hex'), 'keyId', r.key_id, 'day', r.quota_day))
      from jsonb_to_recordset(p_wanted->'requests') as u("accountId" uuid, "requestId" uuid)
      join requests r on r.account_id = u."accountId" and r.request_id = u."requestId");
  end if;
  if jsonb_array_length(p_wanted->'claims') > 0 then
    v_claims := (
      select json_agg(json_build_object(
        'accountId', c.account_id, 'operation', c.operation, 'keyHash', encode(c.key_hash, 'hex'),
        'requestId', c.request_id, 'fingerprint', encode(c.fingerprint, 'hex'),
        'replySealed', encode(c.reply_sealed, 'base64'),
        'expiresAtMs', (extract(epoch from c.expires_at) * 1000)::bigint))
      from jsonb_to_recordset(p_wanted->'claims') as u("accountId" uuid, operation text, "keyHash" text)
      join claims c on c.account_id = u."accountId" and c.operation = u.operation
                       and c.key_hash = decode(u."keyHash", 'hex'));
  end if;
  return json_build_object(
    'accounts', coalesce(v_accounts, '[]'), 'requests', coalesce(v_requests, '[]'),
    'claims', coalesce(v_claims, '[]'));
end
$$;
