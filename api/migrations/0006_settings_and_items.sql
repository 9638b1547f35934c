-- Settings that administrators change while the platform runs. Absent: the default in the code.
create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- The rate of USD to BRL in force, one row. Whoever writes a price of an item locks it first, so that no price is
-- written with a margin or a rate that is just being replaced.
create table exchange_rate (
  only_row boolean primary key default true check (only_row),
  usd_to_brl numeric(12, 6) not null check (usd_to_brl > 0),
  source text not null,
  is_fallback boolean not null,
  updated_at timestamptz not null default now()
);
insert into exchange_rate (usd_to_brl, source, is_fallback) values (5, 'fallback', true);

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
  -- Raw marketplace price in USD cents without margin; the two others follow from it, the margin and the rate. The
  -- bound keeps both within 64 bits whatever margin and rate are.
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

-- Long work on the catalogue, run as jobs: how far each has come.
create table item_syncs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('ITEMS', 'PRICES')),
  status text not null default 'QUEUED' check (status in ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  processed integer not null default 0,
  total integer,
  message text,
  requested_by bigint references users (id),
  created_at timestamptz not null default now(),
  -- The last sign of life: one that gives none for long is taken for dead.
  updated_at timestamptz not null default now(),
  finished_at timestamptz
);
-- One of a kind at a time.
create unique index item_syncs_running on item_syncs (kind) where status in ('QUEUED', 'RUNNING');
