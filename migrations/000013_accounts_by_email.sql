-- Room: accounts. Administrators look for the beginning of an address.

create index accounts_by_email_prefix on accounts (email text_pattern_ops);
