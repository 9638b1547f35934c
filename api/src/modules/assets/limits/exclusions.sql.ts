import type { Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { ExclusionKind } from './limits.types.ts';

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

interface KeptExclusion {
  kind: ExclusionKind;
  endsAt: Date;
}

/** Of who comes back: the one that lasts longest of those that run; an exclusion before a pause that ends with it. */
export async function findKeptExclusion(
  tx: Tx,
  personHashes: readonly Buffer[],
  now: Date,
): Promise<KeptExclusion | null> {
  const rows = await tx.query<KeptExclusion>(sql`
    select kind, ends_at as "endsAt" from kept_exclusions
    where person_hash in (select decode(hash, 'hex') from unnest(${personHashes.map((hash) => hash.toString('hex'))}::text[]) hash)
      and ends_at > ${now}
    order by ends_at desc, kind limit 1`);
  return rows[0] ?? null;
}

export async function insertKeptExclusion(
  tx: Tx,
  { personHash, keyId, kind, endsAt }: KeptExclusion & { personHash: Buffer; keyId: string },
): Promise<void> {
  await tx.query(sql`
    insert into kept_exclusions (person_hash, key_id, kind, ends_at)
    values (${personHash}, ${keyId}, ${kind}, ${endsAt})`);
}

/** What is over is nobody's any more. */
export async function deleteEndedExclusions(tx: Tx, now: Date): Promise<void> {
  await tx.query(sql`delete from kept_exclusions where ends_at <= ${now}`);
}
