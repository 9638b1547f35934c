import assert from 'node:assert/strict';
import { createItem } from '../../../../test/support/items.ts';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { until } from '../../../platform/hot-store/test-support.ts';
import type { Id } from '../../../platform/ids.ts';
import { insertOneHeld } from '../../assets/inventory/test-support.ts';
import { lockAccount } from '../../assets/wallet/index.ts';
import { deleteSuspension, insertSuspension } from './suspensions.sql.ts';

/** A suspension names the withdrawal that it began with. */
async function insertEndedWithdrawal(db: Db, userId: Id<'user'>): Promise<Id<'itemWithdrawal'>> {
  const held = await insertOneHeld(db, userId, await createItem(db, 1_000));
  const rows = await db.query<{ id: Id<'itemWithdrawal'> }>(sql`
    insert into market_withdrawals (user_id, inventory_item_id, item_id, project_id, max_pay_cents, status,
      failure_reason, created_at, updated_at, decided_by, decided_at)
    select user_id, id, item_id, 'ended-' || id, 0, 'CANCELLED', 'x', now(), now(), user_id, now()
    from inventory_items where id = ${held} returning id`);
  return rows[0]?.id ?? assert.fail();
}

const LOCK_WAITERS = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** `act` begins before the reversal commits, and waits for the account that the reversal holds. */
export async function whileSuspending<Result>(db: Db, userId: Id<'user'>, act: () => Promise<Result>): Promise<Result> {
  const withdrawalId = await insertEndedWithdrawal(db, userId);
  const { acting } = await transaction(db, async (tx) => {
    await suspendIn(tx, userId, withdrawalId);
    const begun = act();
    await until(async () => (await db.query(LOCK_WAITERS)).length === 1);
    return { acting: begun };
  });
  return acting;
}

/** A reversal holds this lock too. */
async function suspendIn(tx: Tx, userId: Id<'user'>, withdrawalId: Id<'itemWithdrawal'>): Promise<void> {
  await lockAccount(tx, userId);
  await insertSuspension(tx, { userId, since: new Date(), reason: 'reversed', withdrawalId });
}

export async function suspend(db: Db, userId: Id<'user'>): Promise<void> {
  const withdrawalId = await insertEndedWithdrawal(db, userId);
  await transaction(db, (tx) => suspendIn(tx, userId, withdrawalId));
}

export const lift = (db: Db, userId: Id<'user'>) => transaction(db, (tx) => deleteSuspension(tx, userId));
