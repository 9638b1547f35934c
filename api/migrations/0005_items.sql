-- One row has the rate of USD to BRL in force. A transaction that writes a price of an item locks it first, so that no price
-- is written with a margin or a rate that is just being replaced.
create table exchange_rate (
  only_row boolean primary key default true check (only_row),
  -- Every digit of the source counts: on a dear item the seventh is worth cents.
  usd_to_brl numeric not null check (usd_to_brl > 0),
  source text not null,
  is_fallback boolean not null,
  updated_at timestamptz not null default now(),
  -- An administrator set the rate by hand: the source is not asked before this time.
  held_until timestamptz
);
insert into exchange_rate (usd_to_brl, source, is_fallback) values (5.000000, 'fallback', true);

-- These rates were ever in force, in the order of the ids, each until the next. A new rate is held against them.
create table exchange_rates_taken (
  id bigint generated always as identity primary key,
  usd_to_brl numeric not null check (usd_to_brl > 0),
  source text not null,
  reason text not null
    check (reason in ('FIRST', 'WITHIN_LIMITS', 'SAID_FOR_AN_HOUR', 'CONFIRMED', 'FALLBACK', 'SET_BY_HAND')),
  confirmed_by bigint references users (id),
  taken_at timestamptz not null,
  -- An administrator says why they set it by hand.
  note text check (length(note) between 1 and 500),
  constraint exchange_rates_taken_by_somebody
    check ((reason in ('CONFIRMED', 'SET_BY_HAND')) = (confirmed_by is not null)),
  constraint exchange_rates_taken_note check (reason <> 'SET_BY_HAND' or note is not null)
);
-- These were believed for more than their nearness to the rates before, with which no later one is compared.
create index exchange_rates_taken_anew on exchange_rates_taken (id)
where reason in ('FIRST', 'SAID_FOR_AN_HOUR', 'CONFIRMED');

-- The source says this rate now, and it is not taken because it is too far from the one in force.
create table held_back_rate (
  only_row boolean primary key default true check (only_row),
  usd_to_brl numeric not null check (usd_to_brl > 0),
  source text not null,
  -- The source said this first and has said about the same since.
  first_usd_to_brl numeric not null check (first_usd_to_brl > 0),
  first_said_at timestamptz not null,
  last_said_at timestamptz not null,
  -- Only an administrator takes this rate; otherwise an hour of the same takes it.
  waits_for_person boolean not null default true
);

create table items (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 200),
  market_hash_name text not null constraint items_market_hash_name_key unique check (length(market_hash_name) between 1 and 200),
  image_url text not null,
  rarity text not null check (rarity in (
    'CONSUMER_GRADE', 'INDUSTRIAL_GRADE', 'MIL_SPEC', 'RESTRICTED', 'CLASSIFIED', 'COVERT', 'CONTRABAND',
    'EXTRAORDINARY', 'BASE_GRADE', 'HIGH_GRADE', 'REMARKABLE', 'EXOTIC')),
  weapon_category text not null check (weapon_category in (
    'PISTOL', 'SMG', 'RIFLE', 'SNIPER_RIFLE', 'SHOTGUN', 'MACHINE_GUN', 'KNIFE', 'GLOVES', 'EQUIPMENT', 'STICKER',
    'CASE', 'AGENT', 'CHARM', 'MUSIC_KIT', 'OTHER')),
  exterior text check (exterior in (
    'FACTORY_NEW', 'MINIMAL_WEAR', 'FIELD_TESTED', 'WELL_WORN', 'BATTLE_SCARRED')),
  is_stat_trak boolean not null default false,
  collection text,
  -- This is the raw marketplace price in USD cents without margin. The two others follow from it, the margin and the rate.
  -- The bound keeps both within 64 bits whatever margin and rate are.
  original_price_cents bigint not null default 0 check (original_price_cents between 0 and 999999999999),
  value_cents bigint not null default 0 check (value_cents >= 0),
  value_cents_brl bigint not null default 0 check (value_cents_brl >= 0),
  margin_percent double precision not null default 20,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index items_value on items (value_cents_brl, id) where archived_at is null;
