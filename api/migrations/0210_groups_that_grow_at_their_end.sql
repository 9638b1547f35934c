-- What a user gets is newer than what they have. In these indexes the newest of a user stood first, so that every new entry
-- went before the others, and pages that were full were split in the middle and stayed half empty. With the newest last
-- PostgreSQL splits after it and leaves full pages behind. Lists that begin with the newest read them backwards, which costs
-- the same.
drop index transfers_user;
create index transfers_user on transfers (user_id, id);
drop index inventory_items_time;
create index inventory_items_time on inventory_items (user_id, acquired_at, id);
drop index inventory_items_kind;
create index inventory_items_kind on inventory_items (user_id, item_id, acquired_at, id);
