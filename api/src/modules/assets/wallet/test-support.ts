import { createPerson, type Person } from '../../../../test/support/people.ts';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { postTransfers } from './post-transfers.ts';
import type { Transfer } from './wallet.types.ts';

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

export interface StoredAccount {
  balanceCents: bigint;
  transferCount: number;
}

export async function readAccount(db: Db, userId: Id<'user'>): Promise<StoredAccount> {
  const rows = await db.query<{ balanceCents: bigint; transferCount: string }>(sql`
    select balance_cents, transfer_count from accounts where user_id = ${userId}`);
  return { balanceCents: BigInt(rows[0]?.balanceCents ?? -1), transferCount: Number(rows[0]?.transferCount) };
}

/** What must hold of the books at any moment; each question must have no answer. */
const questions: readonly Sql[] = [
  sql`
    select accounts.user_id, balance_cents, booked.cents from accounts
    left join lateral (
      select coalesce(sum(case 'USER' when credit_account then amount_cents when debit_account then -amount_cents end), 0) as cents,
        count(*) as entries
      from transfers where transfers.user_id = accounts.user_id
    ) booked on true
    where balance_cents <> booked.cents or transfer_count <> booked.entries`,
  sql`
    with booked as (
      select user_id, sum(case when credit_account = 'HELD' then amount_cents else -amount_cents end) as cents
      from transfers where 'HELD' in (credit_account, debit_account) group by user_id
    ), reserved as (
      select user_id, sum(amount_cents) filter (where status = 'HELD') as cents from holds group by user_id
    )
    select user_id from booked full join reserved using (user_id)
    where coalesce(booked.cents, 0) <> coalesce(reserved.cents, 0)`,
  sql`
    with booked as (
      select user_id, type, count(*) as entries, sum(amount_cents) as cents from transfers
      where 'HELD' in (credit_account, debit_account) group by user_id, type
    ), expected as (
      select user_id, step.type, count(*) as entries, sum(amount_cents) as cents from holds
      join (values ('HELD', 'WITHDRAWAL_HOLD'), ('SETTLED', 'WITHDRAWAL_HOLD'), ('RELEASED', 'WITHDRAWAL_HOLD'),
        ('SETTLED', 'WITHDRAWAL'), ('RELEASED', 'WITHDRAWAL_RELEASE')) step (status, type) using (status)
      group by user_id, step.type
    )
    select user_id, type from booked full join expected using (user_id, type)
    where (booked.entries, booked.cents) is distinct from (expected.entries, expected.cents)`,
  sql`
    select id from transfers where (debit_account, credit_account) not in (
      select accounts.debit, accounts.credit from (values
        ('WITHDRAWAL_HOLD', 'USER', 'HELD'), ('WITHDRAWAL', 'HELD', 'SYSTEM'), ('WITHDRAWAL_RELEASE', 'HELD', 'USER'),
        ('DEPOSIT_RETURN', 'DEBT', 'SYSTEM'), ('DEPOSIT_RETURN_UNDONE', 'SYSTEM', 'DEBT'), ('DEBT_PAYMENT', 'USER', 'DEBT'),
        ('DEBT_REFUND', 'DEBT', 'USER')
      ) accounts (type, debit, credit) where accounts.type = transfers.type
      union all select 'USER', 'SYSTEM' where transfers.type not like all (array['WITHDRAWAL%', 'DE%T_%'])
      union all select 'SYSTEM', 'USER' where transfers.type not like all (array['WITHDRAWAL%', 'DE%T_%']))`,
  sql`
    select accounts.user_id, debt_cents, booked.cents from accounts
    left join lateral (
      select coalesce(sum(case 'DEBT' when debit_account then amount_cents when credit_account then -amount_cents end), 0)
        as cents
      from transfers where transfers.user_id = accounts.user_id
    ) booked on true
    where debt_cents <> booked.cents or (debt_cents > 0 and balance_cents > 0)`,
];

/** The rows that break the books. */
export async function findBrokenBooks(db: Db): Promise<object[]> {
  return (await Promise.all(questions.map((question) => db.query(question)))).flat();
}

/** Counts the statements of `work` in one transaction. */
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

/** Splits what was settled into how many succeeded, and the statuses of the refusals. */
export function tally(settled: readonly PromiseSettledResult<unknown>[]): { succeeded: number; refusals: unknown[] } {
  const refused = settled.filter((result) => result.status === 'rejected');
  return {
    succeeded: settled.length - refused.length,
    refusals: refused.map(({ reason }) => reason.status ?? reason),
  };
}
