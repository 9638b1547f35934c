import type { Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import { type Decider, type DecisionDeps, ownRecord, requireMayDecide } from '../../people/decisions/index.ts';
import { ownsAny } from './holdings.sql.ts';

/** A price or a rate that somebody wants in force. */
interface Revaluation {
  action: string;
  entity: { type: string; id: string };
  /** What exactly is asked for. */
  content: string;
  /** BRL: by how much what users own and what they were promised is worth more or less then. */
  movedCents: Cents;
  /** Set where all items can be bought for less then, by whoever has money. */
  isBoundless?: boolean;
  /** Items that are worth more then: who owns one of them does not set its price. */
  raisedIds?: readonly Id<'item'>[];
}

/**
 * Lets on an administrator who sets a price or a rate: what users own is worth more or less at once. An item of the
 * administrator's or of a friend may be among it, who could make it dear and sell it.
 */
export async function requireMayRevalue(
  deps: DecisionDeps,
  tx: Tx,
  decider: Decider,
  { movedCents, raisedIds = [], ...revaluation }: Revaluation,
): Promise<void> {
  if (raisedIds.length > 0 && (await ownsAny(tx, decider.actorId, raisedIds))) throw ownRecord();
  await requireMayDecide(deps, tx, decider, { ...revaluation, ownerId: null, amountCents: movedCents });
}
