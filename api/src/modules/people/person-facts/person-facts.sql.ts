import type { Db, Tx } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { StoredFact } from '../../../platform/personal-data/person-facts.ts';

export interface NamedFact extends StoredFact {
  name: string;
}

export async function upsertFacts(
  tx: Tx,
  { personHash, keyId }: { personHash: Buffer; keyId: string },
  facts: readonly NamedFact[],
): Promise<void> {
  await tx.query(sql`
    insert into kept_facts (person_hash, key_id, name, value, until)
    select ${personHash}, ${keyId}, name, value::jsonb, until
    from unnest(${facts.map(({ name }) => name)}::text[], ${facts.map(({ value }) => JSON.stringify(value))}::text[],
      ${facts.map(({ until }) => until)}::timestamptz[]) as given (name, value, until)
    on conflict (person_hash, name) do update
    set key_id = excluded.key_id, value = excluded.value, until = excluded.until`);
}

const isOneOf = (personHashes: readonly Buffer[]): Sql => sql`
  person_hash in (select decode(hash, 'hex') from unnest(${personHashes.map((hash) => hash.toString('hex'))}::text[]) hash)`;

/** Takes no lock, since kept facts are locked after their accounts. */
export function listFacts(tx: Tx, personHashes: readonly Buffer[]): Promise<NamedFact[]> {
  return tx.query<NamedFact>(sql`select name, value, until from kept_facts where ${isOneOf(personHashes)}`);
}

export async function deleteFacts(tx: Tx, personHashes: readonly Buffer[]): Promise<void> {
  await tx.query(sql`delete from kept_facts where ${isOneOf(personHashes)}`);
}

export async function insertBrought(tx: Tx, userId: Id<'user'>, { name, value, until }: NamedFact): Promise<void> {
  await tx.query(sql`
    insert into brought_facts (user_id, name, value, until)
    values (${userId}, ${name}, ${JSON.stringify(value)}::jsonb, ${until})`);
}

/** Includes ended facts; callers judge the time. */
export async function findBrought(db: Db | Tx, userId: Id<'user'>, name: string): Promise<StoredFact | null> {
  const rows = await db.query<StoredFact>(sql`
    select value, until from brought_facts where user_id = ${userId} and name = ${name}`);
  return rows[0] ?? null;
}

export async function deleteBrought(tx: Tx, userId: Id<'user'>): Promise<void> {
  await tx.query(sql`delete from brought_facts where user_id = ${userId}`);
}

export async function deleteEnded(tx: Tx, now: Date): Promise<void> {
  await Promise.all([
    tx.query(sql`delete from kept_facts where until <= ${now}`),
    tx.query(sql`delete from brought_facts where until <= ${now}`),
  ]);
}

/** The order of the ids prevents deadlocks. */
export async function lockUsers(tx: Tx, ids: readonly Id<'user'>[]): Promise<void> {
  await tx.query(sql`select from users where id = any(${ids}::bigint[]) order by id for no key update`);
}

/** It is exact under the lock of the closed account. */
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

/** Returns false where the person is unknown. */
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

export async function deleteBeside(tx: Tx, beside: string, closedId: Id<'user'>): Promise<void> {
  await tx.query(sql`
    with left_over as (
      update kept_facts set value = value - ${closedId}::text
      where name = ${beside} and value ? ${closedId}::text and value <> jsonb_build_object(${closedId}::text, true))
    delete from kept_facts where name = ${beside} and value = jsonb_build_object(${closedId}::text, true)`);
}
