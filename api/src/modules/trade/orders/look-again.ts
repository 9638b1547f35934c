import { transaction } from '../../../platform/database/db.ts';
import { raiseAlert } from '../../people/alerts/index.ts';
import { givenUpInVain, orderNotChecked } from './orders.alerts.ts';
import { findOrder, type StoredOrder } from './orders.sql.ts';
import { isLookOverdue, nextLookAt } from './second-looks.rules.ts';
import { deleteLook, takeDueLook, updateLookDue } from './second-looks.sql.ts';
import type { AnyKind, OrdersDeps } from './settle-order.ts';

/** Where the other side cannot be asked, and where a process has died over it. */
const ASK_AGAIN_MS = 5 * 60_000;

type LookingDeps = OrdersDeps & { kinds: ReadonlyMap<string, AnyKind> };

/**
 * Asks once more for one order that was given up: a purchase that came to the other side very late is bought, and what
 * was set aside for it is free again. Nothing is changed; a person is called, also where it cannot be asked for hours.
 * False where none is due.
 */
export async function lookAgain(deps: LookingDeps): Promise<boolean> {
  const { db, clock } = deps;
  const now = clock.now();
  const id = await takeDueLook(db, now, new Date(now.getTime() + ASK_AGAIN_MS));
  if (id === null) return false;
  const order = await findOrder(db, id);
  if (order !== null && !(await hasLooked(deps, order))) await leaveIfOverdue(deps, order);
  return true;
}

async function hasLooked(deps: LookingDeps, order: StoredOrder): Promise<boolean> {
  const kind = deps.kinds.get(order.kind);
  // Of a kind that this process does not know: another one may.
  if (kind === undefined) return false;
  try {
    await compare(deps, kind, order);
    return true;
  } catch (error) {
    const about = { err: error, orderId: order.id, kind: order.kind };
    deps.logger.warn(about, 'An order that was given up could not be looked for');
    return false;
  }
}

/** Once, with its alert. */
async function leaveIfOverdue({ db, clock }: LookingDeps, order: StoredOrder): Promise<void> {
  if (order.settledAt === null || !isLookOverdue(order.settledAt, clock.now())) return;
  await transaction(db, async (tx) => {
    if (await deleteLook(tx, order.id)) await raiseAlert(tx, orderNotChecked(order));
  });
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