create index items_name on items (name, id) where archived_at is null;
create trigger items_no_truncate before truncate on items for each statement execute function refuse_change();

-- The epoch counts the changes of the values of items. A process that has computed something from the values compares one
-- number to learn whether it still holds. A trigger counts, so that no writer of values can forget it.
create table price_epoch (
  is_only boolean primary key default true check (is_only),
  epoch bigint not null
);
insert into price_epoch (epoch) values (1);
create function count_price_change() returns trigger language plpgsql as $$
begin
  update price_epoch set epoch = epoch + 1;
  return null;
end $$;
create trigger items_prices_counted after update of value_cents_brl on items
  for each statement execute function count_price_change();

-- This epoch counts the changes of the columns of the catalogue that lists show.
create table catalogue_epoch (
  is_only boolean primary key default true check (is_only),
  epoch bigint not null
);
insert into catalogue_epoch (epoch) values (1);
create function count_catalogue_change() returns trigger language plpgsql as $$
begin
  update catalogue_epoch set epoch = epoch + 1;
  return null;
end $$;
create trigger items_shown_counted
  after update of name, image_url, rarity, weapon_category, exterior, is_stat_trak, value_cents_brl on items
  for each statement execute function count_catalogue_change();

-- Long work on the catalogue runs as jobs. A row says how far one has come.
create table item_syncs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('ITEMS', 'PRICES')),
  status text not null default 'QUEUED' check (status in ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  processed integer not null default 0,
  total integer,
  message text,
  requested_by bigint references users (id),
  created_at timestamptz not null default now(),
  -- A sync whose last sign of life is old is taken for dead.
  updated_at timestamptz not null default now(),
  finished_at timestamptz
);
-- One sync of a kind runs at a time.
create unique index item_syncs_running on item_syncs (kind) where status in ('QUEUED', 'RUNNING');

-- Syncs say that items cost this, and it is not taken because it is too far from the price in force.
create table held_back_prices (
  item_id bigint primary key references items (id) on delete cascade,
  price_cents bigint not null check (price_cents between 0 and 999999999999),
  -- A sync said this first, and syncs have said about the same since.
  first_price_cents bigint not null,
  -- It is so far from the price in force. A change of that price ends the holding back.
  step_percent numeric not null,
  -- This sync was the last one that said it.
  sync_id bigint not null references item_syncs (id) on delete cascade,
  first_said_at timestamptz not null,
  last_said_at timestamptz not null
);
create index held_back_prices_worst on held_back_prices (step_percent, item_id);
create index held_back_prices_sync on held_back_prices (sync_id);

-- An item was between these prices in each hour of the last day. An hour counts the prices that ended in it, and a new price
-- is held against them. Rows by the hour mean that any number of syncs leaves at most some 25 rows of an item.
create table item_price_hours (
  item_id bigint not null references items (id) on delete cascade,
  hour timestamptz not null,
  lowest_cents bigint not null check (lowest_cents > 0),
  highest_cents bigint not null check (highest_cents >= lowest_cents),
  primary key (item_id, hour)
);
create index item_price_hours_old on item_price_hours using brin (hour) with (autosummarize = on);

-- Syncs have raised the value of the items of users by so much. The rises of a day are limited together.
create table price_rises (
  id bigint generated always as identity primary key,
  sync_id bigint not null references item_syncs (id) on delete cascade,
  raised_cents bigint not null check (raised_cents > 0),
  raised_at timestamptz not null
);
create index price_rises_raised_at on price_rises (raised_at);

-- An administrator has said the price in force of these items, and no source has said it yet. No source raises it while
-- somebody owns one.
create table prices_made_up (
  item_id bigint primary key references items (id) on delete cascade
);
