import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { decidingRound } from '@lisura/fairness';
import { createTestApp } from '../../../../../test/support/app.ts';
import { beaconRandomness, beaconSignature, createTestBeacon, TEST_CHAIN } from '../../../../../test/support/beacon.ts';
import { refusal } from '../../../../../test/support/calls.ts';
import { expectedRoll } from '../../../../../test/support/independent-rolls.ts';
import { createPlayer } from '../../../../../test/support/people.ts';
import { buildApp } from '../../../../app/app.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { createRaffleCalls, endTime, sha256, useRaffles } from '../test-support.ts';

const beacon = createTestBeacon();
const app = useRaffles(() => createTestApp({ beacon }));
afterEach(() => Object.assign(beacon, { published: Number.MAX_SAFE_INTEGER, fault: null }));

async function sellOut() {
  const { id } = await app.calls.create({ maxTickets: 5, randomness: 'drand' });
  for (const quantity of [2, 3]) {
    const { status, text } = await app.calls.buy(await createPlayer(app.db, 1_000), id, quantity);
    assert.equal(status, 200, text);
  }
  assert.equal((await app.calls.get(id)).body.beacon, null);
  await app.calls.runJob('fix-ticket-list', id);
  const { body } = await app.calls.get(id);
  return { id, round: body.beacon.round as number, body };
}

test('the round follows from the close of the sales, and is still to come', async () => {
  const { id: onSale } = await app.calls.create();
  const { body: before } = await app.calls.get(onSale);
  assert.deepEqual([before.randomness, before.beacon, before.clientSeed], ['drand', null, null]);
  const { round, body } = await sellOut();
  assert.equal(body.status, 'DRAWING');
  const { dueAt, ...named } = body.beacon;
  assert.deepEqual(named, { round, randomness: null, signature: null, chain: null });
  assert.ok(Date.parse(dueAt) - Date.parse(body.closedAt) >= 30_000);
  assert.equal(round, decidingRound(TEST_CHAIN, new Date(body.closedAt), body.beaconDelaySeconds));
  const entries = await app.db.query<{ round: number }>(sql`
    select (metadata ->> 'beaconRound')::int as round from audit_entries
    where action = 'RAFFLE_ROUND_NAMED' and entity_id = ${body.id}`);
  assert.deepEqual(entries, [{ round }]);
});

test('before its round is there a raffle is not drawn, and then by what the round says', async () => {
  const { id, round } = await sellOut();
  beacon.published = round - 1;
  const key = { 'idempotency-key': 'draw' };
  assert.deepEqual(refusal(await app.calls.draw(id, key)), [
    409,
    `Round ${round} of the public randomness is not published yet: draw again in a moment`,
  ]);
  beacon.published = round;
  const { status, body } = await app.calls.draw(id, key);
  assert.equal(status, 200);
  const randomness = beaconRandomness(round);
  const { dueAt: _dueAt, ...told } = body.beacon;
  assert.deepEqual(told, { round, randomness, signature: beaconSignature(round), chain: TEST_CHAIN });
  assert.equal(body.clientSeed, randomness);
  assert.equal(body.ticketListHash, sha256((await app.calls.tickets(id)).text));
  const [prize] = body.prizes;
  assert.equal(prize.roll, expectedRoll(prize.serverSeed, randomness, 1, 5));
  assert.equal(prize.winningTicket, (prize.roll % 5) + 1);
});

test('a source that cannot be read delays the draw, and decides nothing', async () => {
  const { id } = await sellOut();
  beacon.fault = new Error('the signature of round 1 is wrong');
  assert.deepEqual(refusal(await app.calls.draw(id)), [
    503,
    'The public randomness cannot be read at present: draw again later',
  ]);
  assert.equal((await app.calls.get(id)).body.status, 'DRAWING');
  beacon.fault = null;
  assert.equal((await app.calls.draw(id)).status, 200);
});

test('a raffle that nobody has bought of waits for no round', async () => {
  const { id } = await app.calls.create({ randomness: 'drand' });
  beacon.fault = new Error('asked');
  await app.calls.act(id, 'close');
  const { status, body } = await app.calls.draw(id);
  assert.deepEqual([status, body.beacon, body.clientSeed], [200, null, null]);
});

test('where no source is configured when the list is fixed, a round is named by the first draw after', async (t) => {
  const { id } = await app.calls.create({ randomness: 'drand' });
  await app.calls.buy(await createPlayer(app.db, 1_000), id, 2);
  const without = await buildApp({ ...app.deps, beacon: null });
  t.after(() => without.close());
  await endTime(app.db, id);
  const otherCalls = await createRaffleCalls({ ...app, ...without, close: () => without.close() });
  assert.equal((await otherCalls.act(id, 'close')).status, 200);
  assert.deepEqual(refusal(await otherCalls.draw(id)), [
    409,
    'This raffle needs public randomness, and no source of it is configured at present',
  ]);
  beacon.published = 0;
  const waiting = refusal(await app.calls.draw(id));
  const { round } = (await app.calls.get(id)).body.beacon;
  assert.deepEqual(waiting, [
    409,
    `Round ${round} of the public randomness is not published yet: draw again in a moment`,
  ]);
  beacon.published = round;
  const { body } = await app.calls.draw(id);
  assert.deepEqual([body.status, body.beacon.round], ['COMPLETED', round]);
});
