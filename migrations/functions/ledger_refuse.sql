-- Room: ledger. Refuses a change that no legal path makes. The trigger gives the reason.
create or replace function ledger_refuse() returns trigger language plpgsql as $$
begin
  raise exception '% on % is not allowed: %', tg_op, tg_table_name, tg_argv[0]
      using errcode = 'restrict_violation';
end
$$;
