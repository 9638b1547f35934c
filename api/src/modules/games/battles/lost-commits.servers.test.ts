import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { createCall } from '../../../../test/support/calls.ts';
import { openCommitCutter } from '../../../../test/support/commit-cutter.ts';
import type { Person } from '../../../../test/support/people.ts';
import { holdingsOf, useBattles } from './test-support.ts';

/** Connections break at the commit of the join that starts and ends a battle. */
const world = useBattles();

async function joinWhileCut(lost: 'commit' | 'answer', who: Person, id: string, headers: Record<string, string> = {}) {
  const cutter = await openCommitCutter(world.databaseUrl);
  const behindIt = await createTestApp({ databaseUrl: cutter.url });
  try {
    const call = createCall(behindIt.http);
    await call(who, 'GET', '/auth/me');
    cutter.cut(lost, /insert into battle_rolls/);
    return (await call(who, 'POST', `/battles/${id}/join`, {}, headers)).status;
  } finally {
    await behindIt.close();
    await cutter.close();
  }
}

test('a join whose commit never arrived has done nothing at all', async () => {
  const [ana, bia] = [await world.player(), await world.player()];
  const { id } = (await world.create(ana)).body;
  assert.equal(await joinWhileCut('commit', bia, id), 503);
  assert.deepEqual(await holdingsOf(world.db, bia), { balance: 1_000_000, items: 0 });
  const { body } = await world.get(ana, id);
  assert.deepEqual([body.status, body.seats.length, body.rounds], ['WAITING', 1, []]);
  assert.equal((await world.join(bia, id)).body.status, 'COMPLETED');
});

test('a join whose answer was lost is whole, and who has a key learns of it', async () => {
  const [ana, bia] = [await world.player(), await world.player()];
  const { id } = (await world.create(ana)).body;
  const key = { 'idempotency-key': 'mine' };
  assert.equal(await joinWhileCut('answer', bia, id, key), 503);
  const again = await world.join(bia, id, {}, key);
  assert.deepEqual([again.status, again.replayed, again.body.status], [200, true, 'COMPLETED']);
  assert.equal((await holdingsOf(world.db, bia)).balance, 999_900);
});
