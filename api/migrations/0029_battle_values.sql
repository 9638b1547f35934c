-- What the items of a battle are worth, where a public beacon decides after the last seat was filled: kept then, so that no
-- change of prices after the round is known decides who wins. This only adds a table.
create table battle_values (
  battle_id bigint not null references battles (id) on delete restrict,
  item_id bigint not null references items (id) on delete restrict,
  value_cents bigint not null check (value_cents >= 0),
  primary key (battle_id, item_id)
);
create trigger battle_values_append_only before update or delete on battle_values
  for each row execute function refuse_change();
create trigger battle_values_no_truncate before truncate on battle_values
  for each statement execute function refuse_change();

-- How many battles of a creator wait for players.
create index battles_waiting_of_creator on battles (creator_id) where status = 'WAITING';
