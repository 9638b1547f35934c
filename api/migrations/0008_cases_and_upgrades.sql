create table cases (
  id bigint generated always as identity primary key,
  name text not null constraint cases_name_key unique check (length(name) between 1 and 100),
  image_url text not null,
  category text not null check (length(category) between 1 and 50),
  price_cents bigint not null check (price_cents > 0),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'ACTIVE', 'ARCHIVED')),
  -- This version is played; it is null until the case has contents.
  current_version_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  description text not null default '' check (length(description) <= 1000),
  -- This is its place in the list.
  display_order integer not null default 0 check (display_order >= 0),
  -- This is the readable part of its address.
  slug text not null constraint cases_slug_key unique check (length(slug) <= 120 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  check (status <> 'ACTIVE' or current_version_id is not null)
);
create index cases_category on cases (category, id);

-- A slug is the name in the letters that an address has. Where another case has that already, the next free number follows.
create function free_case_slug(case_name text) returns text language plpgsql as $$
declare
  base text := trim(both '-' from regexp_replace(
    lower(translate(case_name,
      'ÁÀÂÃÄÅáàâãäåÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÕÖóòôõöÚÙÛÜúùûüÇçÑñ',
      'AAAAAAaaaaaaEEEEeeeeIIIIiiiiOOOOOoooooUUUUuuuuCcNn')),
    '[^a-z0-9]+', '-', 'g'));
  free text;
  number integer := 1;
begin
  if base = '' then base := 'caixa'; end if;
  free := base;
  while exists (select from cases where slug = free) loop
    number := number + 1;
    free := base || '-' || number;
  end loop;
  return free;
end $$;

-- A case that comes without a slug gets that of its name. One comes at a time: two at once would find the same slug free.
create function give_case_slug() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('cases: slugs'));
  new.slug := coalesce(new.slug, free_case_slug(new.name));
  return new;
end $$;
create trigger cases_slug before insert on cases for each row execute function give_case_slug();

-- Every edit of a case's contents makes a new version. An opening refers to the version that it was played on.
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
create trigger case_versions_append_only before update or delete on case_versions
  for each row execute function refuse_change();
create trigger case_versions_no_truncate before truncate on case_versions
  for each statement execute function refuse_change();

create table case_version_items (
  version_id bigint not null references case_versions (id),
  item_id bigint not null references items (id),
  hash_range_start integer not null check (hash_range_start between 1 and 10000000),
  hash_range_end integer not null check (hash_range_end between hash_range_start and 10000000),
  primary key (version_id, hash_range_start),
  constraint case_version_items_once unique (version_id, item_id)
);
create trigger case_version_items_append_only before update or delete on case_version_items
  for each row execute function refuse_change();
create trigger case_version_items_no_truncate before truncate on case_version_items
  for each statement execute function refuse_change();

-- There are no foreign keys, which would be four look-ups for each opening and a third of its cost (bench/src/open.ts).
-- Their promise holds all the same: nothing here is ever deleted, the transfer of the same transaction refers to the user,
-- the item won refers to the user and the item, and a version and its case are append-only. `npm run verify` asks.
create table case_openings (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  case_id bigint not null,
  version_id bigint not null,
  item_id bigint not null,
  -- This is the one debit of the request that it was opened in.
  transfer_id bigint not null,
  price_cents bigint not null check (price_cents > 0),
  item_value_cents bigint not null check (item_value_cents >= 0),
  -- So many of 10000000 rolls give this item.
  chance_width integer not null check (chance_width between 1 and 10000000),
  nonce bigint not null check (nonce > 0),
  -- Seeds are stored as bytes, and their hash is computed: texts and a stored hash would be more than half of each row of the
  -- largest table there is.
  server_seed bytea not null,
  -- A seed that a player chose is any text. A seed that the server drew is 32 bytes in drawn_client_seed.
  client_seed text,
  roll integer not null check (roll between 1 and 10000000),
  is_flip boolean not null,
  -- The second wheel uses the main roll, so that these four are always null. One check asks that of all, since each check is
  -- made ready anew for every statement that writes.
  flip_server_seed text,
  flip_client_seed text,
  flip_nonce bigint,
  flip_roll integer,
  -- It is null where the seed was not committed to ahead, and so committed to when it was used.
  committed_at timestamptz,
  created_at timestamptz not null default now(),
  -- The opening names its item, and the item its opening, so that both can be written without waiting for each other.
  inventory_item_id bigint not null,
  -- The player chose the client seed with the request (REQUEST) or on the account (ACCOUNT), or the server drew it at the time
  -- of the play (SERVER), which proves less.
  client_seed_source text constraint case_openings_client_seed_source
    check (client_seed_source is not null and client_seed_source in ('REQUEST', 'ACCOUNT', 'SERVER')),
  drawn_client_seed bytea,
  -- It also gives the order of a user's history, since nonces rise with the openings.
  constraint case_openings_nonce_key unique (user_id, nonce),
  check (committed_at <= created_at),
  constraint case_openings_no_second_roll
    check (num_nonnulls(flip_server_seed, flip_client_seed, flip_nonce, flip_roll) = 0),
  constraint case_openings_client_seed check ((client_seed is null) <> (drawn_client_seed is null))
);
-- Drops worth showing are at most 2 percent.
create index case_openings_rare on case_openings (id desc) where chance_width <= 200000;
-- A day's openings lie in the order in which they were written: a summary of each block finds them at almost no cost to the
-- opening.
create index case_openings_created_at on case_openings using brin (created_at) with (autosummarize = on);
create trigger case_openings_append_only before update or delete on case_openings
  for each row execute function refuse_change();
