import { sql } from '../../../src/platform/database/sql.ts';
import type { ViolationFixtures } from './violation-fixture.ts';

const EXCLUDED = sql`user_id = (select max(user_id) from exclusions where kind = 'EXCLUSION')`;
const CLOSED = sql`(select id from users where status = 'CLOSED')`;

export const limitsViolationFixtures: ViolationFixtures = {
  'who has excluded themselves is barred until the last day of it, or for good where the account is closed': [
    sql`update accounts set play_bar = null, play_barred_until = null where ${EXCLUDED}`,
    sql`update accounts set play_barred_until = play_barred_until - interval '1 second' where ${EXCLUDED}`,
    sql`update accounts set play_barred_until = now() + interval '1 year' where user_id in ${CLOSED}`,
    sql`update accounts set play_bar = 'PAUSE' where user_id in ${CLOSED}`,
    sql`update accounts set play_bar = 'CLOSED' where ${EXCLUDED}`,
    sql`delete from exclusions where ${EXCLUDED}`,
  ],
  'an exclusion is only ever lengthened': [
    sql`insert into exclusions (user_id, kind, starts_at, ends_at)
      select user_id, kind, starts_at, ends_at - interval '1 second' from exclusions where kind = 'EXCLUSION'`,
  ],
  'stakes are held against limits of who has some, and counted': [
    sql`update accounts set has_limits = not has_limits`,
    sql`delete from play_counters`,
    sql`insert into player_limits (user_id, kind, period, limit_cents) select distinct user_id, 'LOSS', 'DAY', 1 from exclusions`,
  ],
  'what may be staked without a look at the limits is within them': [
    // Stakes that were not taken off, and losses.
    sql`update play_counters set month_wagered_cents = 5000000`,
    sql`update play_counters set day_lost_cents = 4000000`,
    sql`update accounts set stake_room_cents = 4000001 where has_limits`,
  ],
  'what is counted for limits is all that was staked and won, in every game': [
    // A stake and winnings are not counted, and something is counted for nothing.
    sql`update play_counters set wagered_cents = wagered_cents - 1`,
    sql`update play_counters set won_cents = won_cents - 1`,
    sql`update case_openings set price_cents = price_cents + 1`,
    sql`update upgrades set target_value_cents = target_value_cents + 1 where status = 'WON'`,
    sql`update battle_seats set won_cents = won_cents + 1 where user_id in (select user_id from play_counters)`,
    sql`update battles set entry_cents = entry_cents + 1 where status = 'WAITING'`,
    sql`update transfers set amount_cents = amount_cents + 1 where type = 'RAFFLE_TICKET'`,
    sql`update transfers set amount_cents = amount_cents + 1 where type = 'RAFFLE_REFUND'`,
    sql`update raffle_prizes set item_value_cents = item_value_cents + 1`,
  ],
  'every exclusion that was asked for is on the trail': [
    sql`delete from audit_entries where action = 'SELF_EXCLUDED'`,
    sql`update exclusions set ends_at = ends_at + interval '1 second'`,
    sql`update exclusions set kind = 'PAUSE'`,
  ],
};

export const personsViolationFixtures: ViolationFixtures = {
  'what was brought to an account is kept by no account that is closed': [
    sql`insert into brought_facts (user_id, name, value) select id, 'deposits', '{}' from users where status = 'CLOSED'`,
  ],
};

export const personalDataViolationFixtures: ViolationFixtures = {
  'nothing that names a person is left of a closed account': [
    sql`update users set username = 'Ana' where status = 'CLOSED'`,
    sql`update users set platform_id = '76561198000000001' where status = 'CLOSED'`,
    sql`update users set avatar_url = 'https://images.example/1.png' where status = 'CLOSED'`,
    sql`update users set trade_url = 'https://trade.example' where status = 'CLOSED'`,
    sql`update users set client_seed = 'mine' where status = 'CLOSED'`,
    sql`update sessions set user_id = ${CLOSED}`,
    sql`update notifications set user_id = ${CLOSED}`,
    sql`update second_factors set user_id = ${CLOSED} where user_id = (
      select min(user_id) from second_factors where sealed_secret is not null)`,
  ],
  'an account is closed where the trail says so': [
    sql`delete from audit_entries where action = 'ACCOUNT_CLOSED'`,
    sql`update users set status = 'ACTIVE' where status = 'CLOSED'`,
  ],
};
