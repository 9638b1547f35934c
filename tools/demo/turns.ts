import { happens, pick, pickWeighted, wholeBetween } from './chance.ts';
import type { Player, Priced, World } from './world.ts';

/** Says whether it was done. */
type Turn = (world: World, player: Player) => Promise<boolean>;

const TURNS: readonly (readonly [Turn, number])[] = [
  [openCases, 62],
  [sellItems, 11],
  [upgradeItem, 10],
  [fightBattle, 7],
  [buyTickets, 4],
  [goOnInEvent, 3],
  [offerSwap, 3],
];
const MOST_OPENED = 4;
const MOST_SOLD = 100;
const MOST_TICKETS = 5;
const SHOT_TICKETS = 250;
const SWAPPED_CENTS = 100;
const UPGRADE = { least: 1.5, most: 5 };
const MODES = ['NORMAL', 'NORMAL', 'NORMAL', 'CRAZY', 'TERMINAL', 'SHARED'];
const MOST_ROUNDS = 3;
const WITH_BOTS = 0.7;
const IN_TEAMS = 0.4;

export const takeTurn: Turn = (world, player) => pickWeighted(TURNS)(world, player);

export async function refresh(player: Player): Promise<void> {
  const { person } = player;
  type Listed = { items: { id: string; itemValueCents: string }[] };
  const query = 'status=AVAILABLE&sortBy=value&sortOrder=asc&limit=100';
  const [balance, inventory] = await Promise.all([
    person.ask<{ balanceCents: string }>('GET', '/user/balance'),
    person.ask<Listed>('GET', `/inventory?${query}`),
  ]);
  player.balanceCents = Number(balance?.balanceCents ?? 0);
  player.items = (inventory?.items ?? []).map(({ id, itemValueCents }) => ({ id, cents: Number(itemValueCents) }));
}

async function openCases(_world: World, player: Player): Promise<boolean> {
  const chosen = pick(player.favourites.filter(({ cents }) => cents <= player.balanceCents));
  if (chosen === undefined) return false;
  const quantity = wholeBetween(1, Math.min(MOST_OPENED, Math.floor(player.balanceCents / chosen.cents)));
  type Opened = { balanceCents: string; openings: { inventoryItemId: string; item: { valueCentsBrl: string } }[] };
  const opened = await player.person.ask<Opened>('POST', `/cases/${chosen.id}/open`, { quantity });
  if (opened === null) return false;
  player.balanceCents = Number(opened.balanceCents);
  const won = opened.openings.map(({ inventoryItemId: id, item }) => ({ id, cents: Number(item.valueCentsBrl) }));
  player.items = byValue([...player.items, ...won]);
  return true;
}

export async function sellItems(_world: World, player: Player): Promise<boolean> {
  const sold = player.items.slice(0, -1).slice(0, MOST_SOLD);
  if (sold.length === 0) return false;
  const inventoryItemIds = sold.map(({ id }) => id);
  const sale = await player.person.ask<{ totalValueCents: string }>('POST', '/inventory/sell-multiple', {
    inventoryItemIds,
  });
  if (sale === null) return false;
  player.balanceCents += Number(sale.totalValueCents);
  player.items = player.items.slice(sold.length);
  return true;
}

async function upgradeItem({ targets }: World, player: Player): Promise<boolean> {
  const staked = pick(player.items);
  if (staked === undefined) return false;
  const isFit = ({ cents }: Priced) => cents > staked.cents * UPGRADE.least && cents < staked.cents * UPGRADE.most;
  const target = pick(targets.filter(isFit));
  if (target === undefined) return false;
  type Upgraded = { balanceCents: string; wonItem: { inventoryItemId: string } | null };
  const upgraded = await player.person.ask<Upgraded>('POST', '/upgrade/perform', {
    inventoryItemIds: [staked.id],
    balanceCents: String(Math.min(Math.floor(staked.cents / 4), player.balanceCents)),
    targetItemId: target.id,
  });
  if (upgraded === null) return false;
  player.balanceCents = Number(upgraded.balanceCents);
  const won = upgraded.wonItem === null ? [] : [{ id: upgraded.wonItem.inventoryItemId, cents: target.cents }];
  player.items = byValue([...player.items.filter(({ id }) => id !== staked.id), ...won]);
  return true;
}

