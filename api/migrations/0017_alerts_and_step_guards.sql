-- What a person should look at. A cause has one row while it lasts: raised again, it counts.
create table alerts (
  id bigint generated always as identity primary key,
  kind text not null check (length(kind) between 1 and 64),
  -- Which cause of the kind.
  key text not null check (length(key) between 1 and 200),
  level text not null check (level in ('INFO', 'WARNING', 'CRITICAL')),
  title text not null,
  message text not null,
  details jsonb not null default '{}',
  count integer not null default 1 check (count > 0),
  created_at timestamptz not null default now(),
  last_raised_at timestamptz not null default now(),
  resolved_at timestamptz,
  -- Null where the cause went away by itself.
  resolved_by bigint references users (id),
  check (resolved_by is null or resolved_at is not null)
);
create unique index alerts_open on alerts (kind, key) where resolved_at is null;
create index alerts_open_newest on alerts (id) where resolved_at is null;

-- Every digit that a source says counts: on a dear item the seventh is worth cents.
alter table exchange_rate alter column usd_to_brl type numeric;

-- Every rate that was ever in force, in the order of the ids, each until the next: what a new one is held against.
create table exchange_rates_taken (
  id bigint generated always as identity primary key,
  usd_to_brl numeric not null check (usd_to_brl > 0),
  source text not null,
  reason text not null check (reason in ('FIRST', 'WITHIN_LIMITS', 'SAID_FOR_AN_HOUR', 'CONFIRMED', 'FALLBACK')),
  confirmed_by bigint references users (id),
  taken_at timestamptz not null,
  check ((reason = 'CONFIRMED') = (confirmed_by is not null))
);
-- Those that were believed for more than their nearness to the rates before, with which no later one is compared.
create index exchange_rates_taken_anew on exchange_rates_taken (id)
where reason in ('FIRST', 'SAID_FOR_AN_HOUR', 'CONFIRMED');
insert into exchange_rates_taken (usd_to_brl, source, reason, taken_at)
select usd_to_brl, source, 'FIRST', updated_at from exchange_rate where not is_fallback;

-- What the source says now and is not taken, because it is too far from what was in force.
create table held_back_rate (
  only_row boolean primary key default true check (only_row),
  usd_to_brl numeric not null check (usd_to_brl > 0),
  source text not null,
  -- What was said first; about the same since.
  first_usd_to_brl numeric not null check (first_usd_to_brl > 0),
  first_said_at timestamptz not null,
  last_said_at timestamptz not null
);

-- What syncs say items cost and is not taken, because it is too far from the price in force.
create table held_back_prices (
  item_id bigint primary key references items (id) on delete cascade,
  price_cents bigint not null check (price_cents between 0 and 999999999999),
  -- What was said first; about the same since.
  first_price_cents bigint not null,
  -- How far it is from the price in force. Whoever changes that ends what is held back.
  step_percent numeric not null,
  -- The last one that said it.
  sync_id bigint not null references item_syncs (id) on delete cascade,
  first_said_at timestamptz not null,
  last_said_at timestamptz not null
);
create index held_back_prices_worst on held_back_prices (step_percent, item_id);
create index held_back_prices_sync on held_back_prices (sync_id);
