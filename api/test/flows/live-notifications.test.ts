import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { insertHeld, insertItem } from '../../src/modules/assets/inventory/test-support.ts';
import { createCase, open } from '../../src/modules/games/cases/openings/test-support.ts';
import { createTestApp } from '../support/app.ts';
import { HANG_MS } from '../support/patience.ts';
import { createAdmin, createPlayer, type Person } from '../support/people.ts';
import { createRecordingApp } from '../support/recording-app.ts';
import { until } from '../support/until.ts';
import { useApp } from '../support/use-app.ts';

const app = useApp(createRecordingApp);
before(async () => {
  await app.start();
});

const pushedTo = ({ userId }: Person) =>
  app.sent.filter((sent) => sent.userId === userId && sent.event === 'notification').map(({ payload }) => payload);

async function playEverything(player: Person): Promise<void> {
  const box = await createCase(app.db);
  assert.equal((await open(app, player, box.id, { quantity: 2 })).statusCode, 200);
  const [staked] = await insertHeld(app.db, player.userId, await insertItem(app.db, { valueCents: 100 }));
  const targetItemId = await insertItem(app.db, { name: 'Prize', valueCents: 1_000 });
  const payload = { inventoryItemIds: [staked], targetItemId };
  const upgrade = { method: 'POST', url: '/api/upgrade/perform', headers: player.headers, payload } as const;
  assert.equal((await app.http.inject(upgrade)).statusCode, 200);
}

test('flows make notifications, and push them, only while the setting is on', async () => {
  const [quiet, told] = [await createPlayer(app.db, 1_000_000), await createPlayer(app.db, 1_000_000)];
  await playEverything(quiet);

  const admin = await createAdmin(app.db);
  const payload = { liveNotifications: true };
  const change = { method: 'PATCH', url: '/api/admin/settings', headers: admin.headers, payload } as const;
  assert.equal((await app.http.inject(change)).statusCode, 200);
  // An announcement brings the setting to this process, and notifications follow the answer: both soon, not at once.
  const deadlineMs = performance.now() + HANG_MS;
  do {
    await playEverything(told);
    await wait(20);
  } while (pushedTo(told).length < 3 && performance.now() < deadlineMs);

  const types = new Set(pushedTo(told).map((pushed) => (pushed as { type: string }).type));
  assert.ok(
    types.has('CASE_OPENING') && (types.has('UPGRADE_FAIL') || types.has('UPGRADE_SUCCESS')),
    [...types].join(),
  );
  const listed = (await app.http.inject({ url: '/api/notifications', headers: told.headers })).json();
  assert.ok(listed.length >= 3);
  assert.deepEqual(pushedTo(quiet), []);
  assert.deepEqual((await app.http.inject({ url: '/api/notifications', headers: quiet.headers })).json(), []);
});

test('one press that opens a hundred cases makes one notification and one event of the balance', async (t) => {
  const live = await createRecordingApp({ isSandbox: true, otherDefaults: {} });
  t.after(() => live.close());
  const box = await createCase(live.db);
  const players = [await createPlayer(live.db, 10_000), await createPlayer(live.db, 10_000)] as const;
  const listOf = async ({ headers }: Person) => (await live.http.inject({ url: '/api/notifications', headers })).json();
  // Without a key both presses may share a transaction; with one each has its own.
  await Promise.all(players.map((player) => open(live, player, box.id, { quantity: 50 })));
  for (const player of players) {
    await until(async () => (await listOf(player)).length > 0);
    const keyed = await open(live, player, box.id, { quantity: 50 }, { 'idempotency-key': 'press' });
    await until(async () => (await listOf(player)).length > 1);
    const { openings } = keyed.json();
    const worthOf = ({ item }: { item: { valueCentsBrl: string } }) => Number(item.valueCentsBrl);
    const best = openings.reduce((most: never, other: never) => (worthOf(other) > worthOf(most) ? other : most));
    const [{ id: _, createdAt: __, ...newest }, ...others] = await listOf(player);
    assert.deepEqual(newest.metadata, {
      itemName: best.item.name,
      isFlip: false,
      openingId: best.id,
      count: 50,
      caseName: box.name,
      en: newest.metadata.en,
    });
    assert.deepEqual([newest.title, others.length], [`50 aberturas de ${box.name}`, 1]);
    const told = () => live.sent.filter(({ userId }) => userId === player.userId).map(({ event }) => event);
    await until(() => told().length >= 4);
    const events = told();
    assert.deepEqual(events.sort(), ['balance:updated', 'balance:updated', 'notification', 'notification']);
  }
});

test('live notifications are on by default where the sandbox stands in for the world, and off elsewhere', async () => {
  for (const isSandbox of [true, false]) {
    const other = await createTestApp({ isSandbox, otherDefaults: {} });
    const [live] = other.settings.list().filter(({ key }) => key === 'liveNotifications');
    assert.deepEqual([live?.value, live?.default], [isSandbox, isSandbox]);
    await other.close();
  }
});
