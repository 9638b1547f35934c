-- An upgrade, recorded once and whole: what was staked, for what, at which chance, and how it was rolled.
create table upgrades (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete restrict,
  target_item_id bigint not null references items (id) on delete restrict,
  status text not null check (status in ('WON', 'LOST')),
  -- In BRL cents, as they were worth at the moment of the roll.
  items_value_cents bigint not null check (items_value_cents >= 0),
  balance_cents bigint not null check (balance_cents >= 0),
  target_value_cents bigint not null check (target_value_cents > 0),
  -- Of 1000000, so that a percentage of four decimals is exact: the house's share in force, and the chance it left.
  edge_units integer not null check (edge_units between 0 and 1000000),
  chance_units integer not null check (chance_units between 1 and 1000000),
  success_threshold integer not null check (success_threshold = 10000000 - 10 * chance_units),
  -- The debit of the balance part, where there is one.
  transfer_id bigint constraint upgrades_transfer_key unique references transfers (id) on delete restrict,
  -- The item that was won.
  inventory_item_id bigint constraint upgrades_won_item_key unique references inventory_items (id) on delete restrict,
  nonce bigint not null check (nonce > 0),
  server_seed text not null,
  server_seed_hash text not null,
  client_seed text not null,
  roll integer not null check (roll between 1 and 10000000),
  committed_at timestamptz not null,
  created_at timestamptz not null default statement_timestamp(),
  -- Also the order of a user's history: nonces rise with the upgrades.
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

-- The items that were staked. An item is used up by one upgrade and never again.
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

alter table accounts add column upgrades_made bigint not null default 0;
