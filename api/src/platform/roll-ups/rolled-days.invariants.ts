import { join, sql } from '../database/sql.ts';
import type { Invariants } from '../invariants/invariants.ts';
import type { DailyRollUp, RunningFigures } from './roll-ups.ts';

export function rolledDaysInvariants(rollUps: readonly DailyRollUp[], running: readonly RunningFigures[]): Invariants {
  const firstMoments = join(
    rollUps.map(({ firstMoment }) => sql`(${firstMoment})`),
    ', ',
  );
  return {
    'the days that are added up have no gap, and nothing happened before them': sql`
      with happened as (select (least(${firstMoments}) at time zone 'America/Sao_Paulo')::date as day)
      select min(rolled_days.day), max(rolled_days.day), count(*), min(happened.day) as first_day
      from rolled_days, happened
      having max(rolled_days.day) - min(rolled_days.day) + 1 <> count(*)
        or min(rolled_days.day) is distinct from coalesce(min(happened.day), min(rolled_days.day))`,
    'what is added up minute by minute is what the rows say': join(
      running.map(({ differences }) => differences),
      ' union all ',
    ),
  };
}
