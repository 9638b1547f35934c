-- The public log: every commitment, every result and every head of the ledger is a leaf of one append-only tree (RFC 6962).
-- It is written beside the plays, from rows that are committed: no play has a statement more for it.

-- Runs of commitments had no number of their own.
alter table commitment_runs add column id bigint generated always as identity;
alter table commitment_runs add constraint commitment_runs_id unique (id);

-- How far each kind of row has been read.
create table log_sources (
  kind text primary key,
  seen_id bigint not null check (seen_id >= 0)
);

-- Rows that were read before they were decided: battles and raffles that run.
create table log_waiting (
  kind text not null references log_sources (kind),
  id bigint not null,
  primary key (kind, id)
);

-- Which leaves are of which rows: rows of one kind whose ids follow each other are leaves that follow each other.
create table log_spans (
  first_leaf bigint primary key check (first_leaf >= 0),
  kind text not null references log_sources (kind),
  first_id bigint not null,
  last_id bigint not null check (last_id >= first_id),
  constraint log_spans_ids unique (kind, last_id)
);

-- The hashes of the tree in tiles of 256: level 0 has the leaves, each level above the roots of whole tiles below it.
create table log_tiles (
  level smallint not null check (level between 0 and 7),
  tile bigint not null check (tile >= 0),
  hashes bytea not null check (octet_length(hashes) % 32 = 0 and octet_length(hashes) between 32 and 8192),
  primary key (level, tile)
);
-- Hashes do not get shorter by compression.
alter table log_tiles alter column hashes set storage external;

create table log_heads (
  size bigint primary key check (size > 0),
  root bytea not null check (octet_length(root) = 32),
  at timestamptz not null,
  public_key bytea not null check (octet_length(public_key) = 32),
  signature bytea not null check (octet_length(signature) = 64)
);
create trigger log_heads_append_only before update or delete on log_heads
  for each row execute function refuse_change();
create trigger log_heads_no_truncate before truncate on log_heads
  for each statement execute function refuse_change();
create trigger log_spans_append_only before update or delete on log_spans
  for each row execute function refuse_change();
create trigger log_spans_no_truncate before truncate on log_spans
  for each statement execute function refuse_change();

-- A head of the ledger covers the transfers since the one before it.
create table ledger_heads (
  id bigint generated always as identity primary key,
  first_transfer bigint not null,
  last_transfer bigint not null check (last_transfer >= first_transfer)
);
create trigger ledger_heads_append_only before update or delete on ledger_heads
  for each row execute function refuse_change();
create trigger ledger_heads_no_truncate before truncate on ledger_heads
  for each statement execute function refuse_change();

-- What was interrupted, by whom it was resumed, and why.
create table log_interruptions (
  id bigint generated always as identity primary key,
  -- The last head that was signed before.
  lost_size bigint not null,
  lost_root bytea not null,
  resumed_by bigint not null references users (id) on delete restrict,
  reason text not null,
  at timestamptz not null
);
