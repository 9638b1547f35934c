import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TestApp } from '../../../../test/support/app.ts';
import { type Call, createCall, type Reply } from '../../../../test/support/calls.ts';
import { closeSound } from '../../../../test/support/close-sound.ts';
import { createItem } from '../../../../test/support/items.ts';
import { createAdmin, type Person } from '../../../../test/support/people.ts';
import { use } from '../../../../test/support/use-app.ts';
import { type Db, transaction } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';

/** Raffles for tests, by the ways of administrators and buyers. */

export interface RaffleCalls {
  admin: Person;
  /** The raffle has three prizes and a hundred tickets for a real each, unless other values are given. */
  create(more?: object): Promise<CreatedRaffle>;
  given(more?: object): Promise<object>;
  act(id: string, what: 'close' | 'cancel', headers?: Record<string, string>): Promise<Reply>;
  draw(id: string, headers?: Record<string, string>): Promise<Reply>;
  buy(who: Person, id: string, quantity?: number, headers?: Record<string, string>): Promise<Reply>;
  get(id: string): Promise<Reply>;
  tickets(id: string): Promise<{ status: number; text: string; type: string }>;
  runJob(name: string, id: string): Promise<void>;
}

interface CreatedRaffle {
  id: string;
  prizes: { displayOrder: number; serverSeedHash: string; item: { id: string } }[];
}

export async function createRaffleCalls(app: TestApp): Promise<RaffleCalls> {
  const call = createCall(app.http);
  const admin = await createAdmin(app.db);
  const given = async (more: object = {}) => ({
    name: 'Sorteio',
    description: 'Três prêmios.',
    imageUrl: 'https://images.example/raffle.png',
    ticketPriceCents: '100',
    maxTickets: 100,
    prizes: await Promise.all(
      [0, 1, 2].map(async (displayOrder) => ({ displayOrder, itemId: await createItem(app.db, 1_000) })),
    ),
    ...more,
  });
  return {
    admin,
    given,
    create: async (more) => {
      const { status, body, text } = await call(admin, 'POST', '/admin/raffles', await given(more));
      assert.equal(status, 201, text);
      return body;
    },
    act: (id, what, headers) => call(admin, 'POST', `/admin/raffles/${id}/${what}`, undefined, headers),
    draw: (id, headers) => call(admin, 'POST', `/raffle/${id}/draw`, undefined, headers),
    buy: (who, id, quantity = 1, headers = {}) => call(who, 'POST', `/raffle/${id}/buy`, { quantity }, headers),
    get: (id) => call(null, 'GET', `/raffle/${id}`),
    tickets: async (id) => {
      const response = await app.http.inject({ url: `/api/raffle/${id}/tickets` });
      return {
        status: response.statusCode,
        text: response.body,
        type: String(response.headers['content-type']),
      };
    },
    runJob: async (name, id) => {
      const job = app.jobSets.find(({ tasks }) => name in tasks)?.tasks[name] ?? assert.fail(`no job ${name}`);
      await job({ raffleId: id });
    },
  };
}

/** One app with calls serves all tests of a file. Every invariant must hold in its database when they are over. */
export const useRaffles = <App extends TestApp>(create: () => Promise<App>): App & { call: Call; calls: RaffleCalls } =>
  use(
    async () => {
      const app = await create();
      return Object.assign(app, { call: createCall(app.http), calls: await createRaffleCalls(app) });
    },
    (app) => closeSound(app),
  );

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The time of a raffle passes; it had one, or none. */
export const endTime = (db: Db, id: string) =>
  db.query(sql`update raffles set closes_at = now() - interval '1 second' where id = ${id}`);

/** Names of the jobs that wait for a raffle. */
export async function jobsOf(db: Db, id: string): Promise<{ name: string; runAt: Date }[]> {
  return db.query(sql`
    select tasks.identifier as name, jobs.run_at
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where payload ->> 'raffleId' = ${id} order by jobs.id`);
}

export async function actionsOf(db: Db, id: string): Promise<string[]> {
  const rows = await db.query<{ action: string }>(sql`
    select action from audit_entries where entity_type = 'raffle' and entity_id = ${id} order by id`);
  return rows.map(({ action }) => action);
}

export async function balanceOf(db: Db, { userId }: Person): Promise<number> {
  const rows = await db.query<{ balance: string }>(
    sql`select balance_cents as balance from accounts where user_id = ${userId}`,
  );
  return Number(rows[0]?.balance);
}

interface Sold {
  buyers: number;
  purchases: number;
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
