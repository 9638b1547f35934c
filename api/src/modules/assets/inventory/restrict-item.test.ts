import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { createCall, faultFields, refusal } from '../../../../test/support/calls.ts';
import { createAdmin, type Person } from '../../../../test/support/people.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { sql } from '../../../platform/database/sql.ts';
import { personWithItems } from './test-support.ts';

const app = useApp(createTestApp);
let admin: Person;
before(async () => {
  admin = await createAdmin(app.db);
});

test('an administrator keeps an item for the games and lets it out again, each once on the trail', async () => {
  const call = createCall(app.http);
  const { person, ids, itemId } = await personWithItems(app.db, 1, { name: 'Kept' });
  const [id = ''] = ids;
  const restrict = (restricted: unknown, asked = id, who = admin) =>
    call(who, 'PUT', `/admin/inventory/${asked}/restricted`, { restricted });
  const expected = { id, userId: person.userId, itemId, itemName: 'Kept', status: 'AVAILABLE' };
  assert.deepEqual((await restrict(true)).body, { ...expected, restrictedToGames: true });
  assert.deepEqual((await restrict(true)).body, { ...expected, restrictedToGames: true });
  const swap = () => call(person, 'POST', '/swap', { inventoryItemIds: [id] });
  const withdraw = () => call(person, 'POST', `/inventory/${id}/withdraw`);
  assert.deepEqual(refusal(await swap()), [400, 'Item restrito aos jogos da plataforma.']);
  assert.deepEqual(refusal(await withdraw()), [400, 'Item restrito aos jogos da plataforma.']);
  assert.deepEqual((await restrict(false)).body, { ...expected, restrictedToGames: false });
  assert.equal((await swap()).status, 201);
  const entries = await app.db.query(sql`
    select user_id, metadata from audit_entries
    where action = 'INVENTORY_ITEM_RESTRICTED' and entity_id = ${id} and actor_id = ${admin.userId} order by id`);
  assert.deepEqual(
    entries,
    [true, false].map((restricted) => ({ userId: person.userId, metadata: { restricted } })),
  );
  assert.deepEqual(refusal(await restrict(true, '999999999')), [404, 'Inventory item not found']);
  assert.deepEqual(faultFields(await restrict('perhaps')), ['restricted']);
  assert.equal((await restrict(true, id, person)).status, 403);
});
