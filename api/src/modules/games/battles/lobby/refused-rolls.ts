import { TIE_NONCE } from '@lisura/fairness';
import type { Db } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { type RefusedRolls, userStream } from '../../rolls/index.ts';
import { tieStream } from '../battles.records.ts';

// A refused request would have taken these rolls. Where a beacon decides, no client seed takes part in them.

async function findRounds(db: Db, battleId: Id<'battle'>): Promise<number | null> {
  const rows = await db.query<{ rounds: number }>(
    sql`select round_count as rounds from battles where id = ${battleId} and randomness = 'server'`,
  );
  return rows[0]?.rounds ?? null;
}

export async function rollsOfJoin(db: Db, userId: Id<'user'>, battleId: Id<'battle'>): Promise<RefusedRolls[]> {
  const count = await findRounds(db, battleId);
  return count === null ? [] : [{ stream: userStream(userId), firstNonce: null, count, terms: [battleId] }];
}

/**
 * The client seed of bots is one of several that all their rolls are computed from; the hash of the tie stands for
 * these.
 */
export async function rollsOfBots(db: Db, battleId: Id<'battle'>): Promise<RefusedRolls[]> {
  const isDecidedHere = (await findRounds(db, battleId)) !== null;
  return isDecidedHere ? [{ stream: tieStream(battleId), firstNonce: TIE_NONCE, count: 1, terms: [battleId] }] : [];
}
