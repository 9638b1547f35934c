import { createPerson, type Person } from '../../../../test/support/people.ts';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { postTransfers } from './ledger.ts';
import { walletInvariants } from './wallet.invariants.ts';
import type { Transfer } from './wallet.records.ts';

const sale = (userId: Id<'user'>, direction: Transfer['direction'], amountCents: bigint): Transfer => ({
  userId,
  direction,
  amountCents,
  type: 'ITEM_SALE',
  reason: 'Sold item: a thing',
});

export const credit = (userId: Id<'user'>, amountCents: bigint) => sale(userId, 'CREDIT', amountCents);
export const debit = (userId: Id<'user'>, amountCents: bigint) => sale(userId, 'DEBIT', amountCents);

export const post = (db: Db, ...transfers: Transfer[]) => transaction(db, (tx) => postTransfers(tx, transfers));

export async function createRichPerson(db: Db, balanceCents: bigint): Promise<Person> {
  const person = await createPerson(db);
  await post(db, credit(person.userId, balanceCents));
  return person;
}

interface StoredAccount {
  balanceCents: bigint;
  transferCount: number;
}

export async function readAccount(db: Db, userId: Id<'user'>): Promise<StoredAccount> {
  const rows = await db.query<StoredAccount>(sql`
    select balance_cents, transfer_count::int as transfer_count from accounts where user_id = ${userId}`);
  return rows[0] as StoredAccount;
}

/** Returns the rows that break the invariants of the wallet. */
export const findBrokenBooks = async (db: Db): Promise<object[]> =>
  (await Promise.all(Object.values(walletInvariants as Record<string, Sql>).map((query) => db.query(query)))).flat();

export async function countStatements(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<number> {
  let statements = 0;
  await transaction(db, (tx) =>
    work({
      ...tx,
      query: (statement) => {
        statements += 1;
        return tx.query(statement);
      },
    }),
  );
  return statements;
}

export const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => work(index)));

export function tally(settled: readonly PromiseSettledResult<unknown>[]): { succeeded: number; refusals: unknown[] } {
  const refused = settled.filter((result) => result.status === 'rejected');
  return {
    succeeded: settled.length - refused.length,
    refusals: refused.map(({ reason }) => reason.status ?? reason),
  };
}
