-- Room: ledger. A round waits for the row of an account that somebody keeps locked no longer than the locked
-- path does (src/ledger/locked.ts): all of its calls wait with it.

alter function ledger_write set lock_timeout = '1s';
