import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

export const paymentsPersonalData: Required<Module<never>>['personalData'] = {
  deposits: {
    key: 'id',
    rows: (userId) => sql`
      select id, provider, txid, amount_cents, credited_cents, status,
        decision_reason, created_at, expires_at, ended_at
      from deposits where user_id = ${userId}`,
  },
  depositPayments: {
    key: 'end_to_end_id',
    rows: (userId) => sql`
      select end_to_end_id, deposit_id, payment.amount_cents,
        paid_at, received_at, payment.status, fault
      from deposit_payments payment join deposits on deposits.id = deposit_id where user_id = ${userId}`,
  },
  depositReturns: {
    key: 'return_key',
    rows: (userId) => sql`
      select end_to_end_id || ':' || return_id as return_key, end_to_end_id, return_id,
        deposit_id, gone.status, gone.amount_cents, owed_cents,
        owed_by, returned_at,
        received_at
      from deposit_returns gone join deposits on deposits.id = deposit_id
      where user_id = ${userId} or owed_by = ${userId}`,
  },
  moneyWithdrawals: {
    key: 'id',
    rows: (userId) => sql`
      select id, amount_cents, pix_key_type, pix_key, status,
        end_to_end_id, failure_reason, created_at,
        confirmed_at, approved_at, ended_at
      from money_withdrawals where user_id = ${userId}`,
  },
};

/**
 * A charge can be paid until it expires and its payment be reported later. Waiting payments and open returns are not
 * settled either.
 */
export const paymentsUnsettled: Required<Module<never>>['unsettled'] = {
  deposits: (userId) => sql`
    select from deposits where user_id = ${userId} and (
      status = 'PENDING' or (is_watched and code is not null) or exists (
        select from deposit_payments where deposit_id = deposits.id and deposit_payments.status = 'WAITING') or exists (
        select from deposit_returns where deposit_id = deposits.id and deposit_returns.status = 'OPEN'))`,
  returns: (userId) => sql`select from deposit_returns where owed_by = ${userId} and status = 'OPEN'`,
  moneyWithdrawals: (userId) => sql`
    select from money_withdrawals
    where user_id = ${userId} and status in ('AWAITING_CONFIRMATION', 'PENDING', 'APPROVED')`,
};
