import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

export const notificationsPersonalData: Required<Module<never>>['personalData'] = {
  notifications: {
    key: 'id',
    rows: (userId) => sql`
      select id, type, title, message, metadata, status, created_at, read_at
      from notifications where user_id = ${userId}`,
  },
};
