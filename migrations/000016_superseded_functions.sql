-- Room: ledger. Drops the function that processes older than migration 000010 wrote with.

drop function ledger_write;
