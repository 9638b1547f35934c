import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

export const withdrawalsPersonalData: Required<Module<never>>['personalData'] = {
  itemWithdrawals: {
    key: 'id',
    rows: (userId) => sql`
      select id, inventory_item_id, item_id, project_id,
        market_id, trade_id, status, auto_approved,
        failure_reason, created_at, completed_at,
        reversed_at
      from market_withdrawals where user_id = ${userId}`,
  },
};

export const withdrawalsUnsettled: Required<Module<never>>['unsettled'] = {
  itemWithdrawals: (userId) => sql`
    select from market_withdrawals
    where user_id = ${userId} and status in ('PENDING_APPROVAL', 'PENDING', 'WAITING_SELLER', 'TRADE_SENT')`,
};
