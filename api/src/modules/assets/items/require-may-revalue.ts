import type { Tx } from '../../../platform/database/db.ts';
import type { Cents } from '../../../platform/money.ts';
import { type Decider, type DecisionDeps, requireMayDecide } from '../../people/approvals/index.ts';

/** A price or a rate beyond the limits that somebody wants all the same. */
interface Revaluation {
  action: string;
  entity: { type: string; id: string };
  /** What exactly is asked for. */
  content: string;
  /** BRL: by how much what users own is worth more or less then. */
  movedCents: Cents;
}

/**
 * Lets on an administrator who confirms what a guard has refused. It moves the worth of what users own at once, and theirs is
 * among it: who holds one session must not be able to make an item dear and sell it.
 */
export function requireMayRevalue(
  deps: DecisionDeps,
  tx: Tx,
  decider: Decider,
  { movedCents, ...revaluation }: Revaluation,
): Promise<void> {
  return requireMayDecide(deps, tx, decider, { ...revaluation, ownerId: null, amountCents: movedCents });
}
