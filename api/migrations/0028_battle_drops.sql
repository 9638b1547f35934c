-- What everybody is shown of a public battle: the most valuable drop that each person won there. Written at its end, in
-- the order in which battles end, as those who look at the newest need it. This only adds a table; processes of the
-- version before may run on beside it, and the battles that they end are not shown.
create table battle_drops (
  id bigint generated always as identity primary key,
  battle_id bigint not null,
  -- Who won it.
  seat smallint not null,
  user_id bigint not null,
  case_id bigint not null,
  version_id bigint not null,
  item_id bigint not null,
  item_value_cents bigint not null,
  chance_width integer not null,
  created_at timestamptz not null default statement_timestamp(),
  constraint battle_drops_once unique (battle_id, seat),
  foreign key (battle_id, seat) references battle_seats (battle_id, seat) on delete restrict
);
create index battle_drops_rare on battle_drops (id) where chance_width <= 200000;
create trigger battle_drops_append_only before update or delete on battle_drops
  for each row execute function refuse_change();
create trigger battle_drops_no_truncate before truncate on battle_drops
  for each statement execute function refuse_change();
