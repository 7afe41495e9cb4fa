-- Room: ledger. Calls come from the user center's page too, and what is charged is summed by day.

alter table requests drop constraint requests_door_check,
  add constraint requests_door_check check (door in ('rest', 'mcp', 'console')) not valid;

-- What an account was charged, by the day that its quota counted the call on, by operation and key. Written
-- by the very statement that settles, so it is never another sum than that of the requests. The account is
-- locked then, so its rows are changed by one transaction at a time.
create table charged_days (
  account_id uuid not null,
  day date not null,
  operation text not null,
  key_id uuid not null,
  calls bigint not null check (calls >= 0),
  point_cents bigint not null check (point_cents >= 0),
  primary key (account_id, day, operation, key_id)
) with (fillfactor = 50);

insert into charged_days (account_id, day, operation, key_id, calls, point_cents)
select account_id, quota_day, operation, key_id, count(*), sum(captured)
from requests where captured > 0 group by account_id, quota_day, operation, key_id;

create function requests_sum_charges() returns trigger language plpgsql as $$
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
-- A hold ends once (holds_end_once): a row with a charge was written by this update.
create trigger requests_charged after update on requests referencing new table as new_rows
  for each statement execute function requests_sum_charges();
