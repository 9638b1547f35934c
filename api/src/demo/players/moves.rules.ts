import type { BattleMode } from '@lisura/fairness';
import type { Random } from '@lisura/sandbox';

export type Intent = 'OPEN' | 'BATTLE' | 'UPGRADE' | 'SELL' | 'RAFFLE' | 'SWAP';

export interface Situation {
  balanceCents: number;
  cases: readonly { id: string; priceCents: number }[];
  /** The oldest come first. */
  battles: readonly { id: string; entryCents: number; isOwn: boolean }[];
  /** The cheapest come first. */
  items: readonly { id: string; valueCents: number }[];
  raffles: readonly { id: string; ticketCents: number; ticketsSold: number; maxTickets: number }[];
  openSwaps: number;
}

export type Move =
  | { kind: 'TOP_UP' }
  | { kind: 'OPEN'; caseId: string; quantity: number }
  | { kind: 'CREATE_BATTLE'; mode: BattleMode; caseIds: string[]; seatCount: number }
  | { kind: 'JOIN_BATTLE'; battleId: string }
  | { kind: 'UPGRADE'; inventoryItemId: string; minTargetCents: number; maxTargetCents: number }
  | { kind: 'SELL'; inventoryItemIds: string[] }
  | { kind: 'BUY_TICKETS'; raffleId: string; quantity: number }
  | { kind: 'OFFER_SWAP'; inventoryItemId: string; minAskedCents: number; maxAskedCents: number };

/** Players repeat this circle, mostly of openings, with a battle within the first minute. */
const SCRIPT: readonly Intent[] = [
  'OPEN',
  'BATTLE',
  'OPEN',
  'BATTLE',
  'OPEN',
  'UPGRADE',
  'OPEN',
  'BATTLE',
  'RAFFLE',
  'OPEN',
  'SWAP',
  'SELL',
  'OPEN',
  'BATTLE',
];
const LEAST_BALANCE_CENTS = 5_000;
const STAKE_SHARE = 4;
/** Robots join each other's battles only beyond this many waiting ones. */
const WAITING_BATTLES = 2;
const MOST_WAITING_BATTLES = 5;
const MODES: readonly BattleMode[] = ['NORMAL', 'NORMAL', 'NORMAL', 'CRAZY', 'TERMINAL', 'SHARED'];
const SEATS = [2, 2, 2, 3];
const MOST_ROUNDS = 3;
const MOST_OPENED = 3;
/** The dearest item stays on display. */
const KEPT_ITEMS = 1;
const MOST_SOLD = 100;
/** Robots buy while less than this part is sold, because most tickets are for people. */
const TICKET_SHARE = 3;
const MOST_TICKETS = 3;
/** Offered items are missing from the inventory. */
const MOST_OPEN_SWAPS = 1;
const PAUSE_MS = { least: 3_000, most: 8_000 };

export const intentOf = (turn: number): Intent => SCRIPT[turn % SCRIPT.length] as Intent;

export const pauseMsOf = (random: Random): number =>
  Math.round(PAUSE_MS.least + random() * (PAUSE_MS.most - PAUSE_MS.least));

/** Falls back to an opening; returns null if that is impossible, too. */
export function chooseMove(intent: Intent, situation: Situation, random: Random): Move | null {
  if (situation.balanceCents < LEAST_BALANCE_CENTS) return sale(situation) ?? { kind: 'TOP_UP' };
  return meantMove(intent, situation, random) ?? opening(situation, random);
}

function meantMove(intent: Intent, situation: Situation, random: Random): Move | null {
  if (intent === 'BATTLE') return battle(situation, random);
  if (intent === 'UPGRADE') return upgrade(situation, random);
  if (intent === 'RAFFLE') return tickets(situation, random);
  if (intent === 'SWAP') return swap(situation, random);
  return intent === 'SELL' ? sale(situation) : null;
}

function opening({ balanceCents, cases }: Situation, random: Random): Move | null {
  const stakeCents = balanceCents / STAKE_SHARE;
  const chosen = pickCheap(
    cases.filter(({ priceCents }) => priceCents <= stakeCents),
    random,
  );
  if (chosen === undefined) return null;
  const affordable = Math.min(MOST_OPENED, Math.floor(stakeCents / chosen.priceCents));
  return { kind: 'OPEN', caseId: chosen.id, quantity: 1 + Math.floor(random() * affordable) };
}

function battle({ balanceCents, cases, battles }: Situation, random: Random): Move | null {
  const stakeCents = balanceCents / STAKE_SHARE;
  const joined = battles.find(({ isOwn, entryCents }) => !isOwn && entryCents <= stakeCents);
  if (battles.length >= WAITING_BATTLES && joined !== undefined) return { kind: 'JOIN_BATTLE', battleId: joined.id };
  if (battles.length >= MOST_WAITING_BATTLES) return null;
  const rounds = 1 + Math.floor(random() * MOST_ROUNDS);
  const affordable = cases.filter(({ priceCents }) => priceCents * rounds <= stakeCents);
  const caseIds = Array.from({ length: rounds }, () => pickCheap(affordable, random)?.id).filter(
    (id) => id !== undefined,
  );
  if (caseIds.length === 0) return null;
  return { kind: 'CREATE_BATTLE', mode: pick(MODES, random), caseIds, seatCount: pick(SEATS, random) };
}

function upgrade({ items }: Situation, random: Random): Move | null {
  const worth = items.filter(({ valueCents }) => valueCents > 0);
  if (worth.length === 0) return null;
  const { id, valueCents } = pick(worth, random);
  return {
    kind: 'UPGRADE',
    inventoryItemId: id,
    minTargetCents: Math.ceil(valueCents * 1.5),
    maxTargetCents: valueCents * 4,
  };
}

function tickets({ balanceCents, raffles }: Situation, random: Random): Move | null {
  const stakeCents = balanceCents / STAKE_SHARE;
  const open = raffles.filter(
    ({ ticketCents, ticketsSold, maxTickets }) =>
      ticketCents <= stakeCents && (ticketsSold + MOST_TICKETS) * TICKET_SHARE <= maxTickets,
  );
  if (open.length === 0) return null;
  const { id, ticketCents } = pick(open, random);
  const affordable = Math.min(MOST_TICKETS, Math.floor(stakeCents / ticketCents));
  return { kind: 'BUY_TICKETS', raffleId: id, quantity: 1 + Math.floor(random() * affordable) };
}

function swap({ items, openSwaps }: Situation, random: Random): Move | null {
  const worth = items.filter(({ valueCents }) => valueCents > 0);
  if (worth.length === 0 || openSwaps >= MOST_OPEN_SWAPS) return null;
  const { id, valueCents } = pick(worth, random);
  return {
    kind: 'OFFER_SWAP',
    inventoryItemId: id,
    minAskedCents: valueCents,
    maxAskedCents: Math.ceil(valueCents * 1.3),
  };
}

function sale({ items }: Situation): Move | null {
  const sold = items.slice(0, Math.max(items.length - KEPT_ITEMS, 0)).slice(0, MOST_SOLD);
  return sold.length === 0 ? null : { kind: 'SELL', inventoryItemIds: sold.map(({ id }) => id) };
}

export const pick = <Choice>(choices: readonly Choice[], random: Random): Choice =>
  choices[Math.floor(random() * choices.length)] as Choice;

function pickCheap<Choice extends { priceCents: number }>(
  choices: readonly Choice[],
  random: Random,
): Choice | undefined {
  const byPrice = choices.toSorted((one, other) => one.priceCents - other.priceCents);
  return byPrice[Math.floor(random() ** 2 * byPrice.length)];
}
