import { sql } from '../../../../platform/database/sql.ts';
import type { StoredGauge } from '../../../../platform/observability/metrics.ts';

/** Those under way alone: they are few, and each status has an index of them. */
const UNDER_WAY = sql`
  select given.status, created_at
  from unnest(array['PENDING_APPROVAL', 'PENDING', 'WAITING_SELLER', 'TRADE_SENT']) given (status)
  left join (
    select status, created_at from market_withdrawals where status = 'PENDING_APPROVAL'
    union all
    select status, created_at from market_withdrawals where status in ('PENDING', 'WAITING_SELLER', 'TRADE_SENT')
  ) withdrawal on withdrawal.status = given.status`;

export const trackingGauges: readonly StoredGauge[] = [
  {
    name: 'lisura_skin_withdrawals',
    help: 'Withdrawals of items that are under way, by their status',
    labelNames: ['status'],
    rows: sql`select status, count(created_at)::int as value from (${UNDER_WAY}) under_way group by status`,
  },
  {
    name: 'lisura_skin_withdrawals_oldest_age_seconds',
    help: 'How long ago the oldest withdrawal of items that is under way was asked for, by its status; 0: there is none',
    labelNames: ['status'],
    rows: sql`
      select status, coalesce(greatest(extract(epoch from now() - min(created_at)), 0), 0)::float8 as value
      from (${UNDER_WAY}) under_way group by status`,
  },
  {
    name: 'lisura_skin_withdrawal_suspensions',
    help: 'Users whose withdrawals of items are suspended after a reversed trade',
    labelNames: [],
    rows: sql`select count(*)::int as value from withdrawal_suspensions`,
  },
];
