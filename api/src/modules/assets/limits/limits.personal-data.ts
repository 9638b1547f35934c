import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

export const limitsPersonalData: Required<Module<never>>['personalData'] = {
  limits: {
    key: 'name',
    rows: (userId) => sql`
      select kind || ' ' || period as name, limit_cents, next_cents, next_from
      from player_limits where user_id = ${userId}`,
  },
  playCounters: {
    key: 'day',
    rows: (userId) => sql`
      select day::text as day, day_wagered_cents, day_lost_cents,
        week::text as week, week_wagered_cents, week_lost_cents,
        month::text as month, month_wagered_cents, month_lost_cents,
        wagered_cents, won_cents
      from play_counters where user_id = ${userId}`,
  },
  exclusions: {
    key: 'id',
    rows: (userId) => sql`
      select id, kind, starts_at, ends_at, is_brought
      from exclusions where user_id = ${userId}`,
  },
  ageConfirmation: {
    key: 'confirmed_at',
    rows: (userId) => sql`
      select confirmed_at from age_confirmations where user_id = ${userId}`,
  },
};
