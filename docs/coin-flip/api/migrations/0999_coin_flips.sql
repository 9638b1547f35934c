-- Coins that were flipped: twice the stake, or nothing.
create table coin_flips (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete restrict,
  stake_cents bigint not null check (stake_cents > 0),
  paid_cents bigint not null check (paid_cents in (0, 2 * stake_cents)),
  transfer_id bigint not null constraint coin_flips_transfer_key unique references transfers (id) on delete restrict,
  nonce bigint not null check (nonce > 0),
  server_seed text not null,
  server_seed_hash text not null,
  client_seed text not null,
  client_seed_source text not null,
  roll integer not null check (roll between 1 and 10000000),
  committed_at timestamptz not null,
  created_at timestamptz not null,
  -- By which the plays of a user are found.
  constraint coin_flips_nonce_key unique (user_id, nonce),
  check (committed_at <= created_at)
);
create index coin_flips_created_at on coin_flips using brin (created_at) with (autosummarize = on);
create trigger coin_flips_append_only before update or delete on coin_flips for each row execute function refuse_change();
create trigger coin_flips_no_truncate before truncate on coin_flips for each statement execute function refuse_change();
