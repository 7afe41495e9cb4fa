-- Room: accounts. Who may call, and with which key. No key, and no password, is ever stored in the clear.

create table accounts (
  account_id uuid primary key,
  -- Lower case ASCII, as src/accounts/email.ts normalises it: so unique means unique in any spelling.
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  role text not null check (role in ('recruiter', 'job_seeker', 'admin')),
  -- A PHC string ($argon2id$…); null where the person signs in with no password (accounts made by the CLI).
  password_hash text check (password_hash like '$argon2id$%'),
  created_at timestamptz not null,
  disabled_at timestamptz
);

create table api_keys (
  account_id uuid not null references accounts (account_id),
  key_id uuid not null unique,
  name text not null check (length(name) between 1 and 80),
  last_four text not null check (length(last_four) = 4),
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  -- Written in batches, at most once a minute by each process: exact to about a minute.
  last_used_at timestamptz,
  -- The key that took this one's place when it was rotated.
  replaced_by uuid,
  primary key (account_id, key_id)
);

-- The way from a presented key to its row. A table of its own, since it is found by hash alone: everything
-- else of a caller is found by account_id. Holds SHA-256 of the whole key.
create table api_key_lookups (
  key_hash bytea primary key check (length(key_hash) = 32),
  account_id uuid not null,
  key_id uuid not null,
  foreign key (account_id, key_id) references api_keys (account_id, key_id)
);

-- One row. Its version grows in the transaction of every change that takes something away from a key or a
-- caller; each process asks for it several times a second and throws its remembered callers away when it has
-- grown.
create table credential_changes (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 0 check (version >= 0)
);
insert into credential_changes default values;

-- Triggers, so that no code path (and no operator with psql) can take a right away and forget to tell the
-- processes.
create function note_credential_change() returns trigger language plpgsql as $$
begin
  update credential_changes set version = version + 1;
  return null;
end $$;
create trigger accounts_credential_change after update of role, disabled_at or delete on accounts
  for each statement execute function note_credential_change();
create trigger api_keys_credential_change after update of scopes, expires_at, revoked_at or delete on api_keys
  for each statement execute function note_credential_change();
create trigger api_key_lookups_credential_change after update or delete on api_key_lookups
  for each statement execute function note_credential_change();
