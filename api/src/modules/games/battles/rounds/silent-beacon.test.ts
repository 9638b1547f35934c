import assert from 'node:assert/strict';
import { afterEach, before, test } from 'node:test';
import { ALL_ROUNDS, createTestBeacon } from '../../../../../test/support/beacon.ts';
import { createItem } from '../../../../../test/support/items.ts';
import type { Person } from '../../../../../test/support/people.ts';
import { testSilentBeacon } from '../../../../../test/support/silent-beacon.ts';
import { useApp } from '../../../../../test/support/use-app.ts';
import { fixedClock } from '../../../../platform/clock.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { DAY_MS } from '../../../../platform/durations.ts';
import { startEvent, tableOf } from '../../events/test-support.ts';
import { assertBattlesHold, createBattlesWorld, holdingsOf, recordEvents } from '../test-support.ts';

const clock = fixedClock(new Date());
const beacon = createTestBeacon();
const world = useApp(() => createBattlesWorld({ beacon, clock }));
let observer: Person;
before(async () => {
  observer = await world.player();
});
afterEach(async () => {
  Object.assign(beacon, { published: ALL_ROUNDS, fault: null, onRead: () => undefined });
  await assertBattlesHold(world.db);
});

const sweep = () => world.runJob('sweep-battles');
const finish = (id: string) => world.runJob('finish-battle', { battleId: id }).catch(() => undefined);
let sent: ReturnType<typeof recordEvents>;

const { startInSilence, askInVain } = testSilentBeacon(world, {
  name: 'battle',
  waits: 'IN_PROGRESS',
  title: 'Batalha cancelada',
  clock,
  beacon,
  start: async () => {
    const players = [await world.player(), await world.player()] as const;
    const { id } = (await world.create(players[0], { randomness: 'drand', seatCount: 3 })).body;
    await world.addBots(players[0], id, 1);
    const { body } = await world.join(players[1], id);
    return { id, players, dueMs: Date.parse(body.beacon.dueAt) };
  },
  balances: { before: [1_000_000, 1_000_000], after: [999_900, 999_900] },
  balanceOf: async (player) => (await holdingsOf(world.db, player)).balance,
  sweep,
  reads: 2,
  end: finish,
  refused: undefined,
  read: async (id) => (await world.get(observer, id)).body,
  onCancel: () => {
    sent = recordEvents(world);
  },
  onCancelled: ({ cancelReason, rounds, result, startedAt }) => {
    assert.equal(cancelReason, 'The public beacon was silent for a day');
    assert.deepEqual([rounds, result], [[], null]);
    assert.notEqual(startedAt, null);
    assert.deepEqual(
      sent.map(({ event }) => event),
      ['battle:cancelled'],
    );
  },
});

test('entries earn when the beacon has decided, and those of a cancelled battle have earned nothing', async () => {
  const prize = await createItem(world.db, 5);
  const event = await startEvent(world, { shoots: [tableOf(250, [[prize, 10_000_000]])] });
  const earned = async (player: Person | undefined) => {
    const rows = await world.db.query<{ cents: bigint }>(sql`
      select wagered_cents as cents from event_progress where event_id = ${event.id} and user_id = ${player?.userId}`);
    return Number(rows[0]?.cents ?? 0);
  };
  const cancelled = await startInSilence();
  clock.set(new Date(cancelled.dueMs + DAY_MS));
  await askInVain();
  await sweep();
  assert.equal((await world.get(null, cancelled.id)).body.status, 'CANCELLED');
  assert.equal(await earned(cancelled.players[0]), 0);
  const decided = await startInSilence();
  assert.equal(await earned(decided.players[0]), 0);
  beacon.published = ALL_ROUNDS;
  await finish(decided.id);
  await finish(decided.id);
  assert.deepEqual([await earned(decided.players[0]), await earned(decided.players[1])], [100, 100]);
});
