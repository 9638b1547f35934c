import assert from 'node:assert/strict';
import { type Sql, sql } from '../../../src/platform/database/sql.ts';
import { setMarket } from '../../support/purchases.ts';
import { barFaults, endItem, withStatus } from './model.ts';
import { calmMarket, disturbMarket, purchaseOf } from './outside.ts';
import type { Step } from './plays.ts';
import { setStatus } from './swaps.ts';
import { type Actor, ask, nowMs, runJob, stockMarket, type World } from './world.ts';

const SETTLE_MS = 130_000;
const MOST_LOOKS = 20;

const isForSale = ({ catalogue }: World, { model }: Actor) => {
  const ids = new Set(catalogue.byMarketName.values());
  return (id: string) => ids.has(model.items.get(id)?.itemId ?? '');
};

/** An item is bought for its owner once: whatever fails meanwhile, the marketplace knows whether it was. */
export const withdrawItem: Step = async (world, actor) => {
  const { chance, app } = world;
  const { model, person } = actor;
  const candidates = withStatus(model, 'AVAILABLE').filter(isForSale(world, actor));
  if (candidates.length === 0) return null;
  const itemId = chance.pick(candidates);
  await stockMarket(world.sandbox);
  // The item may have been on its way before, and have come back.
  const before = await newestOf(app, sql`market_withdrawals`);
  const isDisturbed = await disturbMarket(world);
  const reply = await ask(world, person, ['POST', `/inventory/${itemId}/withdraw`], { isOutside: true });
  if (isDisturbed) await calmMarket(world);
  const stored = await settled(world, () =>
    app.db.query<Stored>(sql`
      select id, project_id, status from market_withdrawals
      where inventory_item_id = ${itemId} and id > ${before} order by id desc limit 1`),
  );
  // Nothing was written: the request was given up before.
  if (stored === null) {
    assert.ok(reply.status >= 500 || !reply.body.success, `nothing is known of a withdrawal: ${reply.text}`);
    return [actor];
  }
  const { id, projectId, status } = stored;
  if ((await purchaseOf(world, projectId)) === null) assert.equal(status, 'FAILED', 'nothing was bought');
  else {
    assert.equal(status, 'WAITING_SELLER', 'it was bought');
    setStatus(actor, [itemId], 'LOCKED');
    world.deliveries.set(id, { id, owner: actor, itemIds: [itemId], projectId });
  }
  return [actor];
};

async function newestOf({ db }: World['app'], table: Sql): Promise<string> {
  const [newest] = await db.query<{ id: string }>(sql`select coalesce(max(id), 0)::text as id from ${table}`);
  return newest?.id ?? '0';
}

interface Stored {
  id: string;
  projectId: string;
  status: string;
}

/** A job looks for outside requests without an answer, as often as it takes. */
async function settled(world: World, read: () => Promise<Stored[]>): Promise<Stored | null> {
  for (let looks = 0; ; looks += 1) {
    const [stored] = await read();
    if (stored === undefined) return null;
    if (stored.status !== 'PENDING') return stored;
    assert.ok(looks < MOST_LOOKS, `an order stays open though the marketplace answers: ${JSON.stringify(stored)}`);
    world.clock.advance(SETTLE_MS);
    await runJob(world, 'settle-orders', {}, true);
  }
}

/** The trade goes on outside, and the owner looks. */
export const followDelivery: Step = async (world) => {
  const { chance, deliveries, sandbox } = world;
  if (deliveries.size === 0) return null;
  const { id, owner, itemIds, projectId } = chance.pick([...deliveries.values()]);
  const before = await purchaseOf(world, projectId);
  if (!isOver(before)) {
    const ends = ['accepted', 'accepted', 'failed'];
    await setMarket(sandbox, {
      move: { projectId, to: chance.pick(before?.step === 'sent' ? ends : ['sent', ...ends]) },
    });
  }
  const reply = await ask(world, owner.person, ['POST', `/inventory/withdrawals/${id}/refresh`]);
  assert.ok(reply.status < 300, reply.text);
  const purchase = await purchaseOf(world, projectId);
  if (purchase?.status === 6) setStatus(owner, itemIds, 'AVAILABLE');
  else if (isOver(purchase)) for (const itemId of itemIds) endItem(owner.model, itemId, 'WITHDRAWN');
  if (isOver(purchase)) deliveries.delete(id);
  return [owner];
};

const isOver = (purchase: Awaited<ReturnType<typeof purchaseOf>>) =>
  purchase !== null && (purchase.status >= 5 || purchase.step === 'accepted');

const TARGET_CENTS = 600;

/** Items are given for one that is bought for the house, and their surplus is credited. */
export const swapWithSite: Step = async (world, actor) => {
  const { chance, catalogue, app } = world;
  const { model, person } = actor;
  const available = withStatus(model, 'AVAILABLE');
  if (available.length === 0) return null;
  const start = chance.below(available.length);
  const inventoryItemIds = available.slice(start, start + chance.between(1, 4));
  const target = chance.pick([...catalogue.byMarketName.keys()]);
  const cents = inventoryItemIds.reduce(
    (sum, id) => sum + (catalogue.values.get(model.items.get(id)?.itemId ?? '') ?? 0),
    0,
  );
  const faults = [...barFaults(model, nowMs(world)), ...(cents < TARGET_CENTS ? ['SWAP_TARGET_TOO_DEAR'] : [])];
  await stockMarket(world.sandbox);
  const before = await newestOf(app, sql`site_swaps`);
  const isDisturbed = await disturbMarket(world);
  const body = { inventoryItemIds, targetMarketHashName: target };
  const reply = await ask(world, person, ['POST', '/swap/site', body], { isOutside: true });
  if (isDisturbed) await calmMarket(world);
  const stored = await settled(world, () =>
    app.db.query<Stored>(sql`
      select id, project_id, status from site_swaps where id > ${before} order by id desc limit 1`),
  );
  if (stored === null) {
    const isRefused = faults.length > 0 && faults.includes(reply.body.code);
    assert.ok(isRefused || reply.status >= 500, `nothing is known of a site swap: ${reply.text}`);
    return [actor];
  }
  assert.deepEqual(faults, [], 'a site swap should have been refused');
  const isBought = (await purchaseOf(world, stored.projectId)) !== null;
  assert.equal(stored.status, isBought ? 'COMPLETED' : 'FAILED', 'the marketplace says otherwise');
  if (!isBought) return [actor];
  for (const id of inventoryItemIds) endItem(model, id, 'SOLD');
  model.balance += cents - TARGET_CENTS;
  model.arriving.push(catalogue.byMarketName.get(target) ?? '');
  return [actor];
};
