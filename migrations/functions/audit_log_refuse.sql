-- Room: accounts. Refuses every change of the audit log.
create or replace function audit_log_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only ever added to' using errcode = 'restrict_violation';
end $$;
