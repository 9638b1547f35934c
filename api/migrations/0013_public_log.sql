-- Every commitment, every result and every head of the ledger is a leaf of one append-only tree (RFC 6962). The log is written
-- beside the plays, from rows that are committed, so that no play has a statement more for it.

-- Each kind of row has been read up to this id.
create table log_sources (
  kind text primary key,
  seen_id bigint not null check (seen_id >= 0)
);

-- These rows were read before they were decided: battles and raffles that run.
create table log_waiting (
  kind text not null references log_sources (kind),
  id bigint not null,
  primary key (kind, id)
);

-- A span says which leaves belong to which rows: rows of one kind whose ids follow each other are leaves that follow each other.
create table log_spans (
  first_leaf bigint primary key check (first_leaf >= 0),
  kind text not null references log_sources (kind),
  first_id bigint not null,
  last_id bigint not null check (last_id >= first_id),
  constraint log_spans_ids unique (kind, last_id)
);
create trigger log_spans_append_only before update or delete on log_spans
  for each row execute function refuse_change();
create trigger log_spans_no_truncate before truncate on log_spans
  for each statement execute function refuse_change();

-- The hashes of the tree are in tiles of 256: level 0 has the leaves, each level above the roots of whole tiles below it.
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

-- A head of the ledger covers the transfers since the one before it.
create table ledger_heads (
  id bigint generated always as identity primary key,
  first_transfer bigint not null,
  last_transfer bigint not null check (last_transfer >= first_transfer),
  -- Formats 1 and 2 are those of heads that were signed before: lines that could be read in two ways, and lines of JSON
  -- without a salt.
  format smallint not null default 3 constraint ledger_heads_format check (format in (1, 2, 3)),
  -- The digest of a head is public. The secret salt keeps a reader who knows all but one field of its transfers from finding
  -- that field by trying its values.
  salt bytea,
  constraint ledger_heads_salt check (
    case when format = 3 then salt is not null and octet_length(salt) = 32 else salt is null end)
);
create trigger ledger_heads_append_only before update or delete on ledger_heads
  for each row execute function refuse_change();
create trigger ledger_heads_no_truncate before truncate on ledger_heads
  for each statement execute function refuse_change();

-- The log was interrupted, and an administrator resumed it for this reason.
create table log_interruptions (
  id bigint generated always as identity primary key,
  -- This is the last head that was signed before.
  lost_size bigint not null,
  lost_root bytea not null,
  resumed_by bigint not null references users (id) on delete restrict,
  reason text not null,
  at timestamptz not null
);
