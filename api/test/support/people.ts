import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Db, transaction } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import type { Id } from '../../src/platform/ids.ts';

/** People for tests: users and sessions as a login would have made them, without walking through one. */

export const ADMIN_PLATFORM_ID = '76561198000000001';

export interface Person {
  userId: Id<'user'>;
  platformId: string;
  sessionId: string;
  sessionHash: string;
  /** Sends the session as a program would. */
  headers: { authorization: string };
}

let nextAccount = 100;
const newPlatformId = () => {
  nextAccount += 1;
  return `7656119${String(8_000_000_000 + nextAccount).padStart(10, '0')}`;
};

export async function createPerson(db: Db, options: { platformId?: string } = {}): Promise<Person> {
  const platformId = options.platformId ?? newPlatformId();
  return transaction(db, async (tx) => {
    const users = await tx.query<{ id: Id<'user'> }>(sql`
      insert into users (platform_id, username) values (${platformId}, ${`Player ${platformId.slice(-4)}`})
      on conflict (platform_id) do update set username = excluded.username returning id`);
    const userId = users[0]?.id as Id<'user'>;
    const sessionId = randomBytes(32).toString('hex');
    const sessionHash = hash('sha256', sessionId, 'hex');
    await tx.query(sql`
      insert into sessions (id, user_id, platform_id, ip, user_agent)
      values (${sessionHash}, ${userId}, ${platformId}, '127.0.0.1', 'test')`);
    return { userId, platformId, sessionId, sessionHash, headers: { authorization: `Bearer ${sessionId}` } };
  });
}

export const createAdmin = (db: Db) => createPerson(db, { platformId: ADMIN_PLATFORM_ID });

/** An administrator suspends or bans somebody, or lets them in again. */
export async function setStatus(
  app: { db: Db; http: FastifyInstance },
  userId: Id<'user'>,
  status: 'ACTIVE' | 'SUSPENDED' | 'BANNED',
): Promise<void> {
  const { headers } = await createAdmin(app.db);
  const url = `/api/admin/users/${userId}/status`;
  const answer = await app.http.inject({ method: 'PUT', url, headers, payload: { status, reason: 'A test' } });
  assert.equal(answer.statusCode, 200, answer.body);
}

export async function createPlayer(db: Db, balanceCents: number): Promise<Person> {
  const person = await createPerson(db);
  if (balanceCents > 0) await putIn(db, person, balanceCents);
  return person;
}

export async function putIn(db: Db, { userId }: Person, cents: number): Promise<void> {
  await db.query(sql`
    with paid as (
      insert into transfers (user_id, debit_account, credit_account, amount_cents, type, reason)
      values (${userId}, 'SYSTEM', 'USER', ${cents}, 'DEPOSIT', 'test'))
    update accounts set balance_cents = balance_cents + ${cents}, transfer_count = transfer_count + 1
    where user_id = ${userId}`);
}
