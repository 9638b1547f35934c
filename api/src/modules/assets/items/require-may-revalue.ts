import type { Tx } from '../../../platform/database/db.ts';
import type { Cents } from '../../../platform/money.ts';
import { type Decider, type DecisionDeps, isForTwo, requireMayDecide } from '../../people/approvals/index.ts';

/** A price or a rate that somebody wants in force. */
interface Revaluation {
  action: string;
  entity: { type: string; id: string };
  /** What exactly is asked for. */
  content: string;
  /** Whether it is beyond the limits for a source. */
  isFar: boolean;
  /** BRL: by how much what users own is worth more or less then. */
  movedCents: Cents;
}

/**
 * Lets on an administrator by whom what users own is worth more or less at once. Theirs may be among it: who holds one
 * session must not be able to make an item dear and sell it. What is near and moves little is nobody's decision on money.
 */
export async function requireMayRevalue(
  deps: DecisionDeps,
  tx: Tx,
  decider: Decider,
  { isFar, movedCents, ...revaluation }: Revaluation,
): Promise<void> {
  if (!isFar && !(await isForTwo(deps, tx, movedCents))) return;
  await requireMayDecide(deps, tx, decider, { ...revaluation, ownerId: null, amountCents: movedCents });
}
