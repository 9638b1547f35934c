import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { battleFrom, verifyBattle } from '@lisura/fairness';
import { ALL_ROUNDS, createTestBeacon } from '../../../../test/support/beacon.ts';
import { assertBattlesHold, type BattlesWorld, createBattlesWorld, holdingsOf, setPrice } from './test-support.ts';

const beacon = createTestBeacon();
let world: BattlesWorld;
before(async () => {
  world = await createBattlesWorld({ beacon });
});
after(async () => {
  try {
    await assertBattlesHold(world.db);
  } finally {
    await world.close();
  }
});

/** As it was before battles were bound at their creation, and then the migration. */
async function migrateAnew(): Promise<void> {
  await world.db.pool.query(
    `
    create table battle_values (battle_id bigint, item_id bigint, value_cents bigint);
    insert into battle_values select distinct battle_id, key::bigint, value::bigint
    from battle_version_values join battles on battles.id = battle_id and beacon_round is not null
    cross join lateral jsonb_each_text(item_values);
    drop table battle_version_values;
    alter table commitment_runs disable trigger user;
    delete from commitment_runs where stream like 'battle:%:bot:%';
    alter table commitment_runs enable trigger user;
    alter table audit_entries disable trigger user;
    delete from audit_entries where metadata ->> 'stream' like 'battle:%:bot:%';
    alter table audit_entries enable trigger user;
    alter table battles drop column rules;
    alter table battle_seats drop column is_account_seed;
    alter table battle_rolls drop constraint battle_rolls_client_seed_source,
      add constraint battle_rolls_client_seed_source_check check (true)`,
  );
  const migration = new URL('../../../../migrations/0086_battles_bound_at_creation.sql', import.meta.url);
  await world.db.pool.query(await readFile(migration, 'utf8'));
}

test('battles from before are shown and ended as they were, and those that waited are paid back', async () => {
  const [ana, bia, carla] = [await world.player(), await world.player(), await world.player()];
  const seeded = { clientSeed: 'mine' };
  const over = (await world.create(ana, seeded)).body.id;
  const ended = (await world.join(bia, over, seeded)).body;
  const byBeacon = (await world.create(ana, { randomness: 'drand' })).body.id;
  await world.join(bia, byBeacon);
  const waiting = (await world.create(ana, { seatCount: 3 })).body.id;
  await migrateAnew();

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
