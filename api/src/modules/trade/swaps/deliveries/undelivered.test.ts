import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createCall } from '../../../../../test/support/calls.ts';
import { createAdmin, type Person } from '../../../../../test/support/people.ts';
import { fixedClock } from '../../../../platform/clock.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { silentLogger as logger } from '../../../../platform/observability/logger.ts';
import { PRICE_CENTS, PRICE_COINS, useSiteApp } from '../site/test-support.ts';
import { followTrades } from './follow-trades.ts';

const app = useSiteApp();
let admin: Person;
let gone: Swapped;
let takenBack: Swapped;
let silent: Swapped;
let delivered: Swapped;
before(async () => {
  admin = await createAdmin(app.db);
  await app.stock(...Array(8).fill(PRICE_COINS));
  [gone, takenBack, silent, delivered] = [await swapped(), await swapped(), await swapped(), await swapped()];
  await call(gone.person, 'DELETE', `/inventory/${gone.receivedId}/sell`);
  for (const { move } of [gone, takenBack]) await move('failed');
  await delivered.move('completed');
  await follow();
  await follow(9);
});

const call = (...args: Parameters<ReturnType<typeof createCall>>) => createCall(app.http)(...args);
const follow = (days = 0) =>
  followTrades({
    db: app.db,
    logger,
    marketplace: app.marketplace,
    push: app.realtime,
    notifyUser: () => undefined,
    clock: fixedClock(new Date(app.clock.now().getTime() + days * 24 * 3_600_000)),
  });

type Swapped = Awaited<ReturnType<typeof swapped>>;
async function swapped() {
  const { person, ids } = await app.owner(PRICE_CENTS);
  const { body, text } = await app.swap(person, ids);
  assert.equal(body.success, true, text);
  const [row] = await app.db.query<{ projectId: string }>(sql`
    select project_id from site_swaps where id = ${body.swapId}`);
  const move = (to: string) => app.market({ move: { projectId: row?.projectId, to } });
  return { person, id: body.swapId as string, receivedId: body.receivedInventoryItemId as string, move };
}

const listed = async (query = '') => {
  const { status, body, text } = await app.get(admin, `/admin/site-swaps/undelivered${query}`);
  assert.equal(status, 200, text);
  return body as { data: Record<string, unknown>[]; meta: { total: number } };
};
const idsOf = async (query = '') => (await listed(query)).data.map(({ id }) => id);

test('lists what never arrived, the newest first, with what is to be known for a decision', async () => {
  const { data, meta } = await listed();
  assert.deepEqual([data.map(({ id }) => id), meta.total], [[silent.id, takenBack.id, gone.id], 3]);
  assert.deepEqual(
    data.map(({ outcome, isTakeable, resolution, refundCents }) => [outcome, isTakeable, resolution, refundCents]),
    [
      ['NEVER_ENDED', true, null, null],
      ['CAME_TO_NOTHING', false, 'TAKEN_BACK', String(PRICE_CENTS)],
      ['CAME_TO_NOTHING', false, null, null],
    ],
  );
  const { userId, receivedInventoryItemId, costCents, paidCoins } = data[2] ?? {};
  assert.deepEqual(
    [userId, receivedInventoryItemId, costCents, paidCoins],
    [gone.person.userId, gone.receivedId, String(PRICE_CENTS), PRICE_COINS],
  );
});

test('filters, and walks on from the last entry seen', async () => {
  assert.deepEqual(await idsOf('?needsDecision=true'), [silent.id, gone.id]);
  assert.deepEqual(await idsOf('?needsDecision=false'), [takenBack.id]);
  assert.deepEqual(await idsOf('?outcome=NEVER_ENDED'), [silent.id]);
  assert.deepEqual(await idsOf(`?userId=${gone.person.userId}`), [gone.id]);
  assert.deepEqual(await idsOf(`?userId=${delivered.person.userId}`), []);
  assert.deepEqual(await idsOf(`?needsDecision=true&limit=1&before=${silent.id}`), [gone.id]);
  assert.deepEqual(await idsOf('?limit=1&page=2'), [takenBack.id]);
  for (const wrong of ['outcome=DELIVERED', 'needsDecision=perhaps', 'userId=x', 'before=x']) {
    assert.equal((await app.get(admin, `/admin/site-swaps/undelivered?${wrong}`)).status, 400, wrong);
  }
});

test('the alert leads to the list, and what is decided leaves it', async () => {
  const [alert] = await app.db.query<{ message: string }>(sql`
    select message from alerts where kind = 'SITE_SWAP_NOT_DELIVERED' and key = ${gone.id}`);
  const [path] = /\/admin\/site-swaps\/undelivered\S*/.exec(alert?.message ?? '') ?? [];
  assert.deepEqual(
    (await app.get(admin, (path ?? assert.fail()).replace(/\.$/, ''))).body.data.map(({ id }: { id: string }) => id),
    [silent.id, gone.id],
  );
  const decision = { resolution: 'LEFT', reason: 'Paid back, and sold by the user' };
  assert.equal((await call(admin, 'POST', `/admin/site-swaps/${gone.id}/decide`, decision)).status, 200);
  assert.deepEqual(await idsOf('?needsDecision=true'), [silent.id]);
  const [entry] = (await listed(`?userId=${gone.person.userId}`)).data;
  assert.deepEqual(
    [entry?.resolution, entry?.refundCents, entry?.decidedBy, entry?.decisionReason],
    ['LEFT', '0', admin.userId, decision.reason],
  );
});

test('is for administrators', async () => {
  assert.equal((await app.get(gone.person, '/admin/site-swaps/undelivered')).status, 403);
  assert.equal((await app.get(null, '/admin/site-swaps/undelivered')).status, 401);
});
