import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createPlayer } from '../../../../test/support/people.ts';
import { createRecordingApp } from '../../../../test/support/recording-app.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { fixedClock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { silentLogger } from '../../../platform/observability/logger.ts';
import type { Push } from '../../../platform/realtime/events.ts';
import { caseGame } from '../cases/index.ts';
import { createCase, get, open } from '../cases/openings/test-support.ts';
import { createDropFeed, createRecentDrops } from './drop-feed.ts';

const KEPT_MS = 1_000;

const clock = fixedClock(new Date());
const app = useApp(() => createRecordingApp({ clock }));

interface Shown {
  id: string;
  username: string;
  caseName: string;
  versionNumber: number;
  chancePercent: string;
}
/** The kept lists have grown too old. */
async function listAt(url: string): Promise<{ data: Shown[]; meta: object }> {
  clock.advance(KEPT_MS);
  const response = await get(app, url);
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}
const dropsAt = async (url: string) => (await listAt(url)).data;

const opened = async (quantity: number, widths: number[]) => {
  const player = await createPlayer(app.db, 100_000);
  const box = await createCase(app.db, { priceCents: 1_000, widths });
  const ids: string[] = (await open(app, player, box.id, { quantity })).json().openings.map(({ id }: Shown) => id);
  return { player, box, newestFirst: ids.reverse() };
};

test('everybody sees the latest drops, newest first', async () => {
  const { box, newestFirst } = await opened(30, [10_000_000]);
  for (const url of ['/live-drops/recent', '/cases/openings/recent']) {
    const drops = await dropsAt(url);
    assert.deepEqual(
      drops.map(({ id }) => id),
      newestFirst.slice(0, 20),
    );
    assert.deepEqual(Object.keys(drops[0] ?? {}), [
      'id',
      'key',
      'game',
      'userId',
      'username',
      'avatarUrl',
      'caseId',
      'caseName',
      'versionNumber',
      'item',
      'chancePercent',
      'battleId',
      'createdAt',
      'showAt',
    ]);
    assert.deepEqual([drops[0]?.caseName, drops[0]?.versionNumber, drops[0]?.chancePercent], [box.name, 1, '100']);
  }
  assert.equal((await dropsAt('/live-drops/recent?limit=3')).length, 3);
  for (const limit of ['0', '101', 'x']) {
    assert.equal((await get(app, `/live-drops/recent?limit=${limit}`)).statusCode, 400);
  }
});

test('the latest 100 are a list of pages; what is older is not in it', async () => {
  const { newestFirst } = await opened(100, [10_000_000]);
  for (const url of ['/live-drops/recent', '/cases/openings/recent']) {
    const [third, beyond] = [await listAt(`${url}?limit=40&page=3`), await listAt(`${url}?limit=100&page=2`)];
    assert.deepEqual(
      third.data.map(({ id }) => id),
      newestFirst.slice(80),
    );
    assert.deepEqual(third.meta, { page: 3, limit: 40, total: 100 });
    assert.deepEqual(beyond, { data: [], meta: { page: 2, limit: 100, total: 100 } });
  }
});

test('the top drops have a chance of at most 2 percent', async () => {
  const fifty = Array.from({ length: 50 }, () => 200_000);
  const { newestFirst } = await opened(10, fifty);
  await opened(10, [200_001, 9_799_999]);
  const { data: drops, meta } = await listAt('/live-drops/top?limit=8');
  assert.deepEqual(meta, { page: 1, limit: 8, total: 10 });
  assert.deepEqual(
    [...drops, ...(await dropsAt('/live-drops/top?limit=8&page=2'))].map(({ id }) => id),
    newestFirst,
  );
  for (const { chancePercent } of drops) assert.equal(chancePercent, '2');
});

test('many visitors cost one statement a second', async () => {
  // Its own app: nobody has opened anything that is still being told of.
  const visited = await createRecordingApp({ clock });
  const statementsOfAll = async () => {
    visited.statements.length = 0;
    await Promise.all(Array.from({ length: 50 }, (_, n) => get(visited, `/live-drops/recent?limit=${n + 1}`)));
    return visited.statements.length;
  };
  try {
    assert.equal(await statementsOfAll(), 1);
    clock.advance(KEPT_MS - 1);
    assert.equal(await statementsOfAll(), 0);
    clock.advance(1);
    assert.equal(await statementsOfAll(), 1);
    clock.advance(-KEPT_MS);
    assert.equal(await statementsOfAll(), 1, 'a clock that was set back');
  } finally {
    await visited.close();
  }
});

