import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { findViolations } from '../../../../test/invariants/check-invariants.ts';
import { createTestDatabase } from '../../../../test/support/databases.ts';
import { createAdmin, createPerson, type Person } from '../../../../test/support/people.ts';
import { systemClock } from '../../../platform/clock.ts';
import { type Db, openDatabase, transaction } from '../../../platform/db.ts';
import { healthModule } from '../../../platform/health.ts';
import { createMemoryStore } from '../../../platform/hot-store/memory.ts';
import { createHttpServer } from '../../../platform/http/server.ts';
import type { Id } from '../../../platform/ids.ts';
import { silentLogger } from '../../../platform/logger.ts';
import { createMetrics } from '../../../platform/metrics.ts';
import { sql } from '../../../platform/sql.ts';
import { walletConstraintErrors } from '../../assets/wallet/index.ts';
import type { CreateEvent } from './create-event.ts';
import { endEvent } from './end-event.ts';
import { findRunningEvent } from './events.sql.ts';
import type { EventDetail, GivenShoot, Reward, TicketPrice } from './events.types.ts';
import { createEvent, earnFromWagers, eventConstraintErrors, eventsModule, publishEvent } from './index.ts';

interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what a test finds in an answer is what it asserts on.
  body: any;
  text: string;
  replayed: boolean;
}

export interface EventsWorld {
  http: FastifyInstance;
  db: Db;
  admin: Person;
  /** What users were told after commits. */
  pushed: { userId: Id<'user'>; event: string; payload: object }[];
  /** Texts of the statements sent to the database, begin and commit among them. */
  statements: string[];
  call(
    who: Person | null,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
    headers?: Record<string, string>,
  ): Promise<Reply>;
  close(): Promise<void>;
}

/** Events alone behind the HTTP conventions, on a database of their own. */
export async function createEventsWorld(): Promise<EventsWorld> {
  const logger = silentLogger;
  const database = await createTestDatabase();
  const constraintErrors = { ...walletConstraintErrors, ...eventConstraintErrors };
  const db = openDatabase({ address: database.url, logger, poolSize: 10, constraintErrors });
  const statements = recordStatements(db);
  const admin = await createAdmin(db);
  const hotStore = createMemoryStore();
  const pushed: EventsWorld['pushed'] = [];
  const push = {
    toUser: (userId: Id<'user'>, event: string, payload: object) => pushed.push({ userId, event, payload }),
  };
  const readiness = { migrated: true, stopping: false };
  const http = await createHttpServer({
    publicUrl: 'https://api.lisura.test',
    webOrigins: ['http://localhost'],
    trustProxy: false,
    rateLimits: { global: 0, auth: 0, caseOpen: 0 },
    logger,
    hotStore,
    clock: systemClock,
    metrics: createMetrics(db),
    authenticate: async ({ sessionId }) => {
      const [found] = await db.query<{ userId: Id<'user'> }>(
        sql`select user_id as "userId" from sessions where id = ${sessionId}`,
      );
      if (found === undefined) return null;
      return { userId: found.userId, role: found.userId === admin.userId ? 'ADMIN' : 'USER', sessionId };
    },
    isReady: () => true,
    healthModule: healthModule({ db, hotStore, readiness, version: 'test', startedAt: new Date() }),
    modules: [eventsModule({ db, push })],
  });
  return {
    http,
    db,
    admin,
    pushed,
    statements,
    call: async (who, method, path, payload, headers = {}) => {
      const response = await http.inject({
        method,
        url: `/api${path}`,
        headers: { ...(who?.headers ?? {}), ...headers },
        ...(payload ? { payload } : {}),
      });
      return {
        status: response.statusCode,
        body: response.json(),
        text: response.body,
        replayed: response.headers['idempotent-replayed'] === 'true',
      };
    },
    close: async () => {
      await http.close();
      await hotStore.close();
      await db.close();
      await database.drop();
    },
  };
}

function recordStatements(db: Db): string[] {
  const statements: string[] = [];
  db.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    Object.assign(client, {
      query: (...args: [string | { text: string }, ...unknown[]]) => {
        statements.push(typeof args[0] === 'string' ? args[0] : args[0].text);
        return query(...args);
      },
    });
  });
  return statements;
}

let itemsMade = 0;

export async function createItem(db: Db, valueCents = 1_000): Promise<Id<'item'>> {
  itemsMade += 1;
  const name = `Item ${itemsMade}`;
  const rows = await db.query<{ id: Id<'item'> }>(sql`
    insert into items (name, market_hash_name, image_url, rarity, weapon_category, value_cents_brl)
    values (${name}, ${name}, 'https://items.example/1.png', 'COVERT', 'RIFLE', ${valueCents}) returning id`);
  return rows[0]?.id as Id<'item'>;
}

/** Ranges one after the other, of these widths. */
export function tableOf(ticketPrice: TicketPrice, prizes: readonly [Id<'item'>, number][]): GivenShoot {
  let end = 0;
  return {
    ticketPrice,
    prizes: prizes.map(([itemId, width]) => {
      end += width;
      return { itemId, hashRangeStart: end - width + 1, hashRangeEnd: end };
    }),
  };
}

export const tierAt = (pointsRequired: number, reward: Reward<Id<'item'>>) => ({
  pointsRequired: BigInt(pointsRequired),
  reward,
});

let eventsMade = 0;
const SYSTEM = { actorId: null, ip: null };
const HOUR_MS = 3_600_000;