interface Battle {
  id: string;
  status: string;
  entryPriceCents: string;
}

async function fightBattle(world: World, player: Player): Promise<boolean> {
  const waiting = world.battles.find(
    ({ creator, entryCents }) => creator !== player && entryCents <= player.balanceCents,
  );
  const battle = waiting === undefined ? await beginBattle(world, player) : await joinBattle(world, player, waiting);
  if (battle === null) return false;
  player.balanceCents -= Number(battle.entryPriceCents);
  if (battle.status === 'COMPLETED') await refresh(player);
  return true;
}

async function joinBattle(world: World, { person }: Player, waiting: World['battles'][number]): Promise<Battle | null> {
  world.battles.splice(world.battles.indexOf(waiting), 1);
  const joined = await person.ask<Battle>('POST', `/battles/${waiting.id}/join`, {});
  if (joined?.status === 'WAITING') world.battles.push(waiting);
  return joined;
}

async function beginBattle(world: World, player: Player): Promise<Battle | null> {
  const seatCount = wholeBetween(2, 4);
  const battle = await createBattle(player, seatCount);
  if (battle === null) return null;
  if (happens(WITH_BOTS)) {
    return player.person.ask<Battle>('POST', `/battles/${battle.id}/add-bots`, { count: seatCount - 1 });
  }
  world.battles.push({ id: battle.id, entryCents: Number(battle.entryPriceCents), creator: player });
  return battle;
}

/** It waits for others. */
export async function createBattle(player: Player, seatCount: number): Promise<Battle | null> {
  const { person, balanceCents } = player;
  const [{ id, cents }] = player.favourites;
  const affordable = Math.min(MOST_ROUNDS, Math.floor(balanceCents / cents));
  if (affordable === 0) return null;
  const caseIds = Array.from({ length: wholeBetween(1, affordable) }, () => id);
  const isTeams = seatCount === 4 && happens(IN_TEAMS);
  return person.ask<Battle>('POST', '/battles/create', { mode: pick(MODES), caseIds, seatCount, isTeams });
}

async function buyTickets({ raffleId }: World, player: Player): Promise<boolean> {
  if (raffleId === null) return false;
  const asked = { quantity: wholeBetween(1, MOST_TICKETS) };
  const bought = await player.person.ask<{ balanceCents: string }>('POST', `/raffle/${raffleId}/buy`, asked);
  if (bought === null) return false;
  player.balanceCents = Number(bought.balanceCents);
  return true;
}

/** Claims what was reached, and shoots. */
async function goOnInEvent({ eventId }: World, { person }: Player): Promise<boolean> {
  type Progress = { tickets: number; tiers: { id: string; claimable: boolean }[] };
  const progress = eventId === null ? null : await person.ask<Progress>('GET', `/event/${eventId}/progress`);
  if (progress === null) return false;
  for (const { id: tierId } of progress.tiers.filter(({ claimable }) => claimable)) {
    await person.ask('POST', `/event/${eventId}/claim`, { tierId });
  }
  if (progress.tickets < SHOT_TICKETS) return false;
  return (await person.ask('POST', '/event-shoot/shoot', { ticketPrice: SHOT_TICKETS, eventId })) !== null;
}

async function offerSwap(world: World, player: Player): Promise<boolean> {
  const offered = pick(player.items);
  const to = pick(world.players.filter((other) => other.hasCome && other !== player));
  const asked = to?.items.find(({ cents }) => Math.abs(cents - (offered?.cents ?? 0)) <= SWAPPED_CENTS);
  if (offered === undefined || to === undefined || asked === undefined) return false;
  const made = await player.person.ask<{ id: string }>('POST', '/swap', {
    inventoryItemIds: [offered.id],
    acceptorId: await to.person.userId(),
    askedInventoryItemIds: [asked.id],
  });
  if (made === null) return false;
  player.items = player.items.filter(({ id }) => id !== offered.id);
  world.offers.push({ id: made.id, to });
  return true;
}

const byValue = (items: readonly Priced[]): Priced[] => items.toSorted((one, other) => one.cents - other.cents);
