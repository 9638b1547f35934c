-- A rate that is held back: whether an hour of the same takes it, or an administrator alone does.
alter table held_back_rate add column waits_for_person boolean not null default true;

-- Between which prices an item was in the hours of the last day, each hour counting the prices that ended in it: what a
-- new one is held against. By the hour, so that any number of syncs leaves at most some 25 rows of an item.
create table item_price_hours (
  item_id bigint not null references items (id) on delete cascade,
  hour timestamptz not null,
  lowest_cents bigint not null check (lowest_cents > 0),
  highest_cents bigint not null check (highest_cents >= lowest_cents),
  primary key (item_id, hour)
);
create index item_price_hours_old on item_price_hours using brin (hour) with (autosummarize = on);

-- By how much syncs have raised what the items of users are worth: all of a day together are limited.
create table price_rises (
  id bigint generated always as identity primary key,
  sync_id bigint not null references item_syncs (id) on delete cascade,
  raised_cents bigint not null check (raised_cents > 0),
  raised_at timestamptz not null
);
create index price_rises_raised_at on price_rises (raised_at);
