import { insertHeld, insertItem } from '../../src/modules/assets/inventory/test-support.ts';
import { createBattle } from '../../src/modules/games/battles/lobby/create-battle.ts';
import { createCase } from '../../src/modules/games/cases/openings/test-support.ts';
import type { EventDetail } from '../../src/modules/games/events/events.types.ts';
import { startEvent, tableOf, tierAt, wager } from '../../src/modules/games/events/test-support.ts';
import { createRaffle } from '../../src/modules/games/raffles/index.ts';
import { buyTickets } from '../../src/modules/games/raffles/sales/buy-tickets.ts';
import { fixTicketList } from '../../src/modules/games/raffles/sales/fix-ticket-list.ts';
import { userStream } from '../../src/modules/games/rolls/index.ts';
import { createOffer } from '../../src/modules/trade/swaps/offers/create-offer.ts';
import { systemClock as clock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/database/db.ts';
import type { Id } from '../../src/platform/ids.ts';
import { commitTo, testSeedSeal as seedSeal } from './committed-seeds.ts';
import { seedThatRolls } from './independent-rolls.ts';
import { battleRequest, lobbyOf, type MoneyFlow } from './money-flows.ts';
import { payoutTrials } from './payout-trials.ts';
import { createAdmin, createPlayer, type Person } from './people.ts';
import type { changeBetween } from './user-state.ts';

/** Every flow that moves money or items, with what it changes when it is done. */

const BALANCE_CENTS = 10_000;
const ITEM_CENTS = 1_000;
const TARGET_CENTS = 5_000;

/** What all players find: a case, something to upgrade to, and an event in which a cent wagered is a point and a ticket. */
export interface Stage {
  db: Db;
  caseId: Id<'case'>;
  adminId: Id<'user'>;
  itemId: Id<'item'>;
  targetItemId: Id<'item'>;
  event: EventDetail;
}

export async function setStage(db: Db): Promise<Stage> {
  const { id: caseId } = await createCase(db, { priceCents: 150 });
  const { userId: adminId } = await createAdmin(db);
  const itemId = await insertItem(db, { valueCents: ITEM_CENTS });
  const targetItemId = await insertItem(db, { valueCents: TARGET_CENTS });
  const tiers = [
    tierAt(100, { type: 'BALANCE', balanceCents: 700n }),
    tierAt(200, { type: 'TICKETS', tickets: 50n }),
    tierAt(300, { type: 'ITEM', item: itemId }),
  ];
  const prizeId = await insertItem(db, { valueCents: 5 });
  const event = await startEvent({ db }, { tiers, shoots: [tableOf(250, [[prizeId, 10_000_000]])] });
  return { db, caseId, adminId, itemId, targetItemId, event };
}

interface Player {
  person: Person;
  userId: Id<'user'>;
  /** Three available ones. */
  ids: Id<'inventoryItem'>[];
}

export async function createMoneyPlayer({ db, itemId }: Stage): Promise<Player> {
  const person = await createPlayer(db, BALANCE_CENTS);
  const { userId } = person;
  return { person, userId, ids: await insertHeld(db, userId, itemId, { count: 3 }) };
}

type Change = ReturnType<typeof changeBetween>;

/** What is the same before and after, unless a trial tells otherwise. */
export const NO_CHANGE: Change = {
  balanceCents: 0,
  transfers: [],
  items: ['AVAILABLE', 'AVAILABLE', 'AVAILABLE'],
  openings: [],
  upgrades: [],
  stakedItems: 0,
  progress: [],
  shots: [],
  claims: [],
  battles: [],
  raffles: [],
  holds: [],
  payouts: [],
  swaps: [],
  audit: [],
  keys: [],
};

export interface Trial {
  title: string;
  flow(stage: Stage, player: Player): Promise<MoneyFlow> | MoneyFlow;
  change: Partial<Change>;
}

/** Two items and a part of the balance, at 45 percent, with a seed of which it is known how it rolls. */
async function upgradeOf({ db, targetItemId }: Stage, { userId, ids }: Player, won: boolean): Promise<MoneyFlow> {
  const seeds = { clientSeed: 'mine', nonce: 1 };
  const { serverSeed } = seedThatRolls((roll) => (won ? roll > 9_000_000 : roll < 1_000_000), seeds);
  await commitTo(db, { stream: userStream(userId), nonce: seeds.nonce, serverSeed });
  const stake = { inventoryItemIds: ids.slice(0, 2), balanceCents: 500n };
  const command = { ...stake, targetItemId, clientSeed: seeds.clientSeed };
  return { name: 'performUpgrade', userId, key: null, command };
}

const upgraded = {
  balanceCents: -500,
  transfers: ['UPGRADE 500'],
  stakedItems: 2,
  progress: ['wagered 2500, given 0 tickets, spent 0'],
};

async function claimOf({ db, event }: Stage, { person }: Player, number: number, key: string | null) {
  await wager(db, person, 300);
  const tierId = event.tiers[number - 1]?.id as Id<'event-tier'>;
  return { name: 'claimTier' as const, userId: person.userId, key, command: { eventId: event.id, tierId } };
}

/** A battle of one case that a player has created, with a seed that rolls as told. */
async function battleOf({ db, caseId }: Stage, { userId }: Player, seatCount: number): Promise<Id<'battle'>> {
  await commitRoll(db, userId, (roll) => roll < 1_000_000);
  const request = battleRequest({ userId, ip: '127.0.0.1' }, { caseId, seatCount, clientSeed: BATTLE_SEED });
  return (await createBattle(lobbyOf(db), request, null)).battle.id;
}

const BATTLE_SEED = 'of a battle';

/** The next roll of a user who brings the client seed of battles. */
async function commitRoll(db: Db, userId: Id<'user'>, isWanted: (roll: number) => boolean): Promise<void> {
  const { serverSeed } = seedThatRolls(isWanted, { clientSeed: BATTLE_SEED, nonce: 1 });
  await commitTo(db, { stream: userStream(userId), nonce: 1, serverSeed });
}

const battlePaid = { balanceCents: -150, transfers: ['BATTLE_ENTRY 150'] };

/** One prize, and tickets of a real each. */
async function raffleOf({ db, itemId }: Stage, maxTickets: number): Promise<Id<'raffle'>> {
  const fields = {
    ...{
      name: 'Raffle',
      description: '',
      imageUrl: 'https://images.example/1.png',
      ticketPriceCents: 100n,
      maxTickets,
    },
    ...{ maxTicketsPerUser: null, closesAt: null, randomness: 'server' as const },
  };
  const given = { fields, prizes: [{ displayOrder: 0, itemId }] };
  return (await createRaffle({ db, seedSeal, clock, beacon: null }, given, { actorId: null, ip: null })).id;
}

/** Of which the player has two tickets; with no more to be had its list is fixed. */
async function boughtRaffleOf(stage: Stage, { userId }: Player, maxTickets: number): Promise<Id<'raffle'>> {
  const { db } = stage;
  const raffleId = await raffleOf(stage, maxTickets);
  await buyTickets(
    { db, clock, push: { toUser: () => undefined } },
    { raffleId, userId, quantity: 2, expectedPriceCents: null },
    null,
  );
  await fixTicketList({ db, clock, beacon: null }, raffleId);
  return raffleId;
}

/** Somebody's two items for one, to one user or to everybody. */
async function offerOf(stage: Stage, creator: Player, acceptorId: Id<'user'> | null): Promise<Id<'swap'>> {
  const offered = { creatorId: creator.userId, acceptorId, offeredIds: creator.ids.slice(0, 2) };
  const deps = { db: stage.db, push: { toUser: () => undefined }, tell: () => undefined };
  return (await createOffer(deps, { ...offered, askedIds: [], askedItemIds: [stage.itemId] }, null)).id;
}

/** What is sold. */
const saleTrials: readonly Trial[] = [
  {
    title: 'selling one item',
    flow: (_, { userId, ids }) => ({
      name: 'sellItem',
      userId,
      key: null,
      command: { id: ids[0] as Id<'inventoryItem'> },
    }),
    change: {
      balanceCents: ITEM_CENTS,
      transfers: ['ITEM_SALE 1000'],
      items: ['SOLD for 1000', 'AVAILABLE', 'AVAILABLE'],
    },
  },
  {
    title: 'selling several items',
    flow: (_, { userId, ids }) => ({ name: 'sellSeveral', userId, key: null, command: { ids: ids.slice(1) } }),
    change: {
      balanceCents: 2 * ITEM_CENTS,
      transfers: ['ITEM_SALE 2000'],
      items: ['AVAILABLE', 'SOLD for 1000', 'SOLD for 1000'],
    },
  },
  {
    title: 'selling all items',
    flow: (_, { userId }) => ({ name: 'sellAll', userId, key: null, command: {} }),
    change: {
      balanceCents: 3 * ITEM_CENTS,
      transfers: ['ITEM_SALE 3000'],
      items: ['SOLD for 1000', 'SOLD for 1000', 'SOLD for 1000'],
    },
  },
];

export const gameTrials: readonly Trial[] = [
  {
    title: 'opening cases',
    flow: ({ caseId }, { userId }) => ({ name: 'openCases', userId, key: null, command: { caseId, quantity: 3 } }),
    change: {
      balanceCents: -450,
      transfers: ['CASE_OPEN 450'],
      items: Array(6).fill('AVAILABLE'),
      openings: ['1 for 150', '2 for 150', '3 for 150'],
      progress: ['wagered 450, given 0 tickets, spent 0'],
    },
  },
  {
    title: 'opening a case with an Idempotency-Key',
    flow: ({ caseId }, { userId }) => ({ name: 'openCases', userId, key: 'again', command: { caseId, quantity: 1 } }),
    change: {
      balanceCents: -150,
      transfers: ['CASE_OPEN 150'],
      items: Array(4).fill('AVAILABLE'),
      openings: ['1 for 150'],
      progress: ['wagered 150, given 0 tickets, spent 0'],
      keys: ['again 200'],
    },
  },
  {
    title: 'an upgrade that is won',
    flow: (stage, player) => upgradeOf(stage, player, true),
    change: {
      ...upgraded,
      items: ['USED_IN_UPGRADE', 'USED_IN_UPGRADE', 'AVAILABLE', 'AVAILABLE'],
      upgrades: ['WON: 2000 and 500 for 5000'],
    },
  },
  {
    title: 'an upgrade that is lost',
    flow: (stage, player) => upgradeOf(stage, player, false),
    change: {
      ...upgraded,
      items: ['USED_IN_UPGRADE', 'USED_IN_UPGRADE', 'AVAILABLE'],
      upgrades: ['LOST: 2000 and 500 for 5000'],
    },
  },
  {
    title: 'a shot in an event',
    flow: async ({ db, event }, { person, userId }) => {
      await wager(db, person, 300);
      return { name: 'shoot', userId, key: null, command: { eventId: event.id, ticketPrice: 250 } };
    },
    change: {
      items: Array(4).fill('AVAILABLE'),
      progress: ['wagered 300, given 0 tickets, spent 250'],
      shots: ['1 for 250'],
    },
  },
  {
    title: 'claiming money in an event with an Idempotency-Key',
    flow: (stage, player) => claimOf(stage, player, 1, 'mine'),
    change: {
      balanceCents: 700,
      transfers: ['EVENT_REWARD 700'],
      progress: ['wagered 300, given 0 tickets, spent 0'],
      claims: ['money'],
      keys: ['mine 200'],
    },
  },
  {
    title: 'claiming tickets in an event',
    flow: (stage, player) => claimOf(stage, player, 2, null),
    change: { progress: ['wagered 300, given 50 tickets, spent 0'], claims: ['50 tickets'] },
  },
  {
    title: 'claiming an item in an event',
    flow: (stage, player) => claimOf(stage, player, 3, null),
    change: {
      items: Array(4).fill('AVAILABLE'),
      progress: ['wagered 300, given 0 tickets, spent 0'],
      claims: ['an item'],
    },
  },
  {
    title: 'the creation of a battle',
    flow: ({ caseId }, { userId }) => ({ name: 'createBattle', userId, key: null, command: { caseId, seatCount: 2 } }),
    // Of the seat, and of the roll that breaks a tie.
    change: { ...battlePaid, battles: ['WAITING: 1 of 2 seats'], audit: ['SEEDS_COMMITTED', 'SEEDS_COMMITTED'] },
  },
  {
    title: 'joining a battle',
    flow: async (stage, { userId }) => {
      const battleId = await battleOf(stage, await createMoneyPlayer(stage), 3);
      return { name: 'joinBattle', userId, key: null, command: { battleId, clientSeed: null } };
    },
    change: { ...battlePaid, battles: ['WAITING: 2 of 3 seats'], audit: ['SEEDS_COMMITTED'] },
  },
  {
    title: 'the last seat of a battle, which starts and ends it,',
    flow: async (stage, { userId }) => {
      const battleId = await battleOf(stage, await createMoneyPlayer(stage), 2);
      await commitRoll(stage.db, userId, (roll) => roll > 9_990_000);
      return { name: 'joinBattle', userId, key: null, command: { battleId, clientSeed: BATTLE_SEED } };
    },
    change: {
      ...{ ...battlePaid, items: Array(5).fill('AVAILABLE'), battles: ['COMPLETED: 2 of 2 seats'] },
      progress: ['wagered 150, given 0 tickets, spent 0'],
    },
  },
  {
    title: 'the cancellation of a battle',
    flow: async (stage, player) => {
      const command = { battleId: await battleOf(stage, player, 2) };
      return { name: 'cancelBattle', userId: player.userId, key: null, command };
    },
    change: {
      ...{ balanceCents: 150, transfers: ['BATTLE_REFUND 150'], battles: ['CANCELLED: 1 of 2 seats'] },
      audit: ['BATTLE_CANCELLED'],
    },
  },
  {
    title: 'buying the last tickets of a raffle',
    flow: async (stage, { userId }) => {
      const command = { raffleId: await raffleOf(stage, 2), quantity: 2 };
      return { name: 'buyTickets', userId, key: null, command };
    },
    change: { balanceCents: -200, transfers: ['RAFFLE_TICKET 200'], raffles: ['DRAWING: 2 tickets'] },
  },
  {
    title: 'the draw of a raffle',
    flow: async (stage, player) => {
      const command = { raffleId: await boughtRaffleOf(stage, player, 2) };
      return { name: 'drawRaffle', userId: player.userId, key: null, command };
    },
    change: { items: Array(4).fill('AVAILABLE'), raffles: ['COMPLETED: 2 tickets'] },
  },
  {
    title: 'the cancellation of a raffle',
    flow: async (stage, player) => {
      const command = { raffleId: await boughtRaffleOf(stage, player, 5) };
      return { name: 'cancelRaffle', userId: player.userId, key: null, command };
    },
    change: { balanceCents: 200, transfers: ['RAFFLE_REFUND 200'], raffles: ['CANCELLED: 2 tickets'] },
  },
];

export const moneyTrials: readonly Trial[] = [
  ...saleTrials,
  {
    title: 'an adjustment by an administrator with an Idempotency-Key',
    flow: ({ adminId }, { userId }) => ({
      name: 'adjustBalance',
      userId,
      key: 'once',
      command: { changeCents: -700n, actorId: adminId },
    }),
    change: {
      balanceCents: -700,
      transfers: ['ADMIN_ADJUSTMENT 700'],
      audit: ['BALANCE_ADJUSTED'],
      keys: ['once 200'],
    },
  },
  ...payoutTrials,
  {
    title: 'offering a swap',
    flow: ({ itemId }, { userId, ids }) => ({
      name: 'createOffer',
      userId,
      key: null,
      command: { offeredIds: ids.slice(0, 2), askedItemIds: [itemId] },
    }),
    change: { items: ['IN_SWAP', 'IN_SWAP', 'AVAILABLE'], swaps: ['PENDING with 2 items'] },
  },
  {
    title: 'accepting a swap with an Idempotency-Key',
    flow: async (stage, { userId, ids }) => {
      const swapId = await offerOf(stage, await createMoneyPlayer(stage), null);
      return { name: 'acceptOffer', userId, key: 'swap', command: { swapId, chosenIds: ids.slice(0, 1) } };
    },
    change: { items: Array(4).fill('AVAILABLE'), swaps: ['ACCEPTED with 3 items'], keys: ['swap 200'] },
  },
  {
    title: 'cancelling a swap',
    flow: async (stage, player) => ({
      name: 'cancelOffer',
      userId: player.userId,
      key: null,
      command: { swapId: await offerOf(stage, player, null) },
    }),
    change: { swaps: ['CANCELLED with 2 items'] },
  },
  {
    title: 'declining a swap',
    flow: async (stage, { userId }) => ({
      name: 'declineOffer',
      userId,
      key: null,
      command: { swapId: await offerOf(stage, await createMoneyPlayer(stage), userId) },
    }),
    change: { swaps: ['DECLINED with 2 items'] },
  },
];
