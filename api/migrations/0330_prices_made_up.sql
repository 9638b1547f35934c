-- Items whose price in force an administrator has said and no source has yet: while somebody owns one, no source raises it.
create table prices_made_up (
  item_id bigint primary key references items (id) on delete cascade
);
