-- From its creation on a battle is bound to the hashes of every seat that a bot might take, and to what its items are worth.
-- Battles that wait are not: their time is over, so that they are cancelled and paid back within a minute. Stop processes of the
-- version before: they create battles that nobody can join, and know nothing of the table that takes the place of battle_values.
lock table battles, battle_seats, battle_rolls, battle_values in access exclusive mode;

-- 1: from before; 2: bound at its creation. Who creates a battle says so.
alter table battles add column rules smallint not null default 1 check (rules in (1, 2));
update battles set expires_at = least(expires_at, now()) where status = 'WAITING';

-- Whose client seed it is: the one of the account, and not of the request that took the seat.
alter table battle_seats add column is_account_seed boolean not null default false;

alter table battle_rolls drop constraint battle_rolls_client_seed_source_check;
-- The rows that are there are not read for it: the check that goes was narrower.
alter table battle_rolls add constraint battle_rolls_client_seed_source
  check (client_seed_source in ('REQUEST', 'ACCOUNT', 'SERVER', 'DERIVED', 'BEACON')) not valid;

-- What the items of a version are worth in a battle, in cents by item: when it was created, or, where a beacon decided one from
-- before, when its last seat was taken. A row for each version, however many rounds play it.
create table battle_version_values (
  battle_id bigint not null,
  version_id bigint not null,
  item_values jsonb not null,
  primary key (battle_id, version_id)
);
insert into battle_version_values (battle_id, version_id, item_values)
select battle_id, version_id, jsonb_object_agg(item_id, value_cents::text)
from (select distinct battle_id, version_id from battle_rounds) played
join case_version_items using (version_id)
join battle_values using (battle_id, item_id)
group by battle_id, version_id;
drop table battle_values;
create trigger battle_version_values_append_only before update or delete on battle_version_values
  for each row execute function refuse_change();
create trigger battle_version_values_no_truncate before truncate on battle_version_values
  for each statement execute function refuse_change();
