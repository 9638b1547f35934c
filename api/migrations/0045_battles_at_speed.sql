-- Battles are written and read with less work. Stop processes of the version before while this is applied: a foreign key that
-- goes locks the table that it names, too, and what runs meanwhile asks for items and battles in many orders. They may go on
-- after it. All at once and in the order of a play, so that what runs all the same is, as a rule, waited for.
lock table battles, battle_seats, battle_rounds, battle_rolls, case_versions, commitments, items, battle_list_days
  in access exclusive mode;

-- What the lists of battles count, over all days that are added up: a row for each kind of battle and entry, and one for
-- each kind whatever the entry. A total reads a few of these, however many days there have been. They follow the days by
-- a trigger, also where the version before adds a day up.
create table battle_list_totals (
  is_public boolean not null,
  status text not null,
  mode text not null,
  seat_count smallint not null,
  -- Null: whatever the entry.
  entry_cents bigint,
  battles bigint not null check (battles >= 0),
  constraint battle_list_totals_kind unique nulls not distinct (is_public, status, mode, seat_count, entry_cents)
);
insert into battle_list_totals (is_public, status, mode, seat_count, entry_cents, battles)
select is_public, status, mode, seat_count, entry_cents, sum(battles) from battle_list_days
group by is_public, status, mode, seat_count, rollup (entry_cents);

create function count_battle_list_days() returns trigger language plpgsql as $$
begin
  insert into battle_list_totals as total (is_public, status, mode, seat_count, entry_cents, battles)
  select is_public, status, mode, seat_count, entry_cents, sum(battles) from added
  group by is_public, status, mode, seat_count, rollup (entry_cents)
  -- In one order, so that two of these never wait for each other.
  order by is_public, status, mode, seat_count, entry_cents
  on conflict on constraint battle_list_totals_kind do update set battles = total.battles + excluded.battles;
  return null;
end $$;
create trigger battle_list_days_count after insert on battle_list_days
  referencing new table as added for each statement execute function count_battle_list_days();

-- A day that is added up anew is taken away first.
create function uncount_battle_list_days() returns trigger language plpgsql as $$
begin
  update battle_list_totals total set battles = total.battles - gone.battles
  from (
    select is_public, status, mode, seat_count, entry_cents, sum(battles) as battles from removed
    group by is_public, status, mode, seat_count, rollup (entry_cents)) gone
  where (total.is_public, total.status, total.mode, total.seat_count)
      = (gone.is_public, gone.status, gone.mode, gone.seat_count)
    and total.entry_cents is not distinct from gone.entry_cents;
  return null;
end $$;
create trigger battle_list_days_uncount after delete on battle_list_days
  referencing old table as removed for each statement execute function uncount_battle_list_days();

-- A battle of four seats and fifty rounds writes fifty rounds and two hundred rolls, and each looked for what its foreign
-- keys name (docs/decisions/0013). What they held is held all the same: battles, rounds, seats and versions are never
-- deleted, the statements write what their transaction has read under the lock of the battle, and `npm run verify` asks
-- for every one of these links. That an item is given for one drop follows from its place in the battle, which it names.
alter table battle_rounds drop constraint battle_rounds_battle_id_fkey;
alter table battle_rounds drop constraint battle_rounds_case_id_version_id_fkey;
alter table battle_rolls drop constraint battle_rolls_battle_id_seat_fkey;
alter table battle_rolls drop constraint battle_rolls_battle_id_round_fkey;
alter table battle_rolls drop constraint battle_rolls_item_id_fkey;
alter table battle_rolls drop constraint battle_rolls_item_key;

-- PostgreSQL builds a state for each of the 64 places that such an expression counts, with every row: half of what a
-- commitment cost (`explain analyze` of 2000 rows: 101 µs each, 48 without that check). The same is asked in two questions
-- that count nothing. The rows that are there are not read for it: the checks that go were the same for them.
alter table commitments
  drop constraint commitments_server_seed_check1,
  drop constraint commitments_server_seed_hash_check1,
  drop constraint commitments_key_id_check,
  add constraint commitments_server_seed check (length(server_seed) = 64 and server_seed !~ '[^0-9a-f]') not valid,
  add constraint commitments_server_seed_hash
    check (length(server_seed_hash) = 64 and server_seed_hash !~ '[^0-9a-f]') not valid,
  add constraint commitments_key_id check (length(key_id) = 16 and key_id !~ '[^0-9a-f]') not valid;
