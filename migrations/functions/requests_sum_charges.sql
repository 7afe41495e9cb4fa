-- Room: ledger. Adds the charges of the settling statement to charged_days.
create or replace function requests_sum_charges() returns trigger language plpgsql as $$
begin
  insert into charged_days as c (account_id, day, operation, key_id, calls, point_cents)
  select n.account_id, n.quota_day, n.operation, n.key_id, count(*), sum(n.captured)
  from new_rows n
  where n.captured > 0
  group by n.account_id, n.quota_day, n.operation, n.key_id
  order by n.account_id, n.quota_day, n.operation, n.key_id
  on conflict (account_id, day, operation, key_id) do update
  set calls = c.calls + excluded.calls, point_cents = c.point_cents + excluded.point_cents;
  return null;
end
$$;
