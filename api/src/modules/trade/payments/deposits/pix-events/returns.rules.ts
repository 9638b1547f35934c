import type { Cents } from '../../../../../platform/money.ts';
import type { ReturnStatus } from '../deposits.types.ts';

/** What is known of a return, and what its user owes for it or has paid. */
export interface KnownReturn {
  status: ReturnStatus;
  amountCents: Cents;
  /** Null of one reported before debts were recorded. */
  owedCents: Cents | null;
}

/** `REPEATED`: it is known, or older than what is known. `CONTRADICTED`: what is done for good cannot have failed. */
export type ReturnOutcome = 'RECORDED' | 'REPEATED' | 'CONTRADICTED';

/** Messages come in any order: a return begins OPEN and ends once, but one that was said to have failed may be done after all. */
export function judgeReturn(known: KnownReturn | null, reported: ReturnStatus): ReturnOutcome {
  if (known === null) return 'RECORDED';
  if (known.status === 'DONE') return reported === 'FAILED' ? 'CONTRADICTED' : 'REPEATED';
  if (known.status === 'FAILED') return reported === 'DONE' ? 'RECORDED' : 'REPEATED';
  return reported === 'OPEN' ? 'REPEATED' : 'RECORDED';
}

/**
 * What is owed for a return from now on. Also one that is under way: it would be too late afterwards. Never more than was
 * credited and is not owed for another return of the same deposit, whatever is said.
 */
export function owedFor(
  reported: { status: ReturnStatus; amountCents: Cents },
  { creditedCents, owedForOthers }: { creditedCents: Cents; owedForOthers: Cents },
): Cents {
  if (reported.status === 'FAILED') return 0n;
  const left = creditedCents > owedForOthers ? creditedCents - owedForOthers : 0n;
  return reported.amountCents < left ? reported.amountCents : left;
}
