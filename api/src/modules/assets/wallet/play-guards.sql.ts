import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { PlayBar, PlayGuard } from './wallet.types.ts';

interface GuardRow {
  kind: PlayBar | null;
  until: Date;
  hasLimits: boolean;
}

const GUARD = sql`select play_bar as kind, play_barred_until as until, has_limits from accounts`;

/** Null where there is no such user. */
export async function findGuard(db: Db | Tx, userId: Id<'user'>): Promise<PlayGuard | null> {
  return guardOf(await db.query<GuardRow>(sql`${GUARD} where user_id = ${userId}`));
}

/** Locks the account until the end of `tx`. */
export async function lockGuard(tx: Tx, userId: Id<'user'>): Promise<PlayGuard | null> {
  return guardOf(await tx.query<GuardRow>(sql`${GUARD} where user_id = ${userId} for update`));
}

function guardOf([row]: readonly GuardRow[]): PlayGuard | null {
  if (row === undefined) return null;
  const { kind, until, hasLimits } = row;
  return { bar: kind === null ? null : { kind, until }, hasLimits };
}

export async function updatePlayBar(tx: Tx, userId: Id<'user'>, kind: PlayBar, until: Date): Promise<void> {
  await tx.query(sql`
    update accounts set play_bar = ${kind}, play_barred_until = ${until} where user_id = ${userId}`);
}

export async function updateBarForEver(tx: Tx, userId: Id<'user'>): Promise<void> {
  await tx.query(sql`
    update accounts set play_bar = 'CLOSED', play_barred_until = 'infinity' where user_id = ${userId}`);
}

/** Whatever could be staked without a look at the limits was so by those of before. */
export async function updateHasLimits(tx: Tx, userId: Id<'user'>, hasLimits: boolean): Promise<void> {
  await tx.query(sql`update accounts set has_limits = ${hasLimits}, stake_room_cents = 0 where user_id = ${userId}`);
}
