import { raw, sql } from '../../../src/platform/database/sql.ts';
import { first, NOBODY, type ViolationFixtures } from './violation-fixture.ts';

export const statisticsViolationFixtures: ViolationFixtures = {
  'the days that are added up have no gap, and nothing happened before them': [
    sql`delete from rolled_days where day = (select min(day) + 1 from rolled_days)`,
    sql`delete from rolled_days where day = (select min(day) from rolled_days)`,
    sql`insert into rolled_days (day) select min(day) - 1 from rolled_days`,
    sql`update case_openings set created_at = created_at - interval '1 day' where ${first('case_openings', 'true')}`,
    sql`update upgrades set created_at = created_at - interval '1 day' where ${first('upgrades', 'true')}`,
    sql`update transfers set created_at = created_at - interval '1 day' where ${first('transfers', 'true')}`,
  ],
  'what is added up minute by minute is what the rows say': [
    ...['transfer', 'case', 'drop', 'game', 'battle', 'upgrade_band', 'user'].map(
      (kind) => sql`delete from ${raw(`running_${kind}_days`)}`,
    ),
    sql`update running_game_days set wagered_cents = wagered_cents + 1`,
    sql`update figures_until set ends_at = '-infinity'`,
    sql`delete from case_openings where id = (select max(id) from case_openings)`,
    sql`delete from recent_case_drops where opening_id = (select max(opening_id) from recent_case_drops)`,
    sql`insert into recent_case_drops select case_id, 0 from recent_case_drops limit 1`,
  ],
  'the kept figures of each user are the truth': [
    sql`update user_days set plays = plays + 1`,
    sql`update user_days set plays_won = plays_won + 1`,
    sql`update user_days set last_nonce = last_nonce + 1`,
    sql`update user_days set game = game || '.'`,
    sql`update user_days set wagered_cents = wagered_cents + 1`,
    sql`update user_days set won_cents = won_cents + 1`,
    sql`update user_days set best_win_cents = best_win_cents + 1`,
    sql`delete from user_days`,
    sql`update user_days set user_id = ${NOBODY}`,
    sql`delete from case_openings where ${first('case_openings', 'true')}`,
    sql`delete from upgrades where ${first('upgrades', 'true')}`,
  ],
  'the kept figures of each game are the truth': [
    sql`update game_days set plays = plays + 1`,
    sql`update game_days set plays_won = plays_won + 1`,
    sql`update game_days set rounds = rounds + 1`,
    sql`update game_days set game = game || '.'`,
    sql`update game_days set wagered_cents = wagered_cents + 1`,
    sql`update game_days set won_cents = won_cents + 1`,
    sql`delete from game_days`,
    sql`delete from case_openings where ${first('case_openings', 'true')}`,
    sql`delete from upgrades where ${first('upgrades', 'true')}`,
  ],
};
