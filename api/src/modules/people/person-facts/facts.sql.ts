import type { Db, Tx } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { StoredFact } from '../../../platform/personal-data/person-facts.ts';

export interface NamedFact extends StoredFact {
  name: string;
}

/** What was kept under this name before gives way. */
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

/** Without a lock: what is kept is locked after the accounts that it is about. */
export function listFacts(tx: Tx, personHashes: readonly Buffer[]): Promise<NamedFact[]> {
  return tx.query<NamedFact>(sql`select name, value, until from kept_facts where ${isOneOf(personHashes)}`);
}

/** All of a person: from now on their account has it. */
export async function deleteFacts(tx: Tx, personHashes: readonly Buffer[]): Promise<void> {
  await tx.query(sql`delete from kept_facts where ${isOneOf(personHashes)}`);
}

export async function insertBrought(tx: Tx, userId: Id<'user'>, { name, value, until }: NamedFact): Promise<void> {
  await tx.query(sql`
    insert into brought_facts (user_id, name, value, until)
    values (${userId}, ${name}, ${JSON.stringify(value)}::jsonb, ${until})`);
}

/** Whatever its time: who looks knows what still counts. */
export async function findBrought(db: Db | Tx, userId: Id<'user'>, name: string): Promise<StoredFact | null> {
  const rows = await db.query<StoredFact>(sql`
    select value, until from brought_facts where user_id = ${userId} and name = ${name}`);
  return rows[0] ?? null;
}

export async function deleteBrought(tx: Tx, userId: Id<'user'>): Promise<void> {
  await tx.query(sql`delete from brought_facts where user_id = ${userId}`);
}

/** What matters to nobody any more. */
export async function deleteEnded(tx: Tx, now: Date): Promise<void> {
  await Promise.all([
    tx.query(sql`delete from kept_facts where until <= ${now}`),
    tx.query(sql`delete from brought_facts where until <= ${now}`),
  ]);
}
