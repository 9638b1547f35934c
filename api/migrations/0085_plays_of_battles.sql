-- A play of a battle is a seat that a person played, in the revenue of days as in that of users. The days that are added up get
-- theirs. Stop processes of the version before: a day that they add up would lack its plays.
lock table battle_days in access exclusive mode;
alter table battle_days add column plays bigint;
update battle_days set plays = (
  select count(*) from battle_seats join battles on battles.id = battle_id
  where battles.mode = battle_days.mode and user_id is not null
    and battle_seats.ended_at >= battle_days.day::timestamp at time zone 'America/Sao_Paulo'
    and battle_seats.ended_at < (battle_days.day + 1)::timestamp at time zone 'America/Sao_Paulo');
alter table battle_days alter column plays set not null, add constraint battle_days_plays check (plays >= 0);