/** Of a name of its own, from now on for an hour. A real earns 100 points and 100 tickets: a cent is one of each. */
function eventFieldsOf(more: Partial<CreateEvent['fields']> = {}): CreateEvent['fields'] {
  eventsMade += 1;
  return {
    name: `Event ${eventsMade}`,
    description: 'A test',
    imageUrl: 'https://images.example/1.png',
    startsAt: new Date(),
    endsAt: new Date(Date.now() + HOUR_MS),
    pointsPerReal: 100,
    ticketsPerReal: 100,
    ...more,
  };
}

/** One that runs from now on; the one that ran before is ended, since only one can. */
export async function startEvent(
  { db }: Pick<EventsWorld, 'db'>,
  contents: Partial<Omit<CreateEvent, 'fields'>> = {},
  fields: Partial<CreateEvent['fields']> = {},
): Promise<EventDetail> {
  const running = await findRunningEvent(db);
  if (running !== null) await endEvent({ db }, running.id, SYSTEM);
  const itemId = await createItem(db, 10);
  const { tiers = [], shoots = [tableOf(250, [[itemId, 10_000_000]])] } = contents;
  const { id } = await createEvent({ db }, { fields: eventFieldsOf(fields), tiers, shoots }, SYSTEM);
  return publishEvent({ db }, id, SYSTEM);
}

/** As if it had ended so many hours ago; tests of one database use different hours, since events never overlap. */
export const moveToPast = (db: Db, id: Id<'event'>, hoursAgo: number) =>
  db.query(sql`
    update events set starts_at = now() - make_interval(hours => ${hoursAgo}, mins => 1),
      ends_at = now() - make_interval(hours => ${hoursAgo}) where id = ${id}`);

export const moveToFuture = (db: Db, id: Id<'event'>, hoursAhead: number) =>
  db.query(sql`
    update events set starts_at = now() + make_interval(hours => ${hoursAhead}),
      ends_at = now() + make_interval(hours => ${hoursAhead}, mins => 1) where id = ${id}`);

export const wager = (db: Db, { userId }: Person, stakeCents: bigint | number) =>
  transaction(db, (tx) => earnFromWagers(tx, [{ userId, stakeCents: BigInt(stakeCents) }]));

/** Who has wagered so many cents in the event that runs. */
export async function createPlayer(db: Db, wageredCents = 0): Promise<Person> {
  const person = await createPerson(db);
  if (wageredCents > 0) await wager(db, person, wageredCents);
  return person;
}

/** What an administrator does, in a world. */
export function createDesk(world: EventsWorld) {
  let daysAhead = 100;
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
    world.call(world.admin, method, `/admin/events${path}`, payload);
  /** A sound event, each on a day of its own, far ahead. */
  const bodyOf = (itemId: Id<'item'>, more: object = {}) => {
    daysAhead += 1;
    const startsAt = new Date(Date.now() + daysAhead * 24 * HOUR_MS);
    return {
      ...eventFieldsOf(),
      startsAt: startsAt.toISOString(),
      endsAt: new Date(startsAt.getTime() + HOUR_MS).toISOString(),
      tiers: [
        { pointsRequired: 10, reward: { type: 'BALANCE', balanceCents: 150 } },
        { pointsRequired: 20, reward: { type: 'TICKETS', tickets: 250 } },
        { pointsRequired: 30, reward: { type: 'ITEM', itemId } },
      ],
      shoots: [{ ticketPrice: 250, prizes: [{ itemId, hashRangeStart: 1, hashRangeEnd: 10_000_000 }] }],
      ...more,
    };
  };
  const create = async (itemId: Id<'item'>, more: object = {}) => {
    const { status, body } = await call('POST', '', bodyOf(itemId, more));
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  /** What administrators are on the trail with. */
  const actionsOf = async (id: string) => {
    const rows = await world.db.query<{ action: string }>(sql`
      select action from audit_entries where entity_type = 'event' and entity_id = ${id} and actor_id is not null
      order by id`);
    return rows.map(({ action }) => action);
  };
  return { call, bodyOf, create, actionsOf };
}

export const refusal = ({ status, body }: Reply): [number, string] => [status, body.message];
export const faultFields = ({ body }: Reply): string[] => body.errors.map(({ field }: { field: string }) => field);

export const hmac = (key: string, message: string) => createHmac('sha256', key).update(message).digest('hex');

/** By Node's own cryptography. */
export const expectedRoll = (serverSeed: string, clientSeed: string, nonce: number) =>
  (Number.parseInt(hmac(serverSeed, `${clientSeed}:${nonce}`).slice(0, 13), 16) % 10_000_000) + 1;

export const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** What must hold of the whole database, and every shot computed anew by other code than ours. */
export async function assertEventsHold(db: Db): Promise<void> {
  assert.deepEqual(await findViolations(db), []);
  const shots = await db.query<Record<string, string>>(sql`
    select shot.*, prize.item_id as expected_item from event_shots shot left join event_prizes prize
      on prize.event_id = shot.event_id and prize.ticket_price = shot.ticket_price
      and roll between hash_range_start and hash_range_end`);
  for (const shot of shots) {
    const { server_seed = '', server_seed_hash, client_seed = '', nonce, roll, item_id, expected_item } = shot;
    assert.match(server_seed, /^[0-9a-f]{64}$/);
    assert.equal(hmac(server_seed, ''), server_seed_hash);
    assert.equal(roll, expectedRoll(server_seed, client_seed, Number(nonce)));
    assert.equal(item_id, expected_item);
  }
}