create trigger case_openings_no_truncate before truncate on case_openings
  for each statement execute function refuse_change();

-- These are the newest openings of each case. An index of all openings by case would be a cost of each opening.
create table recent_case_drops (
  case_id bigint not null,
  opening_id bigint not null,
  primary key (case_id, opening_id)
);

-- An upgrade is recorded once and whole: the stake, the target, the chance, and how it was rolled.
create table upgrades (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete restrict,
  target_item_id bigint not null references items (id) on delete restrict,
  status text not null check (status in ('WON', 'LOST')),
  -- The values are in BRL cents, as they were at the moment of the roll.
  items_value_cents bigint not null check (items_value_cents >= 0),
  balance_cents bigint not null check (balance_cents >= 0),
  target_value_cents bigint not null check (target_value_cents > 0),
  -- The house's share in force and the chance it left are parts of 1000000, so that a percentage of four decimals is exact.
  edge_units integer not null check (edge_units between 0 and 1000000),
  chance_units integer not null check (chance_units between 1 and 1000000),
  success_threshold integer not null check (success_threshold = 10000000 - 10 * chance_units),
  -- This is the debit of the balance part, where there is one.
  transfer_id bigint constraint upgrades_transfer_key unique references transfers (id) on delete restrict,
  -- This item was won.
  inventory_item_id bigint constraint upgrades_won_item_key unique references inventory_items (id) on delete restrict,
  nonce bigint not null check (nonce > 0),
  server_seed text not null,
  server_seed_hash text not null,
  client_seed text not null,
  roll integer not null check (roll between 1 and 10000000),
  committed_at timestamptz not null,
  created_at timestamptz not null default statement_timestamp(),
  client_seed_source text constraint upgrades_client_seed_source
    check (client_seed_source is not null and client_seed_source in ('REQUEST', 'ACCOUNT', 'SERVER')),
  -- It also gives the order of a user's history, since nonces rise with the upgrades.
  constraint upgrades_nonce_key unique (user_id, nonce),
  check (committed_at <= created_at),
  check (items_value_cents + balance_cents between 1 and target_value_cents - 1),
  check ((transfer_id is null) = (balance_cents = 0)),
  check ((status = 'WON') = (roll >= success_threshold)),
  check ((status = 'WON') = (inventory_item_id is not null))
);
create index upgrades_created_at on upgrades using brin (created_at) with (autosummarize = on);
create trigger upgrades_append_only before update or delete on upgrades
  for each row execute function refuse_change();
create trigger upgrades_no_truncate before truncate on upgrades
  for each statement execute function refuse_change();

-- These items were staked. An item is used up by one upgrade and never again.
create table upgrade_inputs (
  inventory_item_id bigint primary key references inventory_items (id) on delete restrict,
  upgrade_id bigint not null references upgrades (id) on delete restrict,
  item_id bigint not null references items (id) on delete restrict,
  value_cents bigint not null check (value_cents >= 0)
);
create index upgrade_inputs_upgrade on upgrade_inputs (upgrade_id, inventory_item_id);
create trigger upgrade_inputs_append_only before update or delete on upgrade_inputs
  for each row execute function refuse_change();
create trigger upgrade_inputs_no_truncate before truncate on upgrade_inputs
  for each statement execute function refuse_change();
