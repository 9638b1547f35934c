import assert from 'node:assert/strict';
import { expectedRoll } from '../../support/independent-rolls.ts';
import { countWon, endItem, type Player, stakeFaults, takeStake, ticketsOf, withStatus } from './model.ts';
import { type Actor, ask, isDone, nowMs, type World } from './world.ts';

/** A step names its user; null where it is impossible now. */
export type Step = (world: World, actor: Actor) => Promise<Actor[] | null>;

interface Rolled {
  serverSeed: string;
  clientSeed: string;
  nonce: number;
  roll: number;
}

function assertRolled({ serverSeed, clientSeed, nonce, roll }: Rolled): void {
  assert.equal(roll, expectedRoll(serverSeed, clientSeed, nonce), 'a roll does not follow from its seeds');
}

export const openCases: Step = async (world, actor) => {
  const { chance, catalogue } = world;
  const { person, model } = actor;
  const { id, cents, ranges, hasFlip } = chance.pick(catalogue.cases);
  const quantity = chance.happens(0.7) ? 1 : chance.between(2, 5);
  const faults = stakeFaults(model, cents * quantity, 0, nowMs(world));
  const reply = await ask(world, person, ['POST', `/cases/${id}/open`, { quantity }]);
  if (!isDone(reply, faults, 'an opening')) return [actor];
  takeStake(model, cents * quantity, 0, nowMs(world));
  model.wagered += cents * quantity;
  assert.equal(reply.body.openings.length, quantity);
  for (const opening of reply.body.openings) {
    assertRolled(opening);
    const itemId: string = opening.item.id;
    const held = ranges.find(({ first, last }) => first <= opening.roll && opening.roll <= last)?.itemId;
    if (hasFlip) assert.ok(ranges.some((range) => range.itemId === itemId));
    else assert.equal(itemId, held, 'a roll gives another item');
    give(world, model, opening.inventoryItemId, itemId);
    countWon(model, catalogue.values.get(itemId) ?? 0, nowMs(world));
  }
  assert.equal(Number(reply.body.balanceCents), model.balance);
  return [actor];
};

function give({ catalogue }: World, model: Player, id: string, itemId: string): void {
  assert.ok(catalogue.values.has(itemId), `item ${itemId} is none of the catalogue`);
  assert.ok(!model.items.has(id), `item ${id} was given before`);
  model.items.set(id, { itemId, status: 'AVAILABLE' });
}

const worthOf = ({ catalogue }: World, model: Player, ids: readonly string[]): number =>
  ids.reduce((sum, id) => sum + (catalogue.values.get(model.items.get(id)?.itemId ?? '') ?? 0), 0);

/** Now and then one of the items cannot be used or belongs to another player. */
function chooseItems(world: World, { model }: Actor, most: number): { ids: string[]; faults: string[] } | null {
  const { chance, actors } = world;
  const available = withStatus(model, 'AVAILABLE');
  const held = [...withStatus(model, 'LOCKED'), ...withStatus(model, 'IN_SWAP')];
  if (chance.happens(0.05) && held.length > 0) return { ids: [chance.pick(held)], faults: ['ITEM_NOT_AVAILABLE'] };
  const others = actors
    .filter((other) => other.model !== model)
    .flatMap((other) => withStatus(other.model, 'AVAILABLE'));
  if (chance.happens(0.04) && others.length > 0)
    return { ids: [chance.pick(others)], faults: ['ITEM_OF_ANOTHER_USER', 'INVENTORY_ITEM_NOT_FOUND'] };
  if (available.length === 0) return null;
  const start = chance.below(available.length);
  return {
    ids: [...available.slice(start), ...available.slice(0, start)].slice(0, chance.between(1, most)),
    faults: [],
  };
}

export const sellItems: Step = async (world, actor) => {
  const { person } = actor;
  const chosen = chooseItems(world, actor, 4);
  if (chosen === null) return null;
  const { ids, faults } = chosen;
  const reply = await ask(
    world,
    person,
    ids.length === 1
      ? ['DELETE', `/inventory/${ids[0]}/sell`]
      : ['POST', '/inventory/sell-multiple', { inventoryItemIds: ids }],
  );
  if (isDone(reply, faults, 'a sale')) sold(world, actor, ids);
  return [actor];
};

