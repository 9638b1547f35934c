-- Two foreign keys were half of what giving an item costs: a look-up each for every row (docs/decisions/0007). What they
-- held is held from the other side, where things hardly ever happen: an item of the catalogue that is deleted leaves its
-- copies without an entry, and a user who has items is not deleted. That what is given exists is asked by the statement
-- that gives it, and by `npm run verify`.
alter table inventory_items drop constraint inventory_items_user_id_fkey;
alter table inventory_items drop constraint inventory_items_item_id_fkey;

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
create trigger items_no_truncate before truncate on items for each statement execute function refuse_change();
