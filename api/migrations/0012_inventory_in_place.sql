-- An item changes its status in place: no index holds the status, and more than half of each page is left for the next
-- version of its rows, a little longer once sold. So selling 10,000 items writes 10,000 rows and no index entry. Pages of
-- a status walk the items by time or by kind, whichever inventory_counts says is shorter (docs/decisions/0008).
alter table inventory_items set (fillfactor = 45);
drop index inventory_items_status_page;
drop index inventory_items_item_page;
create index inventory_items_time on inventory_items (user_id, acquired_at desc, id desc);
create index inventory_items_kind on inventory_items (user_id, item_id, acquired_at desc, id desc);

-- The cause of an item names it (an opening, an upgrade, a claim, a shot), so that nobody looks for an item by its cause.
alter table inventory_items drop constraint inventory_items_source_key;
alter table case_openings add column inventory_item_id bigint;
alter table case_openings disable trigger case_openings_append_only;
update case_openings set inventory_item_id = held.id from inventory_items held
where source_type = 'CASE_OPENING' and source_id = case_openings.id::text;
alter table case_openings enable trigger case_openings_append_only;
alter table case_openings alter column inventory_item_id set not null;
