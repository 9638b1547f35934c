create table cases (
  id bigint generated always as identity primary key,
  name text not null constraint cases_name_key unique check (length(name) between 1 and 100),
  image_url text not null,
  category text not null check (length(category) between 1 and 50),
  price_cents bigint not null check (price_cents > 0),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'ACTIVE', 'ARCHIVED')),
  -- The version that is played; null until the case has contents.
  current_version_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (status <> 'ACTIVE' or current_version_id is not null)
);
create index cases_category on cases (category, id);

-- Every edit of a case's contents makes a new version; openings refer to the one they were played on.
create table case_versions (
  id bigint generated always as identity primary key,
  case_id bigint not null references cases (id),
  number integer not null check (number > 0),
  flip_threshold integer check (flip_threshold between 1 and 10000000),
  created_by bigint references users (id),
  created_at timestamptz not null default now(),
  constraint case_versions_number_key unique (case_id, number),
  constraint case_versions_of_case unique (case_id, id)
);
-- The version that is played is one of the case's own.
alter table cases add constraint cases_current_version
  foreign key (id, current_version_id) references case_versions (case_id, id);

create table case_version_items (
  version_id bigint not null references case_versions (id),
  item_id bigint not null references items (id),
  hash_range_start integer not null check (hash_range_start between 1 and 10000000),
  hash_range_end integer not null check (hash_range_end between hash_range_start and 10000000),
  primary key (version_id, hash_range_start),
  constraint case_version_items_once unique (version_id, item_id)
);
create trigger case_versions_append_only before update or delete on case_versions
  for each row execute function refuse_change();
create trigger case_version_items_append_only before update or delete on case_version_items
  for each row execute function refuse_change();

create trigger case_versions_no_truncate before truncate on case_versions
  for each statement execute function refuse_change();
create trigger case_version_items_no_truncate before truncate on case_version_items
  for each statement execute function refuse_change();

-- Server seeds that a player has asked to see the hash of before their bet. The seed of a nonce is the one used for it,
-- is revealed by the roll, and is shown nowhere before.
create table commitments (
  user_id bigint not null references users (id),
  nonce bigint not null check (nonce > 0),
  server_seed text not null check (server_seed ~ '^[0-9a-f]{64}$'),
  server_seed_hash text not null check (server_seed_hash ~ '^[0-9a-f]{64}$'),
  committed_at timestamptz not null default now(),
  primary key (user_id, nonce)
);

-- Without foreign keys, which would be four look-ups for each opening, a third of what it costs (bench/src/open.ts).
-- What they would hold is held all the same: nothing here is ever deleted; the transfer of the same transaction refers to
-- the user, the item won to the user and the item, and a version and its case are append-only. `npm run verify` asks.
create table case_openings (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  case_id bigint not null,
  version_id bigint not null,
  item_id bigint not null,
  -- The one debit of the request that it was opened in. The item won names the opening as its source (CASE_OPENING, id),
  -- so that both can be written without waiting for each other.
  transfer_id bigint not null,
  price_cents bigint not null check (price_cents > 0),
  item_value_cents bigint not null check (item_value_cents >= 0),
  -- Of 10000000: how many rolls give this item.
  chance_width integer not null check (chance_width between 1 and 10000000),
  nonce bigint not null check (nonce > 0),
  server_seed text not null,
  server_seed_hash text not null,
  client_seed text not null,
  roll integer not null check (roll between 1 and 10000000),
  is_flip boolean not null,
  -- The second wheel uses the main roll, so these are always null.
  flip_server_seed text check (flip_server_seed is null),
  flip_client_seed text check (flip_client_seed is null),
  flip_nonce bigint check (flip_nonce is null),
  flip_roll integer check (flip_roll is null),
  committed_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- Also the order of a user's history: nonces rise with the openings.
  constraint case_openings_nonce_key unique (user_id, nonce),
  check (committed_at <= created_at)
);
-- Drops worth showing: at most 2 percent.
create index case_openings_rare on case_openings (id desc) where chance_width <= 200000;
create index case_openings_case_day on case_openings (case_id, created_at);
create trigger case_openings_append_only before update or delete on case_openings
  for each row execute function refuse_change();
create trigger case_openings_no_truncate before truncate on case_openings
  for each statement execute function refuse_change();

-- What each user has wagered in games, kept on the row that every wager changes anyway.
alter table accounts add column wagered_cents bigint not null default 0;
alter table accounts add column cases_opened bigint not null default 0;
