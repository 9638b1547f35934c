import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectedRoll, hmac } from '../../../../test/support/independent-rolls.ts';
import { createPlayer, type Person } from '../../../../test/support/people.ts';
import { countOfRequests } from '../../../../test/support/recording-app.ts';
import { transaction } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { type Id, toId } from '../../../platform/ids.ts';
import { insertHeld, insertItem, statusesOf } from '../../assets/inventory/test-support.ts';
import { performUpgrade } from './perform-upgrade.ts';
import { accountOf, commitSeed, perform, useUpgradesApp } from './test-support.ts';

const app = useUpgradesApp();

interface Table {
  player: Person;
  ids: Id<'inventoryItem'>[];
  targetItemId: Id<'item'>;
  itemId: Id<'item'>;
}

async function setTable(options: { count?: number; balanceCents?: number } = {}): Promise<Table> {
  const { count = 1, balanceCents = 0 } = options;
  const player = await createPlayer(app.db, balanceCents);
  const itemId = await insertItem(app.db, { valueCents: 4_500 });
  const ids = await insertHeld(app.db, player.userId, itemId, { count });
  return { player, ids, itemId, targetItemId: await insertItem(app.db, { name: 'The target', valueCents: 10_000 }) };
}

test('won: the items are used up, the target is the player’s, and everything is told', async () => {
  const { player, ids, itemId, targetItemId } = await setTable({ balanceCents: 1_000 });
  const threshold = 10_000_000 - 4_050_000 - 90_000;
  const serverSeed = await commitSeed(app.db, player, 1, (seed) => expectedRoll(seed, 'mine', 1) >= threshold);
  const response = await perform(app, player, {
    inventoryItemIds: ids,
    balanceCents: '100',
    targetItemId,
    clientSeed: 'mine',
  });
  assert.equal(response.statusCode, 200, response.body);
  const { id, inputs, target, wonItem, ...rest } = response.json();
  assert.deepEqual(rest, {
    logLeaf: { kind: 'UPGRADES', id },
    status: 'WON',
    isSuccess: true,
    totalValueCents: '4600',
    totalValueFormatted: 'R$ 46,00',
    targetValueCents: '10000',
    targetValueFormatted: 'R$ 100,00',
    edgePercent: '10',
    chancePercent: '41.4',
    successThreshold: threshold,
    itemsValueCents: '4500',
    stakedBalanceCents: '100',
    roll: expectedRoll(serverSeed, 'mine', 1),
    nonce: 1,
    serverSeed,
    serverSeedHash: hmac(serverSeed, ''),
    clientSeed: 'mine',
    clientSeedSource: 'REQUEST',
    balanceCents: '900',
    balanceFormatted: 'R$ 9,00',
  });
  assert.deepEqual(
    inputs.map((input: { inventoryItemId: string; item: { id: string; valueCentsBrl: string } }) => [
      input.inventoryItemId,
      input.item.id,
      input.item.valueCentsBrl,
    ]),
    [[ids[0], itemId, '4500']],
  );
  assert.deepEqual(Object.keys(target), [
    'id',
    'name',
    'imageUrl',
    'rarity',
    'rarityColor',
    'valueCentsBrl',
    'valueFormatted',
  ]);
  assert.deepEqual([target.id, target.name, target.valueFormatted], [targetItemId, 'The target', 'R$ 100,00']);
  assert.deepEqual(wonItem.item, target);
  assert.deepEqual(
    await app.db.query(sql`
      select user_id, item_id, status, acquired_from, source_type, source_id from inventory_items
      where id = ${wonItem.inventoryItemId}`),
    [
      {
        userId: player.userId,
        itemId: targetItemId,
        status: 'AVAILABLE',
        acquiredFrom: 'Upgrade',
        sourceType: 'UPGRADE',
        sourceId: id,
      },
    ],
  );
  assert.deepEqual(await statusesOf(app.db, ids), ['USED_IN_UPGRADE']);
  assert.deepEqual(
    await app.db.query(sql`
      select amount_cents, reason, reference_type, reference_id from transfers
      where user_id = ${player.userId} and type = 'UPGRADE'`),
    [{ amountCents: 100n, reason: 'Upgrade: The target', referenceType: 'UPGRADE', referenceId: id }],
  );
  assert.deepEqual(await accountOf(app.db, player), { balance: '900', nonce: '1', wagered: '4600', upgrades: '1' });
  assert.deepEqual(
    app.sent.filter(({ userId }) => userId === player.userId),
    [
      {
        userId: player.userId,
        event: 'balance:updated',
        payload: { balanceCents: '900', play: { game: 'UPGRADES', ids: [id] } },
      },
    ],
  );
});

