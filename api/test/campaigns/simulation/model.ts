/**
 * The model knows in memory what the product must come to. Amounts are numbers of cents. It has no rows and no
 * statements: the rules stand here a second time, in as few words as possible.
 */
export type LiveStatus = 'AVAILABLE' | 'LOCKED' | 'IN_SWAP';
export type EndStatus = 'SOLD' | 'USED_IN_UPGRADE' | 'WITHDRAWN';

export interface HeldItem {
  itemId: string;
  status: LiveStatus;
}

type DayLimitKind = 'WAGER' | 'LOSS' | 'DEPOSIT';

interface DayLimit {
  cents: number | null;
  next: { cents: number | null; fromMs: number } | null;
}

export interface Player {
  readonly id: string;
  balance: number;
  /** Set aside for money withdrawals. */
  held: number;
  readonly items: Map<string, HeldItem>;
  arriving: string[];
  readonly ended: Record<EndStatus, number>;
  readonly limits: Record<DayLimitKind, DayLimit>;
  counted: { day: number; wagered: number; lost: number };
  barredUntilMs: number;
  isExcluded: boolean;
  /** In the event. */
  wagered: number;
  ticketsGiven: number;
  ticketsSpent: number;
  readonly claimed: Set<string>;
  /** Tickets by raffle. */
  readonly tickets: Map<string, number>;
}

export const newPlayer = (id: string): Player => ({
  id,
  balance: 0,
  held: 0,
  items: new Map(),
  arriving: [],
  ended: { SOLD: 0, USED_IN_UPGRADE: 0, WITHDRAWN: 0 },
  limits: {
    WAGER: { cents: null, next: null },
    LOSS: { cents: null, next: null },
    DEPOSIT: { cents: null, next: null },
  },
  counted: { day: 0, wagered: 0, lost: 0 },
  barredUntilMs: 0,
  isExcluded: false,
  wagered: 0,
  ticketsGiven: 0,
  ticketsSpent: 0,
  claimed: new Set(),
  tickets: new Map(),
});

export const DAY_MS = 24 * 60 * 60 * 1000;
const SAO_PAULO_MS = -3 * 60 * 60 * 1000;
/** Days of São Paulo, counted from 1970. */
export const dayAt = (nowMs: number): number => Math.floor((nowMs + SAO_PAULO_MS) / DAY_MS);

export function limitAt(player: Player, kind: DayLimitKind, nowMs: number): number | null {
  const { cents, next } = player.limits[kind];
  return next !== null && next.fromMs <= nowMs ? next.cents : cents;
}

/** A lower limit counts at once, a higher one or none a day later. */
export function setLimit(player: Player, kind: DayLimitKind, cents: number | null, nowMs: number): void {
  const current = limitAt(player, kind, nowMs);
  const { next } = player.limits[kind];
  const waiting = next !== null && next.fromMs > nowMs ? next : null;
  const isHigher = current !== null && (cents === null || cents > current);
  if (!isHigher) player.limits[kind] = { cents, next: null };
  else if (waiting !== null && waiting.cents === cents) player.limits[kind] = { cents: current, next: waiting };
  else player.limits[kind] = { cents: current, next: { cents, fromMs: nowMs + DAY_MS } };
}

function countedOn(player: Player, nowMs: number) {
  const day = dayAt(nowMs);
  if (player.counted.day < day) player.counted = { day, wagered: 0, lost: 0 };
  return player.counted;
}

export function barFaults(player: Player, nowMs: number): string[] {
  if (player.barredUntilMs <= nowMs) return [];
  return [player.isExcluded ? 'SELF_EXCLUDED' : 'PLAY_PAUSED'];
}

/** Lists everything for which a stake may be refused. The product may name any of them. */
export function stakeFaults(player: Player, cents: number, itemsCents: number, nowMs: number): string[] {
  const faults = barFaults(player, nowMs);
  if (player.balance < cents) faults.push('INSUFFICIENT_BALANCE');
  const { wagered, lost } = countedOn(player, nowMs);
  const passes = (kind: DayLimitKind, used: number) =>
    cents + itemsCents > (limitAt(player, kind, nowMs) ?? Number.POSITIVE_INFINITY) - used;
  if (passes('WAGER', wagered)) faults.push('WAGER_LIMIT_REACHED');
  if (passes('LOSS', lost)) faults.push('LOSS_LIMIT_REACHED');
  return faults;
}

export function takeStake(player: Player, cents: number, itemsCents: number, nowMs: number): void {
  player.balance -= cents;
  const counted = countedOn(player, nowMs);
  counted.wagered += cents + itemsCents;
  counted.lost += cents + itemsCents;
}

export function countWon(player: Player, cents: number, nowMs: number): void {
  countedOn(player, nowMs).lost -= cents;
}

/** A stake that is not played takes off no more than was wagered on the day. */
export function returnStake(player: Player, cents: number, nowMs: number): void {
  player.balance += cents;
  const counted = countedOn(player, nowMs);
  const off = Math.min(cents, counted.wagered);
  counted.wagered -= off;
  counted.lost -= off;
}

export function endItem(player: Player, id: string, status: EndStatus): void {
  player.items.delete(id);
  player.ended[status] += 1;
}

export const withStatus = (player: Player, status: LiveStatus): string[] =>
  [...player.items].flatMap(([id, item]) => (item.status === status ? [id] : []));

/** A cent is a point and a ticket. */
export const ticketsOf = ({ wagered, ticketsGiven, ticketsSpent }: Player): number =>
  wagered + ticketsGiven - ticketsSpent;
