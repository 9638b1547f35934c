import type { Clock } from '../../../../platform/clock.ts';
import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import { lockAccount } from '../../../assets/wallet/index.ts';
import { resolveAlert } from '../../../people/alerts/index.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import { type DecisionDeps, requireMayDecide } from '../../../people/decisions/index.ts';
import type { NotifyUser } from '../../../people/notifications/index.ts';
import {
  type FollowedTrade,
  notDeliveredCause,
  type SwapReturn,
  siteSwapDecided,
  siteSwapItemGone,
  siteSwapNotFound,
  siteSwapNotUndelivered,
} from './deliveries.records.ts';
import { findResolution, insertReturn, lockTrade } from './deliveries.sql.ts';
import { notifyUndone, takeBack } from './follow-trades.ts';

export interface DecideDeps extends DecisionDeps {
  db: Db;
  clock: Clock;
  push: Pick<Push, 'toUser'>;
  notifyUser: NotifyUser;
}

export interface DecideCommand {
  id: Id<'site-swap'>;
  resolution: SwapReturn['resolution'];
  reason: string;
  actorId: Id<'user'>;
  sessionId?: string;
  ip: string;
}

const SWAP_ENTITY = 'site-swap';

export async function decideReturn(
  deps: DecideDeps,
  command: DecideCommand,
  once: Once<SwapReturn> | null,
): Promise<SwapReturn> {
  let afterCommit = () => {};
  const decided = await writeOnce(deps.db, once, async (tx) => {
    const trade = await undeliveredTrade(tx, command);
    await lockAccount(tx, trade.userId);
    await requireMayDecide(deps, tx, command, {
      ownerId: trade.userId,
      amountCents: trade.costCents,
      action: 'decide',
      entity: { type: SWAP_ENTITY, id: trade.id },
      content: command.resolution,
    });
    const { made, undone } = await decide(tx, trade, command, deps.clock.now());
    if (undone !== null) afterCommit = () => notifyUndone(deps, trade, undone);
    return made;
  });
  afterCommit();
  return decided;
}

async function undeliveredTrade(tx: Tx, { id }: DecideCommand): Promise<FollowedTrade> {
  const [trade, resolution] = await Promise.all([lockTrade(tx, id), findResolution(tx, id)]);
  if (trade === null) throw siteSwapNotFound();
  if (trade.outcome === null || trade.outcome === 'DELIVERED') throw siteSwapNotUndelivered();
  if (resolution !== null) throw siteSwapDecided(resolution);
  return trade;
}

async function decide(
  tx: Tx,
  trade: FollowedTrade,
  { id, resolution, reason, actorId, ip }: DecideCommand,
  decidedAt: Date,
): Promise<{ made: SwapReturn; undone: { balanceCents: bigint } | null }> {
  const decision = { actorId, reason };
  const isTaken = resolution === 'TAKEN_BACK';
  const made: SwapReturn = { id, resolution, refundCents: isTaken ? trade.costCents : 0n, decision, decidedAt };
  const undone = isTaken ? await takeBack(tx, trade, { decision, decidedAt }) : null;
  if (isTaken && undone === null) throw siteSwapItemGone();
  if (!isTaken) await insertReturn(tx, made);
  const entity = { type: SWAP_ENTITY, id };
  const metadata = { resolution, reason, refundCents: made.refundCents.toString() };
  await Promise.all([
    recordAudit(tx, [{ action: 'SITE_SWAP_DECIDED', userId: trade.userId, actorId, entity, metadata, ip }]),
    resolveAlert(tx, notDeliveredCause(trade), actorId),
  ]);
  return { made, undone };
}
