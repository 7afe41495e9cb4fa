-- Room: accounts. Raises the version of credentials when a right is taken away, so that all processes read
-- them again.
create or replace function note_credential_change() returns trigger language plpgsql as $$
begin
  update credential_changes set version = version + 1;
  return null;
end $$;
