import type { Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { ExclusionKind } from '../limits.types.ts';

interface NewExclusion {
  userId: Id<'user'>;
  kind: ExclusionKind;
  startsAt: Date;
  endsAt: Date;
  /** From an account that the same person has closed. */
  isBrought: boolean;
}

export async function insertExclusion(tx: Tx, exclusion: NewExclusion): Promise<void> {
  const { userId, kind, startsAt, endsAt, isBrought } = exclusion;
  await tx.query(sql`
    insert into exclusions (user_id, kind, starts_at, ends_at, is_brought)
    values (${userId}, ${kind}, ${startsAt}, ${endsAt}, ${isBrought})`);
}
