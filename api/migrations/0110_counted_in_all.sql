-- What is counted for limits is also counted in all: everything that the user has ever staked and won. So a play that is
-- not counted, or counted otherwise than it was played, is found. Stop processes of the version before: they would count
-- plays without it.
lock table accounts, play_counters in access exclusive mode;
alter table play_counters
  add column wagered_cents bigint not null default 0,
  add column won_cents bigint not null default 0;
update play_counters set
  wagered_cents = (select wagered_cents from accounts where accounts.user_id = play_counters.user_id)
    + (select coalesce(sum(case type when 'RAFFLE_TICKET' then amount_cents else -amount_cents end), 0) from transfers
      where transfers.user_id = play_counters.user_id and type in ('RAFFLE_TICKET', 'RAFFLE_REFUND')),
  won_cents = (select coalesce(sum(item_value_cents), 0) from case_openings where user_id = play_counters.user_id)
    + (select coalesce(sum(target_value_cents), 0) from upgrades where user_id = play_counters.user_id and status = 'WON')
    + (select coalesce(sum(battle_seats.won_cents), 0) from battle_seats where user_id = play_counters.user_id)
    + (select coalesce(sum(item_value_cents), 0) from raffle_prizes where winner_id = play_counters.user_id);
alter table play_counters alter column wagered_cents drop default, alter column won_cents drop default;
