import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { expectedRoll } from '../../../../test/support/independent-rolls.ts';
import { createPlayer } from '../../../../test/support/people.ts';
import { sql } from '../../../platform/database/sql.ts';
import { insertHeld, insertItem } from '../../assets/inventory/test-support.ts';
import { assertUpgradesHold, commitSeed, createUpgradesApp, perform, post, type UpgradesApp } from './test-support.ts';

let app: UpgradesApp;
before(async () => {
  app = await createUpgradesApp();
});
after(async () => {
  await assertUpgradesHold(app.db);
  await app.close();
});

/** Wins an upgrade of two items, so many of which are restricted, and gives what was won. */
async function win(restricted: number) {
  const player = await createPlayer(app.db, 0);
  const ids = await insertHeld(app.db, player.userId, await insertItem(app.db, { valueCents: 4_500 }), { count: 2 });
  const kept = ids.slice(ids.length - restricted);
  await app.db.query(sql`update inventory_items set restricted_to_games = true where id = any(${kept}::bigint[])`);
  const targetItemId = await insertItem(app.db, { valueCents: 10_000 });
  await commitSeed(app.db, player, 1, (seed) => expectedRoll(seed, 'mine', 1) >= 9_000_000);
  const response = await perform(app, player, { inventoryItemIds: ids, targetItemId, clientSeed: 'mine' });
  const { status, wonItem } = response.json();
  assert.equal(status, 'WON', response.body);
  return { player, wonId: wonItem.inventoryItemId as string };
}

test('what is won with a restricted item among the stakes is restricted, and leaves the platform by no swap', async () => {
  for (const restricted of [1, 2]) {
    const { player, wonId } = await win(restricted);
    const offered = await post(app, '/swap', player, { inventoryItemIds: [wonId] });
    assert.deepEqual(
      [offered.statusCode, offered.json().message],
      [400, 'Item restrito aos jogos da plataforma.'],
      `${restricted} restricted`,
    );
    const again = await perform(app, player, {
      inventoryItemIds: [wonId],
      targetItemId: await insertItem(app.db, { valueCents: 100_000 }),
    });
    assert.equal(again.statusCode, 200, 'it can be played on');
  }
});

test('what is won with free items alone is free', async () => {
  const { player, wonId } = await win(0);
  assert.equal((await post(app, '/swap', player, { inventoryItemIds: [wonId] })).statusCode, 201);
});
