import { upsertUser } from '../modules/people/users/index.ts';
import { type Db, transaction } from '../platform/database/db.ts';
import { sql } from '../platform/database/sql.ts';
import type { Id } from '../platform/ids.ts';
import { FIRST_PLATFORM_ID } from './players.sql.ts';

/**
 * Throws where a history cannot be written, with a sentence that says what to do. Plays alone are no obstacle: those of
 * scripted players, and of who tries the platform with a welcome credit. Money that came in or went out is: it is of a
 * platform that is in use, or of a history that was written before. So are the players of one that was ended before any of
 * them did something.
 */
export async function assertFillable(db: Db): Promise<void> {
  const rows = await db.query<{ isInUse: boolean; isEmpty: boolean }>(sql`
    select exists (select from deposits) or exists (select from money_withdrawals)
        or exists (select from users where platform_id = ${FIRST_PLATFORM_ID}) as "isInUse",
      not exists (select from cases where status = 'ACTIVE') as "isEmpty"`);
  if (rows[0]?.isInUse) {
    throw new Error(
      'money has come in or gone out here, or players of a history have come: the platform is in use, or has a history ' +
        'already. Take a fresh database: stop the server, remove its DATA_DIR or name another, and start it again',
    );
  }
  if (rows[0]?.isEmpty) {
    throw new Error('there is no case to open. Start the server once: it fills an empty catalogue by itself');
  }
}

/** Who lets withdrawals through. Whoever logs in with this account finds it. */
export const findAdministrator = (db: Db, platformId: string, joined: Date): Promise<Id<'user'>> =>
  transaction(db, async (tx) => {
    const known = await tx.query<{ id: Id<'user'> }>(sql`select id from users where platform_id = ${platformId}`);
    if (known[0] !== undefined) return known[0].id;
    const { user } = await upsertUser(tx, { platformId, username: 'Administração', avatarUrl: null }, 'ADMIN');
    await tx.query(sql`update users set created_at = ${joined} where id = ${user.id}`);
    return user.id;
  });