test('lost: the items are used up all the same, and nothing is given', async () => {
  const { player, ids, targetItemId } = await setTable({ count: 2 });
  await commitSeed(app.db, player, 1, (seed) => expectedRoll(seed, 'mine', 1) < 10_000_000 - 8_100_000);
  const response = await perform(app, player, { inventoryItemIds: ids, targetItemId, clientSeed: 'mine' });
  const { status, isSuccess, chancePercent, wonItem, balanceCents } = response.json();
  assert.deepEqual([status, isSuccess, chancePercent, wonItem, balanceCents], ['LOST', false, '81', null, '0']);
  assert.deepEqual(await statusesOf(app.db, ids), ['USED_IN_UPGRADE', 'USED_IN_UPGRADE']);
  assert.deepEqual(await accountOf(app.db, player), { balance: '0', nonce: '1', wagered: '9000', upgrades: '1' });
  assert.deepEqual(
    app.sent.filter(({ userId }) => userId === player.userId),
    [],
    'the balance has not changed',
  );
});

test('the roll that is the threshold wins, and the one below it loses', async () => {
  for (const [offset, status] of [
    [0n, 'WON'],
    [-1n, 'LOST'],
  ] as const) {
    const player = await createPlayer(app.db, 0);
    const serverSeed = await commitSeed(app.db, player, 1, (seed) => {
      const threshold = BigInt(expectedRoll(seed, 'c', 1)) - offset;
      return threshold % 10n === 0n && threshold > 1_000_000n && threshold < 10_000_000n;
    });
    const threshold = BigInt(expectedRoll(serverSeed, 'c', 1)) - offset;
    // With no share of the house, items of exactly the chance for a target of 100 percent.
    const itemId = await insertItem(app.db, { valueCents: 10_000_000n - threshold });
    const targetItemId = await insertItem(app.db, { valueCents: 10_000_000 });
    const ids = await insertHeld(app.db, player.userId, itemId);
    await app.db.query(sql`insert into settings (key, value) values ('upgradeEdgePercent', '"0"')`);
    const response = await perform(app, player, { inventoryItemIds: ids, targetItemId, clientSeed: 'c' });
    await app.db.query(sql`delete from settings where key = 'upgradeEdgePercent'`);
    assert.deepEqual([response.json().status, response.json().successThreshold], [status, Number(threshold)]);
  }
});

test('a hash that was asked for before is the one of the seed that is used', async () => {
  const { player, ids, targetItemId } = await setTable();
  const asked = (await app.http.inject({ url: '/api/provably-fair/commitments', headers: player.headers })).json();
  const { serverSeed, serverSeedHash, nonce } = (
    await perform(app, player, { inventoryItemIds: ids, targetItemId })
  ).json();
  assert.deepEqual([{ nonce, serverSeedHash }], asked.commitments);
  assert.equal(hmac(serverSeed, ''), serverSeedHash);
});

test('the client seed is that of the request, else that of the user, else a random one', async () => {
  const { player, ids, targetItemId } = await setTable({ count: 3 });
  const seedOf = async (index: number, more: object = {}) =>
    (await perform(app, player, { inventoryItemIds: [ids[index]], targetItemId, ...more })).json().clientSeed;
  assert.match(await seedOf(0), /^[0-9a-f]{64}$/);
  await app.db.query(sql`update users set client_seed = 'of the user' where id = ${player.userId}`);
  assert.equal(await seedOf(1), 'of the user');
  assert.equal(await seedOf(2, { clientSeed: 'açaí 🍀' }), 'açaí 🍀');
});

test('six items are staked by a number of statements that is that of one', async () => {
  const { player, ids, targetItemId } = await setTable({ count: 8, balanceCents: 1_000 });
  const dear = await insertItem(app.db, { valueCents: 100_000 });
  const statementsOf = async (nonce: number, wins: boolean, payload: object) => {
    const threshold = 7_000_000;
    const wanted = (roll: number) => (wins ? roll > 9_900_000 : roll < threshold);
    await commitSeed(app.db, player, nonce, (seed) => wanted(expectedRoll(seed, 'c', nonce)));
    app.statements.length = 0;
    const { status } = (await perform(app, player, { targetItemId: dear, clientSeed: 'c', ...payload })).json();
    assert.equal(status, wins ? 'WON' : 'LOST');
    return countOfRequests(app);
  };
  // Fills the pool with connections.
  await perform(app, player, { inventoryItemIds: [ids[7]], targetItemId });
  const one = await statementsOf(2, false, { inventoryItemIds: [ids[0]] });
  const six = await statementsOf(3, true, { inventoryItemIds: ids.slice(1, 7), balanceCents: '1000' });
  // These are begin; lock, find, move, setting, id; charge; seed, item id, earn; move, write; commit. A win adds its
  // item.
  assert.deepEqual([one, six], [13, 14]);
});

