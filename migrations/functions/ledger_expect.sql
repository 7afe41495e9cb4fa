-- Room: ledger. Raises an error unless all rows of the written accounts were found.
create or replace function ledger_expect(p_found integer, p_rows integer[], p_written boolean[], p_what text)
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
