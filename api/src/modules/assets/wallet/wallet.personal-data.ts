import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

export const walletPersonalData: Required<Module<never>>['personalData'] = {
  account: {
    key: 'balanceCents',
    rows: (userId) => sql`
      select balance_cents as "balanceCents", debt_cents as "debtCents", nonce, wagered_cents as "wageredCents" from accounts
      where user_id = ${userId}`,
  },
  transfers: {
    key: 'id',
    rows: (userId) => sql`
      select id, debit_account as "debitAccount", credit_account as "creditAccount", amount_cents as "amountCents", type,
        reason, upper(replace(reference_type, '-', '_')) as "referenceType", reference_id as "referenceId", created_at as "createdAt"
      from transfers where user_id = ${userId}`,
  },
  holds: {
    key: 'id',
    rows: (userId) => sql`
      select id, amount_cents as "amountCents", status, created_at as "createdAt", ended_at as "endedAt"
      from holds where user_id = ${userId}`,
  },
};

export const walletUnsettled: Required<Module<never>>['unsettled'] = {
  debt: (userId) => sql`select from accounts where user_id = ${userId} and debt_cents <> 0`,
  balance: (userId) => sql`select from accounts where user_id = ${userId} and balance_cents <> 0`,
  holds: (userId) => sql`select from holds where user_id = ${userId} and status = 'HELD'`,
};
