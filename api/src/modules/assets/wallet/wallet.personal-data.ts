import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

export const walletPersonalData: Required<Module<never>>['personalData'] = {
  account: {
    key: 'balance_cents',
    rows: (userId) => sql`
      select balance_cents, debt_cents, nonce, wagered_cents from accounts
      where user_id = ${userId}`,
  },
  transfers: {
    key: 'id',
    rows: (userId) => sql`
      select id, debit_account, credit_account, amount_cents, type,
        reason, upper(replace(reference_type, '-', '_')) as reference_type, reference_id, created_at
      from transfers where user_id = ${userId}`,
  },
  holds: {
    key: 'id',
    rows: (userId) => sql`
      select id, amount_cents, status, created_at, ended_at
      from holds where user_id = ${userId}`,
  },
};

export const walletUnsettled: Required<Module<never>>['unsettled'] = {
  debt: (userId) => sql`select from accounts where user_id = ${userId} and debt_cents <> 0`,
  balance: (userId) => sql`select from accounts where user_id = ${userId} and balance_cents <> 0`,
  holds: (userId) => sql`select from holds where user_id = ${userId} and status = 'HELD'`,
};
