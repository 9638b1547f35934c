import type { Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Day } from '../../../platform/days.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';

/** Who gives, and to whom; a beneficiary of null is everybody. */
export interface GivingPair {
  administratorId: Id<'user'>;
  beneficiaryId: Id<'user'> | null;
}

/**
 * Makes decisions of one administrator follow each other, so that the sum of the day includes all of them. Those for one
 * beneficiary do so by the account, which is locked before: nothing that is locked later may be waited for.
 */
export async function lockGiveaways(tx: Tx, administratorId: Id<'user'>): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`giveaways by ${administratorId}`}, 0))`);
}

/** Returns what the administrator alone has given on the day, or what single administrators have given the beneficiary: the greater. */
export async function sumGivenAlone(tx: Tx, { administratorId, beneficiaryId }: GivingPair, day: Day): Promise<Cents> {
  const rows = await tx.query<{ cents: bigint }>(sql`
    select greatest(
      (select coalesce(sum(cents), 0) from giveaways
        where administrator_id = ${administratorId} and day = ${day} and second_administrator_id is null),
      (select coalesce(sum(cents), 0) from giveaways
        where beneficiary_id = ${beneficiaryId} and day = ${day} and second_administrator_id is null)) as cents`);
  return BigInt(rows[0]?.cents ?? 0);
}

interface Giveaway extends GivingPair {
  day: Day;
  secondAdministratorId: Id<'user'> | null;
  entity: { type: string; id: string };
  action: string;
  cents: Cents;
  now: Date;
}

export async function insertGiveaway(
  tx: Tx,
  { day, administratorId, secondAdministratorId, beneficiaryId, entity, action, cents, now }: Giveaway,
): Promise<void> {
  await tx.query(sql`
    insert into giveaways (day, administrator_id, second_administrator_id, beneficiary_id, entity_type, entity_id, action,
      cents, created_at)
    values (${day}, ${administratorId}, ${secondAdministratorId}, ${beneficiaryId}, ${entity.type}, ${entity.id},
      ${action}, ${cents}, ${now})`);
}
