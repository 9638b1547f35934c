import { raiseAlert } from '../../people/alerts/index.ts';
import { givenUpInVain } from './orders.alerts.ts';
import { findOrder, type StoredOrder } from './orders.sql.ts';
import { nextLookAt } from './second-looks.rules.ts';
import { deleteLook, takeDueLook, updateLookDue } from './second-looks.sql.ts';
import type { AnyKind, OrdersDeps } from './settle-order.ts';

/** Where the other side cannot be asked, and where a process has died over it. */
const ASK_AGAIN_MS = 5 * 60_000;

type LookingDeps = OrdersDeps & { kinds: ReadonlyMap<string, AnyKind> };

/**
 * Asks once more for one order that was given up: a purchase that came to the other side very late is bought, and what
 * was set aside for it is free again. Nothing is changed; a person is called. False where none is due.
 */
export async function lookAgain(deps: LookingDeps): Promise<boolean> {
  const { db, clock, logger, kinds } = deps;
  const now = clock.now();
  const id = await takeDueLook(db, now, new Date(now.getTime() + ASK_AGAIN_MS));
  if (id === null) return false;
  const order = await findOrder(db, id);
  const kind = order === null ? undefined : kinds.get(order.kind);
  // Of a kind that this process does not know: another one may.
  if (order === null || kind === undefined) return true;
  try {
    await compare(deps, kind, order);
  } catch (error) {
    logger.warn({ err: error, orderId: id, kind: order.kind }, 'An order that was given up could not be looked for');
  }
  return true;
}

async function compare({ db, clock }: LookingDeps, kind: AnyKind, order: StoredOrder): Promise<void> {
  // Of the moment of the question, as where orders are settled.
  const askedAt = clock.now();
  const found = await kind.find(order);
  const isThere = found !== null && (found === 'TAKEN' || 'bought' in found);
  if (isThere) await raiseAlert(db, givenUpInVain(order, found === 'TAKEN' ? 'TAKEN' : 'BOUGHT'));
  const next = isThere ? null : nextLookAt(order.settledAt ?? askedAt, askedAt);
  await (next === null ? deleteLook(db, order.id) : updateLookDue(db, order.id, next));
}