test('a failed read is not kept', async () => {
  let failures = 1;
  const flaky = {
    query: async () => {
      failures -= 1;
      if (failures >= 0) throw new Error('down');
      return [];
    },
  } as unknown as Db;
  const drops = createRecentDrops({ db: flaky, shown: [caseGame], clock });
  await assert.rejects(drops.recent(), /down/);
  assert.deepEqual(await drops.recent(), []);
});

test('the first drop is told at once, a burst as one event with the newest 50', async () => {
  const { newestFirst } = await opened(80, [10_000_000]);
  const oldestFirst = newestFirst.toReversed();
  const told = new EventEmitter();
  const push: Pick<Push, 'toAll'> = { toAll: ({ name }, payload: object) => void told.emit(name, payload) };
  const next = async (): Promise<string[]> => {
    const [{ drops }] = await once(told, 'drop:live');
    return drops.map(({ id }: Shown) => id);
  };
  let reads = 0;
  const query: Db['query'] = (statement) => {
    reads += 1;
    return app.db.query(statement);
  };
  const pauses: (() => void)[] = [];
  const pause = () => new Promise<void>((end) => void pauses.push(end));
  const shown = [caseGame];
  const show = createDropFeed({ db: { ...app.db, query }, shown, push, logger: silentLogger, pause });
  const first = next();
  for (const id of oldestFirst) show([{ game: 'CASES', id }]);
  assert.deepEqual(await first, oldestFirst.slice(0, 1));
  assert.equal(reads, 1, 'the others wait');
  const burst = next();
  pauses.shift()?.();
  assert.deepEqual(await burst, newestFirst.slice(0, 50));
  pauses.shift()?.();
  await nextTurn();
  assert.deepEqual([reads, pauses.length], [2, 0], 'nothing is left to tell');
});

test('the biggest wins of the day come first, and yesterday is over', async () => {
  // One that is not ahead of the database, which dates the wins: the day of both is the same also about midnight.
  const today = fixedClock(new Date());
  const own = await createRecordingApp({ clock: today });
  try {
    const player = await createPlayer(own.db, 5_000_000);
    const small = await createCase(own.db, { priceCents: 1_000, widths: [10_000_000] });
    const big = await createCase(own.db, { priceCents: 1_100_000, widths: [10_000_000] });
    await own.db.query(sql`update items set value_cents_brl = 999999 where id = ${big.itemIds[0]}`);
    const ids: string[] = [];
    for (const box of [small, big, small]) ids.push((await open(own, player, box.id)).json().openings[0].id);
    const biggest = async () => (await get(own, '/live-drops/biggest')).json().data.map(({ id }: Shown) => id);
    assert.deepEqual(await biggest(), [ids[1], ids[2], ids[0]]);
    today.advance(25 * 3_600_000);
    assert.deepEqual(await biggest(), []);
  } finally {
    await own.close();
  }
});

test('a case has drops of its own, and is as popular as it is opened', async () => {
  const own = await createRecordingApp({ clock });
  try {
    const player = await createPlayer(own.db, 100_000);
    const [one, other] = [await createCase(own.db, { priceCents: 100 }), await createCase(own.db, { priceCents: 100 })];
    const first: string[] = (await open(own, player, other.id, { quantity: 3 }))
      .json()
      .openings.map(({ id }: Shown) => id);
    await open(own, player, one.id);
    const { data, meta } = (await get(own, `/cases/${other.id}/drops?limit=2`)).json();
    assert.deepEqual(
      data.map(({ id, key, userId }: Record<string, string>) => [id, key, userId]),
      first
        .toReversed()
        .slice(0, 2)
        .map((id) => [id, `CASES:${id}`, player.userId]),
    );
    assert.equal(meta.total, 3);
    const listed = (await get(own, '/cases?sortBy=popularity&limit=2')).json().data;
    assert.deepEqual(
      listed.map(({ id, openingsCount }: Record<string, unknown>) => [id, openingsCount]),
      [
        [other.id, 3],
        [one.id, 1],
      ],
    );
    const told = own.sent.filter(({ event }) => event === 'balance:updated').map(({ payload }) => payload);
    assert.deepEqual(told[0], { balanceCents: '99700', play: { game: 'CASES', ids: first } });
  } finally {
    await own.close();
  }
});
