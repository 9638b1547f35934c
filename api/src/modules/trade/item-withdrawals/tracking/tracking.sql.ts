import type { Db, Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { ItemWithdrawalStatus } from '../item-withdrawals.records.ts';
import type { StatusReport, TrackedRecord, TrackedStatus } from './tracking.rules.ts';

interface SeenChange {
  id: Id<'itemWithdrawal'>;
  status: TrackedStatus;
  marketStatus: number | null;
  seen: StatusReport;
  /** Only a failed withdrawal has one. */
  failureReason: string | null;
  at: Date;
}

/** A field that the report lacks stays as it is. The caller has locked the row. */
export async function updateToSeen(tx: Tx, change: SeenChange): Promise<void> {
  const { id, status, marketStatus, seen, failureReason, at } = change;
  const completedAt = status === 'COMPLETED' ? at : null;
  const sentAt = status === 'TRADE_SENT' ? at : null;
  await tx.query(sql`
    update market_withdrawals
    set status = ${status}, market_status = ${marketStatus}, trade_id = coalesce(${seen.tradeId}, trade_id),
      seller_name = coalesce(${seen.sellerName}, seller_name), send_until = coalesce(${seen.sendUntil}, send_until),
      failure_reason = ${failureReason}, completed_at = coalesce(completed_at, ${completedAt}),
      trade_sent_at = coalesce(trade_sent_at, ${sentAt}), updated_at = ${at}
    where id = ${id}`);
}

/** It stays COMPLETED and its item WITHDRAWN: people decide what follows. */
export async function updateToReversed(
  tx: Tx,
  { id, reason, at }: { id: Id<'itemWithdrawal'>; reason: string; at: Date },
): Promise<void> {
  await tx.query(sql`
    update market_withdrawals set reversed_at = ${at}, reversal_reason = ${reason}, market_status = 6, updated_at = ${at}
    where id = ${id}`);
}

export interface PolledRecord extends TrackedRecord {
  id: Id<'itemWithdrawal'>;
  marketId: string;
}

const POLLED_COLUMNS = sql`
  id, market_id, status, market_status, updated_at,
  completed_at, reversed_at`;

/** The ones asked about longest ago come first. Rows that are locked are left out. */
export function takeOpen(db: Db, at: Date, limit: number): Promise<PolledRecord[]> {
  return db.query<PolledRecord>(sql`
    with due as (
      select id from market_withdrawals
      where status in ('PENDING', 'WAITING_SELLER', 'TRADE_SENT') and market_id is not null
      order by polled_at nulls first, id limit ${limit} for no key update skip locked
    )
    update market_withdrawals set polled_at = ${at} where id in (select id from due) returning ${POLLED_COLUMNS}`);
}

/** As `takeOpen`, for deliveries since then that were not reversed. */
export function takeDelivered(db: Db, at: Date, since: Date, limit: number): Promise<PolledRecord[]> {
  return db.query<PolledRecord>(sql`
    with due as (
      select id from market_withdrawals
      where status = 'COMPLETED' and reversed_at is null and completed_at >= ${since}
      order by polled_at nulls first, id limit ${limit} for no key update skip locked
    )
    update market_withdrawals set polled_at = ${at} where id in (select id from due) returning ${POLLED_COLUMNS}`);
}

interface EndedQuestion {
  now: Date;
  afterMs: readonly number[];
  /** Earlier ends are not asked about. */
  since: Date;
  limit: number;
}

/**
 * A withdrawal is due when one of the moments after its end has passed since it was last asked about. The newest come
 * first, so unanswered ones do not hide later ones.
 */
export function listEnded(db: Db, { now, afterMs, since, limit }: EndedQuestion): Promise<PolledRecord[]> {
  return db.query<PolledRecord>(sql`
    select ${POLLED_COLUMNS} from market_withdrawals
    where status in ('CANCELLED', 'FAILED') and market_id is not null and updated_at >= ${since}
      and exists (
        select from unnest(${afterMs}::integer[]) as look (after_ms)
        where updated_at + after_ms * interval '1 millisecond' <= ${now}
          and coalesce(polled_at < updated_at + after_ms * interval '1 millisecond', true))
    order by updated_at desc, id desc limit ${limit}`);
}

export async function updatePolled(db: Db, ids: readonly Id<'itemWithdrawal'>[], at: Date): Promise<void> {
  await db.query(sql`update market_withdrawals set polled_at = ${at} where id = any(${ids}::bigint[])`);
}

export interface StuckItemWithdrawal {
  id: Id<'itemWithdrawal'>;
  userId: Id<'user'>;
  status: TrackedStatus;
  marketId: string | null;
  projectId: string;
  updatedAt: Date;
  sendUntil: Date | null;
}

/** Those with an open alert are left out. */
export function listStuck(
  db: Db,
  {
    unchangedSince,
    overdueSince,
    kind,
    limit,
  }: { unchangedSince: Date; overdueSince: Date; kind: string; limit: number },
): Promise<StuckItemWithdrawal[]> {
  return db.query<StuckItemWithdrawal>(sql`
    select id, user_id, status, market_id, project_id,
      updated_at, send_until
    from market_withdrawals
    where status in ('PENDING', 'WAITING_SELLER', 'TRADE_SENT')
      and (updated_at < ${unchangedSince} or (status = 'WAITING_SELLER' and send_until < ${overdueSince}))
      and not exists (
        select from alerts where kind = ${kind} and key = market_withdrawals.id::text and resolved_at is null)
    order by id limit ${limit}`);
}

interface UnderWay {
  status: ItemWithdrawalStatus;
  count: number;
  oldestSeconds: number;
}

/** A status without withdrawals has a row too. There are few, and partial indexes hold only these. */
export function readUnderWay(db: Db): Promise<UnderWay[]> {
  return db.query<UnderWay>(sql`
    select given.status, count(created_at)::int as count,
      coalesce(greatest(extract(epoch from now() - min(created_at)), 0), 0)::float8 as oldest_seconds
    from unnest(array['PENDING_APPROVAL', 'PENDING', 'WAITING_SELLER', 'TRADE_SENT']) given (status)
    left join (
      select status, created_at from market_withdrawals where status = 'PENDING_APPROVAL'
      union all
      select status, created_at from market_withdrawals where status in ('PENDING', 'WAITING_SELLER', 'TRADE_SENT')
    ) withdrawal on withdrawal.status = given.status
    group by given.status`);
}