export const sellAll: Step = async (world, actor) => {
  const { person, model } = actor;
  const ids = withStatus(model, 'AVAILABLE');
  const reply = await ask(world, person, ['POST', '/inventory/sell-all']);
  if (isDone(reply, ids.length === 0 ? ['NOTHING_TO_SELL'] : [], 'a sale of all')) sold(world, actor, ids);
  return [actor];
};

function sold(world: World, { model }: Actor, ids: readonly string[]): void {
  model.balance += worthOf(world, model, ids);
  for (const id of ids) endItem(model, id, 'SOLD');
}

export const upgrade: Step = async (world, actor) => {
  const { chance, catalogue } = world;
  const { person, model } = actor;
  const chosen = chooseItems(world, actor, 3);
  if (chosen === null) return null;
  const targetItemId = chance.pick(catalogue.targets);
  const targetCents = catalogue.values.get(targetItemId) ?? 0;
  const balanceCents = chance.happens(0.5) ? 0 : chance.between(1, 300);
  const itemsCents = worthOf(world, model, chosen.ids);
  const faults = [...chosen.faults];
  if (faults.length === 0) {
    if (itemsCents + balanceCents >= targetCents) faults.push('STAKE_NOT_BELOW_TARGET');
    faults.push(...stakeFaults(model, balanceCents, itemsCents, nowMs(world)));
  }
  const body = { inventoryItemIds: chosen.ids, targetItemId, balanceCents: String(balanceCents) };
  const reply = await ask(world, person, ['POST', '/upgrade/perform', body]);
  if (!isDone(reply, faults, 'an upgrade')) return [actor];
  const { body: played } = reply;
  assertRolled(played);
  takeStake(model, balanceCents, itemsCents, nowMs(world));
  model.wagered += balanceCents + itemsCents;
  for (const id of chosen.ids) endItem(model, id, 'USED_IN_UPGRADE');
  assert.equal(played.isSuccess, played.roll >= played.successThreshold, 'an upgrade ends otherwise than its roll');
  if (played.isSuccess) {
    give(world, model, played.wonItem.inventoryItemId, targetItemId);
    countWon(model, targetCents, nowMs(world));
  }
  return [actor];
};

const SHOT_TICKETS = 250;

export const shoot: Step = async (world, actor) => {
  const { person, model } = actor;
  const faults = [...barred(world, actor), ...(ticketsOf(model) < SHOT_TICKETS ? ['NOT_ENOUGH_TICKETS'] : [])];
  const reply = await ask(world, person, ['POST', '/event-shoot/shoot', { ticketPrice: SHOT_TICKETS }]);
  if (!isDone(reply, faults, 'a shot')) return [actor];
  assertRolled(reply.body);
  model.ticketsSpent += SHOT_TICKETS;
  assert.equal(reply.body.ticketsLeft, ticketsOf(model));
  give(world, model, reply.body.inventoryItemId, reply.body.item.id);
  return [actor];
};

const barred = (world: World, { model }: Actor) =>
  stakeFaults(model, 0, 0, nowMs(world)).filter((fault) => fault === 'PLAY_PAUSED' || fault === 'SELF_EXCLUDED');

export const claimTier: Step = async (world, actor) => {
  const { chance, catalogue } = world;
  const { person, model } = actor;
  const tier = chance.pick(catalogue.tiers);
  const faults = [
    ...barred(world, actor),
    ...(model.claimed.has(tier.id) ? ['TIER_ALREADY_CLAIMED'] : []),
    ...(model.wagered < tier.points ? ['NOT_ENOUGH_POINTS'] : []),
  ];
  const reply = await ask(world, person, ['POST', `/event/${catalogue.eventId}/claim`, { tierId: tier.id }]);
  if (!isDone(reply, faults, 'a claim')) return [actor];
  model.claimed.add(tier.id);
  model.balance += tier.cents;
  model.ticketsGiven += tier.tickets;
  if (tier.itemId !== null) give(world, model, reply.body.inventoryItemId, tier.itemId);
  return [actor];
};
