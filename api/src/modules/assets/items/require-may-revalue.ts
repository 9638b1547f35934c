import type { Tx } from '../../../platform/database/db.ts';
import type { Cents } from '../../../platform/money.ts';
import { type Decider, type DecisionDeps, requireMayDecide } from '../../people/approvals/index.ts';

/** A price or a rate that somebody wants in force. */
interface Revaluation {
  action: string;
  entity: { type: string; id: string };
  /** What exactly is asked for. */
  content: string;
  /** BRL: by how much what users own and what they were promised is worth more or less then. */
  movedCents: Cents;
}

/**
 * Lets on an administrator who sets a price or a rate: what users own is worth more or less at once. An item of the
 * administrator's or of a friend may be among it, who could make it dear and sell it.
 */
export async function requireMayRevalue(
  deps: DecisionDeps,
  tx: Tx,
  decider: Decider,
  { movedCents, ...revaluation }: Revaluation,
): Promise<void> {
  await requireMayDecide(deps, tx, decider, { ...revaluation, ownerId: null, amountCents: movedCents });
}
