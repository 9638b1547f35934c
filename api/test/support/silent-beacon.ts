import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TRIES } from '../../src/modules/games/beacon/index.ts';
import type { fixedClock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/database/db.ts';
import { raw, sql } from '../../src/platform/database/sql.ts';
import { DAY_MS } from '../../src/platform/durations.ts';
import { ALL_ROUNDS, type TestBeacon } from './beacon.ts';
import { meetAt } from './meet-at.ts';
import type { Person } from './people.ts';

interface Waiting {
  id: string;
  players: readonly Person[];
  /** The beacon publishes the round then. */
  dueMs: number;
}

interface SilentGame {
  name: 'battle' | 'raffle';
  waits: 'IN_PROGRESS' | 'DRAWING';
  /** Notifications of a cancellation have it. */
  title: string;
  clock: ReturnType<typeof fixedClock>;
  beacon: TestBeacon;
  /** Starts a game that two players have paid for and that waits for its round. */
  start(): Promise<Waiting>;
  /** Each player had the first balance before the game and has the second after it. */
  balances: { before: readonly number[]; after: readonly number[] };
  balanceOf(player: Person): Promise<number>;
  sweep(): Promise<void>;
  /** The sweep reads the round so often before it cancels the game. */
  reads: number;
  /** Ends the game by its round. */
  end(id: string): Promise<unknown>;
  /** Ending a cancelled game answers this. */
  refused: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the answer of the server.
  read(id: string): Promise<any>;
  onCancel(): void;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the answer of the server.
  onCancelled(body: any): void;
}

/** Every game that a beacon decides is cancelled when the beacon is silent for a day, and only then. */
export function testSilentBeacon(
  app: { db: Db },
  game: SilentGame,
): { startInSilence(): Promise<Waiting>; askInVain(): Promise<void> } {
  const { name, clock, beacon, sweep, end, read } = game;
  const startInSilence = async () => {
    clock.set(new Date());
    beacon.published = 0;
    const waiting = await game.start();
    assert.equal((await read(waiting.id)).status, game.waits);
    return waiting;
  };
  /** The next sweep cancels, if the day is over. */
  const askInVain = async () => {
    for (let tries = 1; tries < TRIES; tries += 1) await sweep();
  };
  const startAndWaitADay = async () => {
    const waiting = await startInSilence();
    clock.set(new Date(waiting.dueMs + DAY_MS));
    await askInVain();
    return waiting;
  };
  const assertBalances = async ({ players }: Waiting, balances: readonly number[]) =>
    assert.deepEqual(await Promise.all(players.map(game.balanceOf)), balances);
  const meet = (id: string, ...starts: readonly (() => Promise<unknown>)[]) =>
    meetAt(app.db, sql`select from ${raw(`${name}s`)} where id = ${id} for update`, starts);

  test(`a ${name} whose round is missing for a day is cancelled, and everybody is paid back`, async () => {
    const waiting = await startInSilence();
    const { id, players, dueMs } = waiting;
    clock.set(new Date(dueMs + DAY_MS - 1));
    await sweep();
    assert.equal((await read(id)).status, game.waits);
    clock.set(new Date(dueMs + DAY_MS));
    game.onCancel();
    await askInVain();
    assert.equal((await read(id)).status, game.waits);
    // A source that fails is as silent as one that has no answer.
    beacon.fault = new Error('unreachable');
    await sweep();
    beacon.fault = null;
    const body = await read(id);
    assert.deepEqual([body.status, body.beacon.randomness], ['CANCELLED', null]);
    game.onCancelled(body);
    await assertBalances(waiting, game.balances.before);
    const notes = await app.db.query<{ userId: string; title: string }>(sql`
      select user_id, title from notifications where metadata ->> ${`${name}Id`} = ${id} and type = 'SYSTEM' order by user_id`);
    assert.deepEqual(
      notes,
      players.map(({ userId }) => ({ userId, title: game.title })),
    );
    const alerts = await app.db.query(sql`
      select level, details ->> 'id' as id from alerts where kind = 'BEACON_SILENT' and resolved_at is null`);
    assert.deepEqual(alerts, [{ level: 'CRITICAL', id }]);
    // A round that is published later changes nothing.
    beacon.published = ALL_ROUNDS;
    assert.equal(await end(id), game.refused);
    await sweep();
    assert.equal((await read(id)).status, 'CANCELLED');
    await assertBalances(waiting, game.balances.before);
  });

  test(`a server that was down for days asks a few times before it cancels a ${name}, and an answer decides`, async () => {
    const { id, dueMs } = await startInSilence();
    clock.set(new Date(dueMs + 3 * DAY_MS));
    beacon.fault = new Error('the network is not up yet');
    await askInVain();
    assert.equal((await read(id)).status, game.waits);
    let reads = 0;
    beacon.onRead = () => {
      reads += 1;
      if (reads === game.reads) Object.assign(beacon, { fault: null, published: ALL_ROUNDS });
    };
    await sweep();
    const body = await read(id);
    assert.equal(body.status, 'COMPLETED');
    assert.notEqual(body.beacon.randomness, null);
  });

  test(`a round that arrives when the ${name} is about to be cancelled is never used`, async () => {
    const waiting = await startAndWaitADay();
    const arrive = async () => {
      beacon.published = ALL_ROUNDS;
      assert.equal(await end(waiting.id), game.refused);
    };
    await meet(waiting.id, sweep, arrive);
    const body = await read(waiting.id);
    assert.deepEqual([body.status, body.beacon.randomness], ['CANCELLED', null]);
    await assertBalances(waiting, game.balances.before);
  });

  test(`a ${name} that is about to be decided is not cancelled`, async () => {
    const waiting = await startAndWaitADay();
    beacon.published = ALL_ROUNDS;
    const lose = () => {
      beacon.published = 0;
      return sweep();
    };
    await meet(waiting.id, () => end(waiting.id), lose);
    assert.equal((await read(waiting.id)).status, 'COMPLETED');
    await assertBalances(waiting, game.balances.after);
  });

  test(`simultaneous cancellations of a ${name} pay back once`, async () => {
    const waiting = await startAndWaitADay();
    await Promise.all(Array.from({ length: 5 }, sweep));
    assert.equal((await read(waiting.id)).status, 'CANCELLED');
    await assertBalances(waiting, game.balances.before);
  });

  return { startInSilence, askInVain };
}
