import type { Db, Tx } from '../../../platform/db.ts';
import { type Sql, sql } from '../../../platform/sql.ts';
import type { Participant } from './events.types.ts';
import type { ShotSeed } from './shots.types.ts';

/** The nonce of the next shot; who holds the user's account knows that it stays so. */
const nextNonce = ({ eventId, userId }: Participant): Sql => sql`
  coalesce((select shots from event_progress where event_id = ${eventId} and user_id = ${userId}), 0) + 1`;

/** False where the next shot is committed to already, which stays. The user's account is locked. */
export async function commitNextShot(
  tx: Tx,
  participant: Participant,
  { serverSeed, serverSeedHash }: Omit<ShotSeed, 'committedAt'>,
): Promise<boolean> {
  const { eventId, userId } = participant;
  const rows = await tx.query(sql`
    insert into event_commitments (event_id, user_id, nonce, server_seed, server_seed_hash)
    values (${eventId}, ${userId}, ${nextNonce(participant)}, ${serverSeed}, ${serverSeedHash})
    on conflict (user_id, event_id, nonce) do nothing returning nonce`);
  return rows.length > 0;
}

/** Null where nobody has asked for the hash of the next shot. */
export async function findNextSeed(tx: Tx, participant: Participant): Promise<ShotSeed | null> {
  const { eventId, userId } = participant;
  const rows = await tx.query<ShotSeed>(sql`
    select server_seed as "serverSeed", server_seed_hash as "serverSeedHash", committed_at::text as "committedAt"
    from event_commitments
    where user_id = ${userId} and event_id = ${eventId} and nonce = ${nextNonce(participant)}`);
  return rows[0] ?? null;
}

/** The hash that was shown for a shot; null where nobody asked before it was fired. */
export async function findShownHash(
  db: Db | Tx,
  { eventId, userId }: Participant,
  nonce: number,
): Promise<string | null> {
  const rows = await db.query<{ hash: string }>(sql`
    select server_seed_hash as hash from event_commitments
    where user_id = ${userId} and event_id = ${eventId} and nonce = ${nonce}`);
  return rows[0]?.hash ?? null;
}
