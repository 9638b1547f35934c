import type { Cents } from '../platform/money.ts';
import type { Crowd } from './crowd.ts';
import { type Deed, type HeldItem, type Player, transfersOf, type World } from './history.types.ts';
import { OPEN_MS } from './payments.sql.ts';
import type { Slot } from './plan-slots.ts';
import { deposit, openCases, sell, upgrade, withdraw, worthOf } from './player-deeds.ts';
import { oneOf, type Random, wholeBetween } from './random.ts';

export interface Stage {
  world: World;
  crowd: Crowd;
  random: Random;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** After a visit nobody comes back at once. */
const PAUSE_MS = 3 * MINUTE_MS;

const MOST_ROUNDS = 25;
/** About. */
const TRANSFERS_A_VISIT = 30;
/** How often: that what was won is sold at once, or else staked, and that money is staked with it. */
const SELLS = 0.78;
const STAKES = 0.36;
const PAYS_TOO = 0.6;
const MOST_STAKED = 3;
const MOST_KEPT = 25;
/** How often: that who has nothing left deposits again, and that a charge is never paid. */
const DEPOSITS_AGAIN = 0.7;
const LEAVES_UNPAID = 0.1;
/** In reais: what people choose to deposit. */
const DEPOSITS = [20, 50, 100, 200, 500, 1_000, 2_500, 5_000, 10_000].map((reais) => BigInt(reais * 100));
const WITHDRAWS = 0.6;
/** Withdrawals are of whole tens of reais, within the limits that a fresh platform has. */
const PAYOUT = { stepCents: 1_000n, leastCents: 2_000n, mostCents: 500_000n };
/** Who has so many times the price of what they open thinks of taking it out. */
const RICH = 12n;

/** What happens until a slot has about so many transfers, in the order of time. Visits that do not fit end early. */
export function playSlot(stage: Stage, { startMs, endMs }: Omit<Slot, 'transfers'>, wanted: number): Deed[] {
  const deeds: Deed[] = [];
  let transfers = 0;
  const add = (deed: Deed) => {
    deeds.push(deed);
    transfers += transfersOf(deed);
  };
  while (transfers < wanted) {
    // The time goes on with what has happened, so that nobody is in the way of their own next visit.
    const share = (transfers + stage.random() * Math.min(wanted - transfers, TRANSFERS_A_VISIT)) / wanted;
    const visitor = findVisitor(stage, startMs + Math.floor(share * (endMs - startMs)), endMs);
    if (visitor === null) break;
    visit(stage, visitor.player, { atMs: visitor.atMs, endMs }, add);
  }
  return deeds.sort((one, other) => one.atMs - other.atMs);
}

/** At the moment or, where everybody is busy or still to come, at some other before the end. */
function findVisitor({ crowd, random }: Stage, atMs: number, endMs: number) {
  for (const visitMs of [atMs, atMs + Math.floor(random() * (endMs - atMs))]) {
    const player = crowd.pickFree(visitMs);
    if (player !== null) return { player, atMs: visitMs };
  }
  return null;
}

type Add = (deed: Deed) => void;

/** A player comes, pays in where needed, opens, sells and upgrades for a while, and may take money out at the end. */
function visit(stage: Stage, player: Player, span: { atMs: number; endMs: number }, add: Add): void {
  const { random } = stage;
  let { atMs } = span;
  const pass = (least: number, most: number) => {
    atMs += wholeBetween(random, least * SECOND_MS, most * SECOND_MS);
  };
  const rounds = wholeBetween(random, 2, MOST_ROUNDS);
  for (let round = 0; round < rounds && atMs < span.endMs; round += 1) {
    const opened = oneOf(random, player.favourites);
    const quantity = random() < 0.8 ? 1 : wholeBetween(random, 2, 5);
    const costCents = opened.priceCents * BigInt(quantity);
    if (player.balanceCents < costCents) {
      if (round > 0 && random() > DEPOSITS_AGAIN) break;
      add(deposited(stage, player, atMs, costCents, span.endMs));
      pass(5, 30);
      continue;
    }
    const openings = openCases(player, atMs, opened, quantity);
    add(openings);
    pass(3, 9);
    const won = openings.openings.map((opening) => opening.won);
    dealWith(stage, player, atMs, won).forEach(add);
    pass(2, 8);
  }
  if (atMs < span.endMs) takenOut(stage, player, atMs, span.endMs).forEach(add);
  player.busyUntilMs = atMs + PAUSE_MS;
}

/** Enough for a few rounds. */
function deposited({ random }: Stage, player: Player, atMs: number, costCents: Cents, endMs: number): Deed {
  const wantedCents = costCents * BigInt(wholeBetween(random, 3, 12));
  const cents = DEPOSITS.find((amount) => amount >= wantedCents) ?? (DEPOSITS.at(-1) as Cents);
  // One whose time would end after the slot is paid: what has not ended yet is not of the past.
  const isPaid = random() > LEAVES_UNPAID || atMs + OPEN_MS > endMs;
  return deposit(player, atMs, cents, isPaid);
}

/** What becomes of what was just won. */
function dealWith(stage: Stage, player: Player, atMs: number, won: readonly HeldItem[]): Deed[] {
  const { random, world } = stage;
  if (random() < SELLS && worthOf(won) > 0n) return [sell(player, atMs, won)];
  if (random() < STAKES) {
    const inputs = player.bag.slice(-wholeBetween(random, 1, MOST_STAKED));
    const itemsCents = worthOf(inputs);
    const spareCents = itemsCents < player.balanceCents ? itemsCents : player.balanceCents;
    const balanceCents = random() < PAYS_TOO ? (spareCents * BigInt(wholeBetween(random, 1, 8))) / 10n : 0n;
    const wantedCents = ((itemsCents + balanceCents) * BigInt(wholeBetween(random, 13, 80))) / 10n;
    const played = itemsCents > 0n ? upgrade(player, atMs, world, { inputs, balanceCents, wantedCents }) : null;
    return played === null ? [] : [played];
  }
  // Who keeps too much lets go of it.
  return player.bag.length > MOST_KEPT && worthOf(player.bag) > 0n ? [sell(player, atMs, player.bag)] : [];
}

/** Once a day at most. */
function takenOut({ random }: Stage, player: Player, atMs: number, endMs: number): Deed[] {
  const [cheapest] = player.favourites;
  if (cheapest === undefined || player.balanceCents < cheapest.priceCents * RICH) return [];
  if (atMs - player.lastPayoutMs < DAY_MS || random() > WITHDRAWS) return [];
  const shareCents = (player.balanceCents * BigInt(wholeBetween(random, 40, 95))) / 100n;
  const roundCents = shareCents - (shareCents % PAYOUT.stepCents);
  const cents = roundCents < PAYOUT.mostCents ? roundCents : PAYOUT.mostCents;
  if (cents < PAYOUT.leastCents) return [];
  const paidMs = Math.min(atMs + wholeBetween(random, 4 * MINUTE_MS, 40 * MINUTE_MS), endMs);
  return [withdraw(player, atMs, cents, paidMs)];
}
