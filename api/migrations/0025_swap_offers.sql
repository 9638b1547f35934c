-- What a user offers of their items to another, or to everybody, and what is asked for it.
create table swaps (
  id bigint generated always as identity primary key,
  creator_id bigint not null references users (id) on delete restrict,
  -- Who it is offered to; of a public one, who has accepted it.
  acceptor_id bigint references users (id) on delete restrict,
  is_public boolean not null,
  status text collate "C" not null default 'PENDING'
    check (status in ('PENDING', 'ACCEPTED', 'CANCELLED', 'DECLINED')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint swaps_not_with_oneself check (creator_id <> acceptor_id),
  constraint swaps_acceptor_known check ((acceptor_id is null) = (is_public and status <> 'ACCEPTED')),
  constraint swaps_public_not_declined check (not (is_public and status = 'DECLINED')),
  constraint swaps_ended check ((status = 'PENDING') = (ended_at is null))
);
create index swaps_creator on swaps (creator_id, id desc);
create index swaps_acceptor on swaps (acceptor_id, id desc);
create index swaps_public on swaps (id desc) where is_public and status = 'PENDING';
create trigger swaps_end_once before update on swaps
  for each row when (old.status <> 'PENDING') execute function refuse_change();
create trigger swaps_never_deleted before delete on swaps for each row execute function refuse_change();
create trigger swaps_no_truncate before truncate on swaps for each statement execute function refuse_change();

-- The items that change hands: what the creator offers, and what the acceptor has given for it.
create table swap_items (
  swap_id bigint not null references swaps (id) on delete restrict,
  inventory_item_id bigint not null references inventory_items (id) on delete restrict,
  item_id bigint not null references items (id) on delete restrict,
  is_offered boolean not null,
  -- While the swap is pending: an item waits in one swap and no other.
  is_held boolean not null,
  primary key (swap_id, inventory_item_id),
  check (is_offered or not is_held)
);
create unique index swap_items_held_once on swap_items (inventory_item_id) where is_held;
create trigger swap_items_let_go_once before update on swap_items
  for each row when (not old.is_held or new.is_held) execute function refuse_change();
create trigger swap_items_never_deleted before delete on swap_items for each row execute function refuse_change();
create trigger swap_items_no_truncate before truncate on swap_items for each statement execute function refuse_change();

-- What is asked: one certain item of the acceptor, or any of a kind.
create table swap_asks (
  swap_id bigint not null references swaps (id) on delete restrict,
  place integer not null check (place > 0),
  item_id bigint not null references items (id) on delete restrict,
  inventory_item_id bigint references inventory_items (id) on delete restrict,
  primary key (swap_id, place)
);
create unique index swap_asks_item_once on swap_asks (swap_id, inventory_item_id) where inventory_item_id is not null;
create trigger swap_asks_append_only before update or delete on swap_asks for each row execute function refuse_change();
create trigger swap_asks_no_truncate before truncate on swap_asks for each statement execute function refuse_change();
