import type { Random } from '../seeded-random.ts';
import type { Move } from './trade.ts';

/** Sellers by hand do nothing until they are moved; the others act by themselves, and by chance. */
export interface SellerSetting {
  mode: 'manual' | 'automatic';
  stepSeconds: number;
  successPercent: number;
}

export interface PlannedMove {
  atMs: number;
  move: Move;
}

/** Purchases fail in these ways. A seller who leaves one untouched waits for the marketplace to give it up. */
const FAILURES: readonly (readonly Move[])[] = [
  [{ to: 'failed', reason: 'Invalid tradelink' }],
  [{ to: 'notified' }],
  [{ to: 'notified' }, { to: 'failed', reason: 'Seller failed to accept' }],
  [{ to: 'notified' }, { to: 'preparing' }, { to: 'confirming' }, { to: 'sent' }],
];
const SUCCESS: readonly Move[] = (['notified', 'preparing', 'confirming', 'sent', 'accepted'] as const).map((to) => ({
  to,
}));

export function planOf(random: Random, { stepSeconds, successPercent }: SellerSetting, boughtAt: Date): PlannedMove[] {
  const isGood = random() * 100 < successPercent;
  const failure = FAILURES[Math.floor(random() * FAILURES.length)] ?? SUCCESS;
  let atMs = boughtAt.getTime();
  return (isGood ? SUCCESS : failure).map((move) => {
    atMs += Math.round(stepSeconds * 1000 * (0.5 + random()));
    return { atMs, move };
  });
}
