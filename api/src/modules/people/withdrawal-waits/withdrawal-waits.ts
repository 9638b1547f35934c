import type { Clock } from '../../../platform/clock.ts';
import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { type NewWait, waitEndOf, withdrawalsWait, withdrawalWaitHoursSetting } from './withdrawal-waits.records.ts';

export interface WaitDeps {
  clock: Clock;
  settings: Pick<Settings, 'read'>;
}

/** Returns null where withdrawals of the user do not wait. */
export async function findWaitEnd({ clock, settings }: WaitDeps, tx: Tx, userId: Id<'user'>): Promise<Date | null> {
  const [begunAt, hours] = await Promise.all([findLastWait(tx, userId), settings.read(tx, withdrawalWaitHoursSetting)]);
  return waitEndOf(begunAt, hours, clock.now());
}

export async function requireNoWait(deps: WaitDeps, tx: Tx, userId: Id<'user'>): Promise<void> {
  const end = await findWaitEnd(deps, tx, userId);
  if (end !== null) throw withdrawalsWait(end);
}

/** Runs in the transaction of its cause. */
export async function insertWait(tx: Tx, { userId, cause, at }: NewWait): Promise<void> {
  await tx.query(sql`insert into withdrawal_waits (user_id, cause, begun_at) values (${userId}, ${cause}, ${at})`);
}

async function findLastWait(db: Db | Tx, userId: Id<'user'>): Promise<Date | null> {
  const rows = await db.query<{ begunAt: Date | null }>(
    sql`select max(begun_at) as begun_at from withdrawal_waits where user_id = ${userId}`,
  );
  return rows[0]?.begunAt ?? null;
}

export async function deleteWaits(tx: Tx, userId: Id<'user'>): Promise<void> {
  await tx.query(sql`delete from withdrawal_waits where user_id = ${userId}`);
}
