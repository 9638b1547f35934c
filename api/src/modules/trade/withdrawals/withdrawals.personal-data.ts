import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

export const withdrawalsPersonalData: Required<Module<never>>['personalData'] = {
  itemWithdrawals: {
    key: 'id',
    rows: (userId) => sql`
      select id, inventory_item_id as "inventoryItemId", item_id as "itemId", project_id as "projectId",
        market_id as "marketId", trade_id as "tradeId", status, auto_approved as "autoApproved",
        failure_reason as "failureReason", created_at as "createdAt", completed_at as "completedAt",
        reversed_at as "reversedAt"
      from market_withdrawals where user_id = ${userId}`,
  },
};

export const withdrawalsUnsettled: Required<Module<never>>['unsettled'] = {
  itemWithdrawals: (userId) => sql`
    select from market_withdrawals
    where user_id = ${userId} and status in ('PENDING_APPROVAL', 'PENDING', 'WAITING_SELLER', 'TRADE_SENT')`,
};
