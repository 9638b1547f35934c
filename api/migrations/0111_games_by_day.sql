-- What was played of each game, in one table for all games: a new one needs none of its own. The days that are added up get
-- theirs from what is kept of users and battles. Stop processes of the version before: they would keep figures of upgrades
-- in a table that is gone, and none here.
lock table rolled_days, user_days, battle_days, upgrade_days in access exclusive mode;
create table game_days (
  day date not null,
  game text collate "C" not null,
  plays bigint not null check (plays > 0),
  plays_won bigint not null check (plays_won between 0 and plays),
  -- Of a game that several play together each round once.
  rounds bigint not null check (rounds between 0 and plays),
  wagered_cents numeric not null,
  won_cents numeric not null,
  primary key (day, game)
);
insert into game_days (day, game, plays, plays_won, rounds, wagered_cents, won_cents)
select day, game, sum(plays), sum(plays_won), sum(plays), sum(wagered_cents), sum(won_cents) from user_days group by day, game;
update game_days set rounds = fought.battles
from (select day, sum(battles) as battles from battle_days group by day) fought
where fought.day = game_days.day and game = 'BATTLES';
drop table upgrade_days;

-- Games name the types of their transfers themselves, so that a new one needs no migration for them. That every type in the
-- books is one that somebody makes is an invariant.
alter table transfers drop constraint transfers_type_check,
  add constraint transfers_type_check check (type ~ '^[A-Z]+(_[A-Z]+)*$' and length(type) <= 40) not valid;
-- Every row satisfied the list, which was stricter: this locks out nobody while it looks.
alter table transfers validate constraint transfers_type_check;
