import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../../../platform/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { silentLogger } from '../../../platform/logger.ts';
import { createRecentDrops } from '../cases/index.ts';
import { createDropFeed } from './drop-feed.ts';
import { createCase, createOpeningsApp, createPlayer, get, type OpeningsApp, open } from './test-support.ts';

let app: OpeningsApp;
before(async () => {
  app = await createOpeningsApp();
});
after(() => app.close());

interface Shown {
  id: string;
  username: string;
  caseName: string;
  chancePercent: string;
}
/** The lists are kept for a second, so a test asks until it sees what it waits for. */
async function dropsUntil(url: string, isThere: (drops: Shown[]) => boolean): Promise<Shown[]> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const response = await get(app, url);
    assert.equal(response.statusCode, 200, response.body);
    const { drops } = response.json();
    if (isThere(drops)) return drops;
    await wait(50);
  }
  throw new Error(`${url} never showed it`);
}

const opened = async (quantity: number, widths: number[]) => {
  const player = await createPlayer(app.db, 100_000);
  const box = await createCase(app.db, { widths });
  const ids: string[] = (await open(app, player, box.id, { quantity })).json().openings.map(({ id }: Shown) => id);
  return { player, box, newestFirst: ids.reverse() };
};

test('everybody sees the latest drops, newest first', async () => {
  const { box, newestFirst } = await opened(30, [10_000_000]);
  const isThere = (drops: Shown[]) => drops[0]?.id === newestFirst[0];
  for (const url of ['/live-drops/recent', '/cases/openings/recent']) {
    const drops = await dropsUntil(url, isThere);
    assert.deepEqual(
      drops.map(({ id }) => id),
      newestFirst.slice(0, 20),
    );
    assert.deepEqual(Object.keys(drops[0] ?? {}), [
      'id',
      'username',
      'avatarUrl',
      'caseId',
      'caseName',
      'item',
      'chancePercent',
      'createdAt',
    ]);
    assert.deepEqual([drops[0]?.caseName, drops[0]?.chancePercent], [box.name, '100']);
  }
  assert.equal((await dropsUntil('/live-drops/recent?limit=3', isThere)).length, 3);
  for (const limit of ['0', '101', 'x']) {
    assert.equal((await get(app, `/live-drops/recent?limit=${limit}`)).statusCode, 400);
  }
});

test('the top drops have a chance of at most 2 percent', async () => {
  const fifty = Array.from({ length: 50 }, () => 200_000);
  const { newestFirst } = await opened(10, fifty);
  await opened(10, [200_001, 9_799_999]);
  const drops = await dropsUntil('/live-drops/top?limit=100', (shown) => shown[0]?.id === newestFirst[0]);
  assert.deepEqual(
    drops.map(({ id }) => id),
    newestFirst,
  );
  for (const { chancePercent } of drops) assert.equal(chancePercent, '2');
});

test('many visitors cost one statement', async () => {
  await wait(1_000);
  app.statements.length = 0;
  await Promise.all(Array.from({ length: 50 }, (_, n) => get(app, `/live-drops/recent?limit=${n + 1}`)));
  assert.equal(app.statements.length, 1);
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
  const drops = createRecentDrops({ db: flaky });
  await assert.rejects(drops.recent(1), /down/);
  assert.deepEqual(await drops.recent(1), []);
});

test('the first drop is told at once, a burst as one event with the newest 50', async () => {
  const { newestFirst } = await opened(80, [10_000_000]);
  const oldestFirst = newestFirst.toReversed() as Id<'case-opening'>[];
  const sent: { event: string; drops: Shown[] }[] = [];
  const push = {
    toAll: (event: string, payload: object) => void sent.push({ event, ...(payload as { drops: Shown[] }) }),
  };
  const feed = createDropFeed({ db: app.db, push, logger: silentLogger, flushEveryMs: 100 });
  for (const id of oldestFirst) feed.add([id]);
  while (sent.length < 2) await wait(10);
  await wait(250);
  assert.deepEqual(
    sent.map(({ event, drops }) => [event, drops.length]),
    [
      ['drop:live', 1],
      ['drop:live', 50],
    ],
  );
  assert.equal(sent[0]?.drops[0]?.id, oldestFirst[0]);
  assert.deepEqual(
    sent[1]?.drops.map(({ id }) => id),
    newestFirst.slice(0, 50),
  );
});
