-- A sale of one or more items has a number, which is on each of them and is the reference of its one credit (SALE, number).
create sequence inventory_sales;

-- Foreign keys to users and items would be half of what giving an item costs: a look-up each for every row
-- (docs/decisions/0007). Triggers hold the same from the other side, where changes are rare. The statement that gives an item
-- asks whether both exist, and so does `npm run verify`.
-- An item changes its status in place: no index holds the status, and more than half of each page is left for the next
-- version of its rows. So selling 10,000 items writes 10,000 rows and no index entry (docs/decisions/0008).
create table inventory_items (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  item_id bigint,
  -- Texts are compared byte by byte, because the rules of a language would make every change of an item dearer.
  status text collate "C" not null default 'AVAILABLE' check (status in (
    'AVAILABLE', 'LOCKED', 'SOLD', 'WITHDRAWN', 'USED_IN_UPGRADE', 'USED_IN_BATTLE', 'IN_SWAP')),
  acquired_at timestamptz not null default now(),
  acquired_from text,
  locked_until timestamptz,
  restricted_to_games boolean not null default false,
  -- An item has one cause, such as an upgrade or a claim. The cause names the item too, so that no item is looked for by it.
  source_type text collate "C",
  source_id text collate "C",
  source_index integer default 0,
  -- The sale that ended the item brought so much, 0 where it had no price. An item that a site swap consumed is SOLD without
  -- a sale. The number of the sale is taken in the statement that ends the item, so that the credit is the sum of what that
  -- statement wrote; a foreign key to the transfer would also cost a look-up for each of 10,000 items.
  sale_id bigint,
  sold_for_cents bigint check (sold_for_cents >= 0),
  -- Nearly all items come from openings: for them this id alone is the source, which saves 24 bytes of each row.
  opening_id bigint,
  constraint inventory_items_sale_whole check (num_nulls(sale_id, sold_for_cents) in (0, 2)),
  constraint inventory_items_sale_ends check (sale_id is null or status = 'SOLD'),
  constraint inventory_items_source check (
    case when opening_id is null then num_nulls(source_type, source_id, source_index) = 0 and source_type <> 'CASE_OPENING'
      else num_nonnulls(source_type, source_id, source_index) = 0 end)
) with (fillfactor = 45);
-- Pages of a status walk the items by time or by kind, whichever inventory_counts says is shorter. The newest item of a user
-- comes last, so that the pages of the index stay full.
create index inventory_items_time on inventory_items (user_id, acquired_at, id);
create index inventory_items_kind on inventory_items (user_id, item_id, acquired_at, id);
create trigger inventory_items_never_deleted before delete on inventory_items
  for each row execute function refuse_change();
create trigger inventory_items_no_truncate before truncate on inventory_items
  for each statement execute function refuse_change();

-- A deleted item of the catalogue leaves its copies without an entry.
create function forget_deleted_item() returns trigger language plpgsql as $$
begin
  update inventory_items set item_id = null where item_id = old.id;
  return null;
end $$;
create trigger items_leave_inventory after delete on items
  for each row execute function forget_deleted_item();

create function keep_user_with_items() returns trigger language plpgsql as $$
begin
  if exists (select from inventory_items where user_id = old.id) then
    raise exception 'user % has items', old.id using errcode = 'foreign_key_violation';
  end if;
  return old;
end $$;
create trigger users_with_items_stay before delete on users
  for each row execute function keep_user_with_items();

-- A user has so many of each item in each status. Totals, searches and pages by value read this instead of the items.
create table inventory_counts (
  user_id bigint not null,
  -- 0 stands for items that have lost their entry in the catalogue.
  item_id bigint not null,
  status text collate "C" not null,
  count bigint not null check (count >= 0),
  primary key (user_id, item_id, status)
) with (fillfactor = 70);

-- The epoch counts the changes of a user's items. A process that has made a page of an inventory compares it and the epoch
-- of the catalogue to learn whether the page still holds (docs/decisions/0039). Triggers count both, so that no writer can
-- forget them.
create table inventory_epochs (
  user_id bigint primary key,
  epoch bigint not null
) with (fillfactor = 50);

create function count_new_inventory() returns trigger language plpgsql as $$
begin
  insert into inventory_counts as counts (user_id, item_id, status, count)
  select user_id, coalesce(item_id, 0), status, count(*) from new_rows group by 1, 2, 3 order by 1, 2, 3
  on conflict (user_id, item_id, status) do update set count = counts.count + excluded.count;
  insert into inventory_epochs as kept (user_id, epoch)
  select user_id, 1 from new_rows group by 1 order by 1
  on conflict (user_id) do update set epoch = kept.epoch + 1;
  return null;
end $$;
create trigger inventory_items_count_insert after insert on inventory_items
  referencing new table as new_rows for each statement execute function count_new_inventory();

create function count_changed_inventory() returns trigger language plpgsql as $$
begin
  with changes as materialized (
    select user_id, item_id, status, sum(step) as change
    from (
      select user_id, coalesce(item_id, 0) as item_id, status, 1 as step from new_rows
      union all
      select user_id, coalesce(item_id, 0), status, -1 from old_rows) steps
    group by 1, 2, 3 having sum(step) <> 0 order by 1, 2, 3
  ), raised as (
    insert into inventory_counts as counts (user_id, item_id, status, count)
    select user_id, item_id, status, change from changes where change > 0
    on conflict (user_id, item_id, status) do update set count = counts.count + excluded.count
  )
  -- Apart from the raised ones, since a row that is proposed for insertion must not be negative.
  update inventory_counts counts set count = counts.count + changes.change
  from changes
  where changes.change < 0
    and counts.user_id = changes.user_id and counts.item_id = changes.item_id and counts.status = changes.status;
  return null;
end $$;
create trigger inventory_items_count_update after update on inventory_items
  referencing old table as old_rows new table as new_rows for each statement execute function count_changed_inventory();

create function count_inventory_change() returns trigger language plpgsql as $$
begin
  insert into inventory_epochs as kept (user_id, epoch)
  select user_id, 1 from (select user_id from new_rows union select user_id from old_rows) changed order by 1
  on conflict (user_id) do update set epoch = kept.epoch + 1;
  return null;
end $$;
create trigger inventory_items_epoch_update after update on inventory_items
  referencing old table as old_rows new table as new_rows for each statement execute function count_inventory_change();

-- A process asks the marketplace for an item at the moment, and no other does until then. The lease of a dead process ends
-- by itself.
create table item_leases (
  inventory_item_id bigint primary key,
  owner text collate "C" not null,
  until timestamptz not null
);
