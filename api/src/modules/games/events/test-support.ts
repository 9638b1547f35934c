import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { type Call, createCall, type Method } from '../../../../test/support/calls.ts';
import { closeSound } from '../../../../test/support/close-sound.ts';
import { TEST_KEYS } from '../../../../test/support/committed-seeds.ts';
import { createItem } from '../../../../test/support/items.ts';
import { HANG_MS } from '../../../../test/support/patience.ts';
import { createAdmin, createPerson, type Person } from '../../../../test/support/people.ts';
import { createRecordingApp, type RecordingApp } from '../../../../test/support/recording-app.ts';
import { use } from '../../../../test/support/use-app.ts';
import { type Db, transaction } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import type { Id } from '../../../platform/ids.ts';
import { byPlatform } from '../../people/decisions/index.ts';
import { type CreateEvent, endEvent } from './admin/edit-events.ts';
import type { EventDetail, Reward, ShootTable, TicketPrice } from './events.records.ts';
import { findRunningEvent } from './events.sql.ts';
import { createEvent, earnFromWagers, publishEvent } from './index.ts';

export interface EventsWorld extends RecordingApp {
  admin: Person;
  call: Call;
}

/** The house keeps nearly all wagers behind tickets, so that tests may choose any prizes. */
const keepNearlyAll = (db: Db) =>
  db.query(sql`insert into settings (key, value) values ('maxCaseRtpPercent', '"0"'), ('upgradeEdgePercent', '"99"')`);

/** Every invariant must hold when it closes, and every shot is computed again by independent code. */
async function createEventsWorld(): Promise<EventsWorld> {
  const app = await createRecordingApp();
  await keepNearlyAll(app.db);
  const close = () => closeSound(app, { keys: TEST_KEYS });
  return { ...app, close, admin: await createAdmin(app.db), call: createCall(app.http) };
}

export const useEventsWorld = () => use(createEventsWorld, (world) => world.close());

/** The ranges follow each other with these widths. */
export function tableOf(ticketPrice: TicketPrice, prizes: readonly [Id<'item'>, number][]): ShootTable {
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
export const AMPLE_CENTS = 999_999_999_999n;

/** It runs for an hour. A real earns 100 points and 100 tickets, so a cent earns one of each. */
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
    budgetCents: AMPLE_CENTS,
    ...more,
  };
}

/** Only one event runs at a time, so the running one is ended. */
export async function startEvent(
  { db }: Pick<EventsWorld, 'db'>,
  contents: Partial<Omit<CreateEvent, 'fields'>> = {},
  fields: Partial<CreateEvent['fields']> = {},
): Promise<EventDetail> {
  const running = await findRunningEvent(db);
  if (running !== null) await endEvent({ db }, running.id, byPlatform);
  const itemId = await createItem(db, 10);
  const { tiers = [], shoots = [tableOf(250, [[itemId, 10_000_000]])] } = contents;
  const { id } = await createEvent({ db }, { fields: eventFieldsOf(fields), tiers, shoots }, byPlatform);
  return publishEvent({ db }, id, byPlatform);
}

/** Tests of one database use different hours, since events never overlap. */
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

export async function createPlayer(db: Db, wageredCents = 0): Promise<Person> {
  const person = await createPerson(db);
  if (wageredCents > 0) await wager(db, person, wageredCents);
  return person;
}

export function createAdminCalls(world: EventsWorld) {
  let daysAhead = 100;
  const call = (method: Method, path: string, payload?: object) =>
    world.call(world.admin, method, `/admin/events${path}`, payload);
  /** Each event has a day of its own, far ahead. */
  const bodyOf = (itemId: Id<'item'>, more: object = {}) => {
    daysAhead += 1;
    const startsAt = new Date(Date.now() + daysAhead * 24 * HOUR_MS);
    return {
      ...eventFieldsOf(),
      budgetCents: AMPLE_CENTS.toString(),
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
  const actionsOf = async (id: string) => {
    const rows = await world.db.query<{ action: string }>(sql`
      select action from audit_entries where entity_type = 'event' and entity_id = ${id} and actor_id is not null
      order by id`);
    return rows.map(({ action }) => action);
  };
  return { call, bodyOf, create, actionsOf };
}

export const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** Runs `work` while a transaction holds the lock and does `meanwhile`. */
export async function whileLocked<Result>(
  db: Db,
  lock: Sql,
  work: () => Promise<Result>,
  meanwhile: Sql,
): Promise<Result> {
  const deadlineMs = performance.now() + HANG_MS;
  const isWaiting = async () => {
    const waiting = await db.query(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    return waiting.length > 0;
  };
  const { working } = await transaction(db, async (tx) => {
    await tx.query(lock);
    const working = work();
    while (!(await isWaiting())) {
      assert.ok(performance.now() < deadlineMs, 'it does not wait');
      await pause(5);
    }
    await tx.query(meanwhile);
    return { working };
  });
  return working;
}
