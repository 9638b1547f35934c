-- A sale of one or more items. Its number is on each of them and is the reference of its one credit (SALE, number).
create sequence inventory_sales;

create table inventory_items (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete restrict,
  item_id bigint references items (id) on delete set null,
  -- Indexed texts are compared byte by byte: rules of a language would make every change of an item dearer.
  status text collate "C" not null default 'AVAILABLE' check (status in (
    'AVAILABLE', 'LOCKED', 'SOLD', 'WITHDRAWN', 'USED_IN_UPGRADE', 'USED_IN_BATTLE', 'IN_SWAP')),
  acquired_at timestamptz not null default now(),
  acquired_from text,
  locked_until timestamptz,
  restricted_to_games boolean not null default false,
  -- The one cause of the item (an opening, an upgrade, …): a cause gives each of its items once.
  source_type text collate "C" not null,
  source_id text collate "C" not null,
  source_index integer not null default 0,
  -- The sale that ended it and what it brought, 0 where it had no price. An item that a site swap consumed is SOLD
  -- without a sale. The sale's number is taken in the statement that ends the item, so that the credit is the sum of
  -- what that statement wrote; a foreign key to the transfer would also cost a look-up for each of 10,000 items.
  sale_id bigint,
  sold_for_cents bigint check (sold_for_cents >= 0),
  constraint inventory_items_source_key unique (source_type, source_id, source_index),
  constraint inventory_items_sale_whole check (num_nulls(sale_id, sold_for_cents) in (0, 2)),
  constraint inventory_items_sale_ends check (sale_id is null or status = 'SOLD')
) with (fillfactor = 90);
-- No index over all statuses: a page of all is merged from the seven, and every index is written at every change.
create index inventory_items_status_page on inventory_items (user_id, status, acquired_at desc, id desc);
create index inventory_items_item_page on inventory_items (user_id, item_id, status, acquired_at desc, id desc);

-- How many of each item a user has in each status: totals, searches and pages by value read this instead of the items.
create table inventory_counts (
  user_id bigint not null,
  -- 0 stands for items that have lost their entry in the catalogue.
  item_id bigint not null,
  status text collate "C" not null,
  count bigint not null check (count >= 0),
  primary key (user_id, item_id, status)
) with (fillfactor = 70);

create function count_new_inventory() returns trigger language plpgsql as $$
begin
  insert into inventory_counts as counts (user_id, item_id, status, count)
  select user_id, coalesce(item_id, 0), status, count(*) from new_rows group by 1, 2, 3 order by 1, 2, 3
  on conflict (user_id, item_id, status) do update set count = counts.count + excluded.count;
  return null;
end $$;

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

create trigger inventory_items_count_insert after insert on inventory_items
  referencing new table as new_rows for each statement execute function count_new_inventory();
create trigger inventory_items_count_update after update on inventory_items
  referencing old table as old_rows new table as new_rows for each statement execute function count_changed_inventory();
create trigger inventory_items_never_deleted before delete on inventory_items
  for each row execute function refuse_change();
create trigger inventory_items_no_truncate before truncate on inventory_items
  for each statement execute function refuse_change();
