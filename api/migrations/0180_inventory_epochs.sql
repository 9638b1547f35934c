-- Counts the changes of a user's items, and those of what lists show of the catalogue. Who has made a page of an inventory
-- compares two numbers to learn whether it still holds, instead of making it again (docs/decisions/0039). By triggers, so
-- that no writer can forget it.
create table inventory_epochs (
  user_id bigint primary key,
  epoch bigint not null
) with (fillfactor = 50);

create table catalogue_epoch (
  is_only boolean primary key default true check (is_only),
  epoch bigint not null
);
insert into catalogue_epoch (epoch) values (1);

create or replace function count_new_inventory() returns trigger language plpgsql as $$
begin
  insert into inventory_counts as counts (user_id, item_id, status, count)
  select user_id, coalesce(item_id, 0), status, count(*) from new_rows group by 1, 2, 3 order by 1, 2, 3
  on conflict (user_id, item_id, status) do update set count = counts.count + excluded.count;
  insert into inventory_epochs as kept (user_id, epoch)
  select user_id, 1 from new_rows group by 1 order by 1
  on conflict (user_id) do update set epoch = kept.epoch + 1;
  return null;
end $$;

create function count_inventory_change() returns trigger language plpgsql as $$
begin
  insert into inventory_epochs as kept (user_id, epoch)
  select user_id, 1 from (select user_id from new_rows union select user_id from old_rows) changed order by 1
  on conflict (user_id) do update set epoch = kept.epoch + 1;
  return null;
end $$;
create trigger inventory_items_epoch_update after update on inventory_items
  referencing old table as old_rows new table as new_rows for each statement execute function count_inventory_change();

create function count_catalogue_change() returns trigger language plpgsql as $$
begin
  update catalogue_epoch set epoch = epoch + 1;
  return null;
end $$;
create trigger items_shown_counted
  after update of name, image_url, rarity, weapon_category, exterior, is_stat_trak, value_cents_brl on items
  for each statement execute function count_catalogue_change();
