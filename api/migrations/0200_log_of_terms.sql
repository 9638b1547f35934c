-- Lines of transfers in a head of the ledger could be read in two ways: a reason may hold what looks like the rest of its line
-- and the next one. New heads have lines of JSON; those that are signed stay as they are.
alter table ledger_heads add column format smallint not null default 1 check (format in (1, 2));
alter table ledger_heads alter column format set default 2;
