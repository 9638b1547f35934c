import type { LedgerAccount } from './wallet.types.ts';

/** Ten trillion reais: more than anybody means, and small enough that sums of thousands stay within 64 bits. */
export const MAX_AMOUNT_CENTS = 10n ** 15n;

export function isTransferAmount(amountCents: bigint): boolean {
  return amountCents > 0n && amountCents <= MAX_AMOUNT_CENTS;
}

export const DIRECTIONS = ['CREDIT', 'DEBIT', 'NEUTRAL'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** As the user sees it; neutral where money that was set aside is paid out and the balance stays. */
export function directionOf(debitAccount: LedgerAccount, creditAccount: LedgerAccount): Direction {
  if (creditAccount === 'USER') return 'CREDIT';
  return debitAccount === 'USER' ? 'DEBIT' : 'NEUTRAL';
}
