import assert from 'node:assert/strict';
import { test } from 'node:test';
import { battleFrom, verifyBattle } from '@lisura/fairness';
import { ALL_ROUNDS, createTestBeacon } from '../../../../test/support/beacon.ts';
import { holdingsOf, setPrice, useBattles } from './test-support.ts';

const beacon = createTestBeacon();
const world = useBattles({ beacon });

/** All battles follow the rules 1: no values or bots were bound at their creation, and those that wait are called off. */
const followEarlierRules = () =>
  world.db.pool.query(`
    alter table battle_version_values disable trigger user;
    delete from battle_version_values using battles where battles.id = battle_id and beacon_round is null;
    alter table battle_version_values enable trigger user;
    alter table commitment_runs disable trigger user;
    delete from commitment_runs where stream like 'battle:%:bot:%';
    alter table commitment_runs enable trigger user;
    alter table audit_entries disable trigger user;
    delete from audit_entries where metadata ->> 'stream' like 'battle:%:bot:%';
    alter table audit_entries enable trigger user;
    alter table battles disable trigger user;
    update battles set rules = 1, expires_at = case status when 'WAITING' then least(expires_at, now()) else expires_at end;
    alter table battles enable trigger user`);

test('battles from before are shown and ended as they were, and those that waited are paid back', async () => {
  const [ana, bia, carla] = [await world.player(), await world.player(), await world.player()];
  const seeded = { clientSeed: 'mine' };
  const over = (await world.create(ana, seeded)).body.id;
  const ended = (await world.join(bia, over, seeded)).body;
  const byBeacon = (await world.create(ana, { randomness: 'drand' })).body.id;
  await world.join(bia, byBeacon);
  const waiting = (await world.create(ana, { seatCount: 3 })).body.id;
  await followEarlierRules();

  const { body: old } = await world.get(null, over);
  assert.deepEqual([old.botSeats, old.result, old.rounds], [null, ended.result, ended.rounds]);
  assert.equal(old.versions[0].items[0].valueCents, null);
  const { valid, notes, unchecked } = verifyBattle(battleFrom(old), null);
  assert.deepEqual([valid, unchecked], [true, []]);
  assert.ok(notes.some((note) => note.startsWith('This battle is from before the values that decide were public')));

  assert.equal((await world.join(carla, waiting)).body.code, 'BATTLE_EXPIRED');
  assert.equal((await world.addBots(ana, waiting, 2)).body.code, 'BATTLE_EXPIRED');
  const paid = (await holdingsOf(world.db, ana)).balance;
  await world.runJob('sweep-battles');
  assert.equal((await world.get(ana, waiting)).body.status, 'CANCELLED');
  assert.equal((await holdingsOf(world.db, ana)).balance, paid + 100);

  await setPrice(world.db, world.box.itemIds, 77);
  beacon.published = ALL_ROUNDS;
  await world.runJob('finish-battle', { battleId: byBeacon });
  const decided = (await world.get(null, byBeacon)).body;
  assert.equal(decided.status, 'COMPLETED');
  for (const { valueCents } of decided.rounds[0].rolls) assert.ok(['10', '20', '30', '40'].includes(valueCents));
  await setPrice(world.db, world.box.itemIds, 10);

  const next = (await world.create(ana)).body;
  assert.equal(next.botSeats.length, 1);
  assert.equal((await world.join(bia, next.id)).body.status, 'COMPLETED');
});
