-- Answers to writes that a caller may repeat. Written in the transaction of the write itself.
create table idempotency_keys (
  owner_id bigint not null,
  key text not null check (length(key) between 1 and 255),
  fingerprint text not null,
  status smallint not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (owner_id, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);
