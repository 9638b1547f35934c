import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

export const limitsPersonalData: Required<Module<never>>['personalData'] = {
  limits: {
    key: 'name',
    rows: (userId) => sql`
      select kind || ' ' || period as name, limit_cents as "limitCents", next_cents as "nextCents", next_from as "nextFrom"
      from player_limits where user_id = ${userId}`,
  },
  playCounters: {
    key: 'day',
    rows: (userId) => sql`
      select day::text as day, day_wagered_cents as "dayWageredCents", day_lost_cents as "dayLostCents",
        week::text as week, week_wagered_cents as "weekWageredCents", week_lost_cents as "weekLostCents",
        month::text as month, month_wagered_cents as "monthWageredCents", month_lost_cents as "monthLostCents",
        wagered_cents as "wageredCents", won_cents as "wonCents"
      from play_counters where user_id = ${userId}`,
  },
  exclusions: {
    key: 'id',
    rows: (userId) => sql`
      select id, kind, starts_at as "startsAt", ends_at as "endsAt", is_brought as "isBrought"
      from exclusions where user_id = ${userId}`,
  },
  ageConfirmation: {
    key: 'confirmedAt',
    rows: (userId) => sql`
      select confirmed_at as "confirmedAt" from age_confirmations where user_id = ${userId}`,
  },
};
