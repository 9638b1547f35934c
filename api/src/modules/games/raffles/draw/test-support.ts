import type { Db } from '../../../../platform/database/db.ts';
import { transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';

interface Sold {
  buyers: number;
  purchases: number;
  /** Of each purchase. */
  tickets: number;
}

/** Sells many tickets of a raffle at a cent each at once, as if one after another, to new users in turn. */
export async function insertPurchases(db: Db, id: string, { buyers, purchases, tickets }: Sold): Promise<void> {
  await transaction(db, async (tx) => {
    const [first] = await tx.query<{ id: string }>(sql`
      with made as (
        insert into users (platform_id, username)
        select '76561197' || lpad((${id}::int * 10000 + n)::text, 9, '0'), 'Buyer ' || n from generate_series(1, ${buyers}::int) n
        returning id)
      select min(id) as id from made`);
    const ofPurchase = sql`(${first?.id}::bigint + (n - 1) % ${buyers}::int)`;
    const all = sql`generate_series(1, ${purchases}::int) n`;
    await tx.query(sql`
      insert into transfers (user_id, debit_account, credit_account, amount_cents, type, reason)
      select ${ofPurchase}, 'SYSTEM', 'USER', ${tickets}, 'DEPOSIT', 'test' from ${all}`);
    await tx.query(sql`
      with paid as (
        insert into transfers
          (user_id, debit_account, credit_account, amount_cents, type, reason, reference_type, reference_id)
        select ${ofPurchase}, 'USER', 'SYSTEM', ${tickets}, 'RAFFLE_TICKET', 'test', 'RAFFLE', ${id} from ${all} order by n
        returning id, user_id)
      insert into raffle_purchases (raffle_id, first_ticket, tickets, user_id, transfer_id)
      select ${id}::bigint, (row_number() over (order by id) - 1) * ${tickets}::int + 1, ${tickets}::int, user_id, id from paid`);
    await tx.query(sql`
      insert into raffle_buyers (raffle_id, user_id, tickets, spent_cents)
      select raffle_id, user_id, sum(tickets), sum(tickets) from raffle_purchases where raffle_id = ${id} group by 1, 2`);
    await tx.query(sql`
      update accounts set transfer_count = booked.count
      from (select user_id, count(*) from transfers group by user_id) booked
      where accounts.user_id = booked.user_id and accounts.user_id >= ${first?.id}`);
    await tx.query(sql`
      update raffles set tickets_sold = ${purchases}::int * ${tickets}::int where id = ${id}`);
  });
  // As a server does by itself after so many rows: without it plans are made for empty tables.
  await db.query(sql`analyze`);
}
