-- Room: accounts. People who sign in to the user center: sessions, one-time links, invitations, what slows
-- down guessing, what a new account has done, and the log of administrative acts. No token is stored in the
-- clear.

-- A key that its owner has switched off: like a revoked one, but it can be switched on again.
alter table api_keys add column disabled_at timestamptz;
drop trigger api_keys_credential_change on api_keys;
create trigger api_keys_credential_change
  after update of scopes, expires_at, revoked_at, disabled_at or delete on api_keys
  for each statement execute function note_credential_change();

create table sessions (
  account_id uuid not null references accounts (account_id),
  session_id uuid not null,
  -- SHA-256 of what the cookie holds. Found by it alone.
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  -- Written at most once a minute.
  last_seen_at timestamptz not null,
  user_agent text not null check (length(user_agent) <= 200),
  address text not null check (length(address) <= 64),
  primary key (account_id, session_id)
);

create table password_resets (
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id uuid not null references accounts (account_id),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_resets_of_account on password_resets (account_id);

create table invites (
  invite_id uuid primary key,
  code_hash bytea not null unique check (length(code_hash) = 32),
  -- Null: whoever has the code.
  email text check (email = lower(email) and length(email) between 3 and 254),
  role text not null check (role in ('recruiter', 'job_seeker', 'admin')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by uuid references accounts (account_id)
);

-- Attempts by account and by address. One row says until when its attempts are used up: it grows by the price
-- of each attempt, and what is past counts no more, so a row that is past can be deleted.
create table attempt_marks (
  mark_hash bytea primary key check (length(mark_hash) = 32),
  used_until timestamptz not null
);
create index attempt_marks_past on attempt_marks (used_until);

-- The first steps of an account that are done, each with when it was first seen to be.
create table first_steps (
  account_id uuid primary key references accounts (account_id),
  key_made_at timestamptz,
  resume_tried_at timestamptz,
  call_copied_at timestamptz,
  called_at timestamptz,
  dismissed_at timestamptz
);

-- Every administrative act, written in its own transaction. Rows are only ever added.
create table audit_log (
  audit_id uuid primary key,
  at timestamptz not null,
  -- The administrator's account; null for the command line, whose user the database can't prove.
  actor_account_id uuid,
  actor text not null check (length(actor) between 1 and 254),
  source text not null check (source in ('console', 'cli')),
  action text not null check (length(action) between 1 and 60),
  -- What it was done to: an address, or an identifier.
  target text check (length(target) <= 254),
  detail text not null check (length(detail) <= 2000)
);
create index audit_log_by_action on audit_log (action, audit_id);

create function audit_log_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only ever added to' using errcode = 'restrict_violation';
end $$;
create trigger audit_log_stays before update or delete on audit_log
  for each row execute function audit_log_refuse();
create trigger audit_log_stays_all before truncate on audit_log
  for each statement execute function audit_log_refuse();
-- And the right to, from the role that the service signs in as: it would have to take it back first.
revoke update, delete, truncate on audit_log from public, current_user;
