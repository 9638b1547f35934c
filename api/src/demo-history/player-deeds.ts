import { isFlip, isUpgradeWon, pickItem, upgradeChanceUnits, widthOf } from '@lisura/fairness';
import type { Cents } from '../platform/money.ts';
import { rollFresh } from './fresh-rolls.ts';
import {
  type Deposit,
  type FreshRoll,
  type HeldItem,
  type OpenedCases,
  type Payout,
  type PlayedUpgrade,
  type Player,
  type Sale,
  unwritten,
  type World,
  type WorldCase,
  type WorldItem,
} from './history.types.ts';

/** What players do. Each changes the player's state, as the rows that are written of it change the tables. */

export function openCases(player: Player, atMs: number, opened: WorldCase, quantity: number): OpenedCases {
  player.balanceCents -= opened.priceCents * BigInt(quantity);
  const openings = rollFresh(player, quantity).map((rolled) => {
    const item = pickItem(opened.items, rolled.roll);
    const won = take(player, item, atMs);
    return { ...rolled, id: '', won, width: widthOf(item), isFlip: isFlip(opened.flipThreshold, rolled.roll) };
  });
  return { kind: 'OPENINGS', ...unwritten, player, atMs, opened, openings };
}

function take(player: Player, item: WorldItem, acquiredMs: number): HeldItem {
  const held: HeldItem = { id: '', player, item, acquiredMs, status: 'AVAILABLE', sale: null };
  player.bag.push(held);
  return held;
}

function leave(player: Player, items: readonly HeldItem[]): void {
  const gone = new Set(items);
  player.bag = player.bag.filter((held) => !gone.has(held));
}

export const worthOf = (items: readonly HeldItem[]): Cents =>
  items.reduce((sum, { item }) => sum + item.valueCents, 0n);

/** Of items that are worth something together. */
export function sell(player: Player, atMs: number, items: readonly HeldItem[]): Sale {
  const sale: Sale = { kind: 'SALE', ...unwritten, player, atMs, items, cents: worthOf(items) };
  for (const held of items) Object.assign(held, { status: 'SOLD', sale });
  leave(player, items);
  player.balanceCents += sale.cents;
  return sale;
}

export function deposit(player: Player, atMs: number, cents: Cents, isPaid: boolean): Deposit {
  if (isPaid) player.balanceCents += cents;
  return { kind: 'DEPOSIT', ...unwritten, player, atMs, cents, isPaid };
}

export function withdraw(player: Player, atMs: number, cents: Cents, paidMs: number): Payout {
  player.balanceCents -= cents;
  player.lastPayoutMs = atMs;
  return { kind: 'PAYOUT', ...unwritten, holdId: '', orderId: '', player, atMs, cents, paidMs };
}

interface Stake {
  inputs: readonly HeldItem[];
  balanceCents: Cents;
  /** What is wanted is worth at least so much. */
  wantedCents: Cents;
}

/** Null where the catalogue has nothing that is worth more. */
export function upgrade(player: Player, atMs: number, world: World, stake: Stake): PlayedUpgrade | null {
  const { inputs, balanceCents, wantedCents } = stake;
  const itemsCents = worthOf(inputs);
  const totalCents = itemsCents + balanceCents;
  const target = cheapestFrom(world.items, wantedCents);
  if (target === null || target.valueCents <= totalCents) return null;
  const { edgeUnits } = world;
  const chanceUnits = upgradeChanceUnits({ totalCents, targetCents: target.valueCents, edgeUnits });
  if (chanceUnits === 0) return null;
  for (const held of inputs) held.status = 'USED_IN_UPGRADE';
  leave(player, inputs);
  player.balanceCents -= balanceCents;
  const [rolled] = rollFresh(player, 1) as [FreshRoll];
  const won = isUpgradeWon(chanceUnits, rolled.roll) ? take(player, target, atMs) : null;
  const played = { player, atMs, inputs, itemsCents, balanceCents, target, edgeUnits, chanceUnits, won };
  return { kind: 'UPGRADE', ...unwritten, ...played, ...rolled };
}

/** Of a list that ascends by value; null where all are worth less. */
export function cheapestFrom(items: readonly WorldItem[], cents: Cents): WorldItem | null {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle] as WorldItem).valueCents >= cents) high = middle;
    else low = middle + 1;
  }
  return items[low] ?? null;
}
