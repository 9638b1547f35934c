import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

export const paymentsPersonalData: Required<Module<never>>['personalData'] = {
  deposits: {
    key: 'id',
    rows: (userId) => sql`
      select id, provider, txid, amount_cents as "amountCents", credited_cents as "creditedCents", status,
        decision_reason as "decisionReason", created_at as "createdAt", expires_at as "expiresAt", ended_at as "endedAt"
      from deposits where user_id = ${userId}`,
  },
  depositPayments: {
    key: 'endToEndId',
    rows: (userId) => sql`
      select end_to_end_id as "endToEndId", deposit_id as "depositId", payment.amount_cents as "amountCents",
        paid_at as "paidAt", received_at as "receivedAt", payment.status, fault
      from deposit_payments payment join deposits on deposits.id = deposit_id where user_id = ${userId}`,
  },
  depositReturns: {
    key: 'returnKey',
    rows: (userId) => sql`
      select end_to_end_id || ':' || return_id as "returnKey", end_to_end_id as "endToEndId", return_id as "returnId",
        deposit_id as "depositId", gone.status, gone.amount_cents as "amountCents", owed_cents as "owedCents",
        owed_by as "owedBy", returned_at as "returnedAt",
        received_at as "receivedAt"
      from deposit_returns gone join deposits on deposits.id = deposit_id
      where user_id = ${userId} or owed_by = ${userId}`,
  },
  moneyWithdrawals: {
    key: 'id',
    rows: (userId) => sql`
      select id, amount_cents as "amountCents", pix_key_type as "pixKeyType", pix_key as "pixKey", status,
        end_to_end_id as "endToEndId", failure_reason as "failureReason", created_at as "createdAt",
        confirmed_at as "confirmedAt", approved_at as "approvedAt", ended_at as "endedAt"
      from money_withdrawals where user_id = ${userId}`,
  },
};

/**
 * A charge can still be paid until it expires, what was paid in its last moment is reported a while later, and money that
 * waits for a decision is somebody's, and so is what is on its way back and may stay.
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
