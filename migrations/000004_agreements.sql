-- Room: store. What all processes on one database must agree on, such as which key seals personal data. A few
-- rows, written once; kept as fingerprints, so that nothing here is a secret.

create table agreements (
  name text primary key,
  value bytea not null,
  agreed_at timestamptz not null default now()
);
