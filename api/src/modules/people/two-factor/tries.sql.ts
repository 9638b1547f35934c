import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Tries } from './two-factor.types.ts';

interface Try {
  userId: Id<'user'>;
  now: Date;
  /** What was tried since counts. */
  since: Date;
}

/**
 * Counts a try unless there are too many, in one statement on one row: of any number at once no more than `maxWrong` find
 * room. Tries that turned out right give their room back by `accepted_tries`, once that is committed.
 */
export async function insertTry(
  connections: Pick<Db, 'query'>,
  { userId, now, since }: Try,
  maxWrong: number,
): Promise<boolean> {
  const rows = await connections.query(sql`
    insert into second_factor_tries (user_id, tried_at) values (${userId}, array[${now}::timestamptz])
    on conflict (user_id) do update
    set tried_at = array(
        select tried from unnest(second_factor_tries.tried_at) tried where tried > ${since} order by tried
      ) || ${now}::timestamptz
    where (select count(*) from unnest(second_factor_tries.tried_at) tried where tried > ${since})
      - (select count(*) from second_factors, unnest(accepted_tries) accepted
        where second_factors.user_id = ${userId} and accepted > ${since}
          and accepted = any (second_factor_tries.tried_at))
      < ${maxWrong}
    returning user_id`);
  return rows.length > 0;
}

/** True for the first since `since`, whoever else does the same. */
export async function updateToReported(tx: Tx, { userId, now, since }: Try): Promise<boolean> {
  const rows = await tx.query(sql`
    update second_factor_tries set reported_at = ${now}
    where user_id = ${userId} and (reported_at is null or reported_at <= ${since}) returning user_id`);
  return rows.length > 0;
}

export async function readTries(db: Db | Tx, userId: Id<'user'>): Promise<Tries> {
  const rows = await db.query<Tries>(sql`
    select tried_at, coalesce(accepted_tries, '{}') as accepted_at
    from second_factor_tries left join second_factors using (user_id) where user_id = ${userId}`);
  return rows[0] ?? { triedAt: [], acceptedAt: [] };
}
