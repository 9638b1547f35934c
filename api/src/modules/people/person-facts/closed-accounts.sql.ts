import type { Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';

/** Until the end of `tx`, in the order of their ids. */
export async function lockUsers(tx: Tx, ids: readonly Id<'user'>[]): Promise<void> {
  await tx.query(sql`select from users where id = any(${ids}::bigint[]) order by id for no key update`);
}

/** By the closed account: which account its person has come back with. Exact under the lock of the closed one. */
export async function findBearers(
  tx: Tx,
  fact: string,
  closedIds: readonly Id<'user'>[],
): Promise<ReadonlyMap<Id<'user'>, Id<'user'>>> {
  const rows = await tx.query<{ closedId: Id<'user'>; userId: Id<'user'> }>(sql`
    select closed_id, user_id
    from brought_facts join unnest(${closedIds}::text[]) closed_id on value ? closed_id where name = ${fact}`);
  return new Map(rows.map(({ closedId, userId }) => [closedId, userId]));
}

/** Under another name too, without an end. False where nothing leads from the account to its person. */
export async function keepBeside(
  tx: Tx,
  { prefix, beside, closedId }: { prefix: string; beside: string; closedId: Id<'user'> },
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into kept_facts (person_hash, key_id, name, value, until)
    select distinct person_hash, key_id, ${beside}, jsonb_build_object(${closedId}::text, true), null::timestamptz
    from kept_facts
    where starts_with(name, ${prefix}) and value ? ${closedId}::text
    on conflict (person_hash, name) do update set value = kept_facts.value || excluded.value
    returning name`);
  return rows.length > 0;
}

/** What is kept under a name of this account; of others it stays. */
export async function deleteBeside(tx: Tx, beside: string, closedId: Id<'user'>): Promise<void> {
  await tx.query(sql`
    with left_over as (
      update kept_facts set value = value - ${closedId}::text
      where name = ${beside} and value ? ${closedId}::text and value <> jsonb_build_object(${closedId}::text, true))
    delete from kept_facts where name = ${beside} and value = jsonb_build_object(${closedId}::text, true)`);
}