test('with an Idempotency-Key a repeat gets the first answer, byte for byte, and plays nothing', async () => {
  const { player, ids, targetItemId } = await setTable({ count: 2, balanceCents: 1_000 });
  const keyed = (key: string, payload: object) =>
    perform(app, player, { targetItemId, balanceCents: '10', ...payload }, { 'idempotency-key': key });
  const first = await keyed('a', { inventoryItemIds: [ids[0]] });
  assert.equal(first.statusCode, 200, first.body);
  const state = await accountOf(app.db, player);
  const again = await keyed('a', { inventoryItemIds: [ids[0]] });
  assert.equal(again.body, first.body);
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.equal((await keyed('a', { inventoryItemIds: [ids[1]] })).statusCode, 422);
  assert.deepEqual(await accountOf(app.db, player), state);
  assert.deepEqual(await statusesOf(app.db, ids), ['USED_IN_UPGRADE', 'AVAILABLE']);
  assert.equal(app.sent.filter(({ userId }) => userId === player.userId).length, 1);
});

test('the values are those of the moment of the upgrade', async () => {
  const { player, ids, itemId, targetItemId } = await setTable();
  await app.db.query(sql`update items set value_cents_brl = value_cents_brl * 2 where id = ${targetItemId}`);
  await app.db.query(sql`update items set value_cents_brl = 1000 where id = ${itemId}`);
  const { totalValueCents, targetValueCents, chancePercent } = (
    await perform(app, player, { inventoryItemIds: ids, targetItemId })
  ).json();
  assert.deepEqual([totalValueCents, targetValueCents, chancePercent], ['1000', '20000', '4.5']);
});

test('the share of the house is a setting, and a chance is at most 90 percent', async () => {
  const { player, ids, targetItemId } = await setTable({ count: 4, balanceCents: 900 });
  const change = (value: unknown) =>
    transaction(app.db, (tx) => app.settings.change(tx, { upgradeEdgePercent: value }));
  const play = async (inventoryItemIds: readonly string[], more: object = {}) => {
    const { edgePercent, chancePercent } = (
      await perform(app, player, { inventoryItemIds, targetItemId, ...more })
    ).json();
    return [edgePercent, chancePercent];
  };
  await change(7.25);
  assert.deepEqual(await play(ids.slice(0, 1)), ['7.25', '41.7375']);
  await change('0');
  assert.deepEqual(await play(ids.slice(1, 3), { balanceCents: '900' }), ['0', '90']);
  await assert.rejects(change(99.5), { status: 400 });
  await change('10.0');
  assert.deepEqual(await play(ids.slice(3)), ['10', '40.5']);
});

test('a stake earns its items and its balance, in the transaction that charges it', async () => {
  const { player, ids, targetItemId } = await setTable({ balanceCents: 700 });
  const command = {
    userId: player.userId,
    inventoryItemIds: ids,
    balanceCents: 300n,
    targetItemId: toId<'item'>(targetItemId),
    clientSeed: null,
    minChanceUnits: null,
  };
  const state = await accountOf(app.db, player);
  const failing = {
    ...app.upgrades,
    earn: async () => {
      throw new Error('no event today');
    },
  };
  await assert.rejects(performUpgrade(failing, command, null), /no event today/);
  assert.deepEqual(await accountOf(app.db, player), state);
  assert.deepEqual(await statusesOf(app.db, ids), ['AVAILABLE']);
  const seen: unknown[] = [];
  const earn: typeof app.upgrades.earn = async (tx, stakes) => {
    const wagered = await tx.query(sql`select wagered_cents as wagered from accounts where user_id = ${player.userId}`);
    seen.push(
      stakes.map(({ userId, stakeCents }) => ({ userId, stakeCents })),
      wagered,
    );
  };
  await performUpgrade({ ...app.upgrades, earn }, command, null);
  assert.deepEqual(seen, [[{ userId: player.userId, stakeCents: 4_800n }], [{ wagered: '4800' }]]);
});

test('upgrades are append-only', async () => {
  const { player, ids, targetItemId } = await setTable();
  const { id } = (await perform(app, player, { inventoryItemIds: ids, targetItemId })).json();
  await assert.rejects(app.db.query(sql`update upgrades set roll = 1 where id = ${id}`), /append-only/);
  await assert.rejects(app.db.query(sql`delete from upgrade_inputs where upgrade_id = ${id}`), /append-only/);
});
