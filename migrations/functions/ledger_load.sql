-- Room: ledger. Reads accounts with what is open in them, and the named requests and claims, in one snapshot.
-- Planned once, for any number, by primary key: a plan made while the tables were empty serves full ones too.
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
