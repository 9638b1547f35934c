-- Lists find any part of a name.
create extension if not exists pg_trgm;
-- Runs of nonces are kept apart by a constraint on a text and a range together.
create extension if not exists btree_gist;
-- The database computes the hash of a seed.
create extension if not exists pgcrypto;

-- Tables of facts have this trigger: their rows are inserted and never changed or deleted.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

-- A caller may repeat a write with the same key and gets the same answer. The answer is written in the transaction of the
-- write itself.
create table idempotency_keys (
  owner_id bigint not null,
  key text not null check (length(key) between 1 and 255),
  fingerprint text not null,
  status smallint not null,
  -- The body is in one of two columns: as text, or compressed where that is shorter.
  body text,
  created_at timestamptz not null default now(),
  -- The write goes on outside the database. A repeat is told until then that the first request still runs.
  unfinished_until timestamptz,
  packed bytea,
  primary key (owner_id, key),
  constraint idempotency_keys_one_body check (num_nonnulls(body, packed) = 1)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);
-- PostgreSQL does not try to compress it again.
alter table idempotency_keys alter column packed set storage external;

-- Administrators change these settings while the platform runs. A setting without a row has the default of the code.
create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- A lease says which process does a work that only one may do at a time, and until when. The lease of a dead process ends
-- by itself.
create table leases (
  name text collate "C" primary key,
  owner text collate "C" not null,
  until timestamptz not null
);

-- The first start of a deployment for trials fills an empty database. The next start takes up a fill that was interrupted.
create table first_fill (
  only_row boolean primary key default true check (only_row),
  begun_at timestamptz not null,
  ended_at timestamptz
);
