-- The round of the beacon follows from the moment at which everything else was fixed and from a delay, which is a part of the
-- terms of a game from its creation on. Games that are there keep their rule and their leaves: their delay is null. Stop
-- processes of the version before: they would name another round.
alter table battles
  add column beacon_delay_seconds integer,
  add constraint battles_beacon_delay check (beacon_delay_seconds is null or (randomness = 'drand' and beacon_delay_seconds > 0))
    not valid,
  -- A battle whose beacon is silent for a day is cancelled after its start. No row has to be read for it: the check that goes
  -- was narrower.
  drop constraint battles_check3,
  add constraint battles_started_at check (case status when 'WAITING' then started_at is null
    when 'CANCELLED' then started_at is null or randomness = 'drand' else started_at is not null end) not valid;
alter table raffles
  add column beacon_delay_seconds integer,
  add constraint raffles_beacon_delay check (beacon_delay_seconds is null or (randomness = 'drand' and beacon_delay_seconds > 0)),
  -- So is a raffle whose sales are closed.
  drop constraint raffles_check1,
  add constraint raffles_closed_at check (case status when 'ACTIVE' then closed_at is null
    when 'CANCELLED' then closed_at is null or randomness = 'drand' else closed_at is not null end);
create index raffles_drawing on raffles (closed_at) where status = 'DRAWING';
