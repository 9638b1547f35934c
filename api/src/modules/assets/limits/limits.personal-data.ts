import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

export const limitsPersonalData: Required<Module<never>>['personalData'] = {
  limits: {
    key: 'name',
    rows: (userId) => sql`
      select kind || ' ' || period as name, limit_cents as "limitCents", next_cents as "nextCents", next_from as "nextFrom"
      from player_limits where user_id = ${userId}`,
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
