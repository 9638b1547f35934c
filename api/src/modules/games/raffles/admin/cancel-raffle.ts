import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import type { HotStore } from '../../../../platform/hot-store/hot-store.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import { notifyBalance } from '../../../assets/wallet/index.ts';
import { type Editor, recordAudit } from '../../../people/audit/index.ts';
import { insertNotifications } from '../../../people/notifications/index.ts';
import { hasAskedEnough, raiseBeaconSilent, silentSince } from '../../beacon/index.ts';
import { returnStakes, type StakeDeps, skipNonces } from '../../rolls/index.ts';
import { type DrawDeps, drawUndrawn } from '../draw/draw-raffle.ts';
import { isRoundThere } from '../draw/prepare-draw.ts';
import { raffleGame } from '../raffles.game.ts';
import { notDrawn } from '../raffles.messages.ts';
import {
  prizeNonces,
  RAFFLE_SOURCE,
  raffleIsNotOnSale,
  raffleNotFound,
  type StoredRaffle,
  salesRunOn,
} from '../raffles.records.ts';
import { listPrizes, lockRaffle } from '../raffles.sql.ts';
import { closeSales } from '../sales/close-sales.ts';
import { listBuyers, listSilentRaffles, type RaffleDetail, readRaffleDetail, updateToCancelled } from './admin.sql.ts';

export interface CancelDeps extends StakeDeps {
  db: Db;
  push: Pick<Push, 'toUser'>;
}

export interface SilentDeps extends CancelDeps, DrawDeps {
  push: Pick<Push, 'toUser' | 'toAll'>;
  logger: Logger;
  hotStore: HotStore;
}

/**
 * Pays everybody back, in a number of statements that does not depend on the buyers. The raffle must be on sale: once
 * the list of tickets is fixed, so is the outcome, and nobody may choose whether it counts.
 */
export async function cancelRaffle(
  deps: CancelDeps,
  id: Id<'raffle'>,
  editor: Editor,
  once: Once<RaffleDetail> | null,
): Promise<RaffleDetail> {
  let balances: ReadonlyMap<Id<'user'>, Cents> = new Map();
  const cancelled = await writeOnce(deps.db, once, async (tx) => {
    const raffle = await lockRaffle(tx, id);
    if (raffle === null) throw raffleNotFound();
    if (!raffle.isOnSale) throw raffleIsNotOnSale();
    balances = (await payBack(deps, tx, raffle, editor)).balances;
    return readRaffleDetail(tx, id);
  });
  for (const [userId, balanceCents] of balances) notifyBalance(deps.push, userId, balanceCents);
  return cancelled;
}

async function payBack(
  deps: StakeDeps,
  tx: Tx,
  { id, name, ticketsSold }: StoredRaffle,
  editor: Editor,
): Promise<{ balances: ReadonlyMap<Id<'user'>, Cents>; buyerIds: Id<'user'>[] }> {
  const [buyers, prizes] = await Promise.all([listBuyers(tx, id), listPrizes(tx, id)]);
  const { transferIds, balances } = await returnStakes(
    deps,
    tx,
    raffleGame,
    buyers.map(({ userId, spentCents }) => ({
      userId,
      amountCents: spentCents,
      reason: `Sorteio ${name} cancelado`,
      reference: { type: RAFFLE_SOURCE, id },
    })),
  );
  const refunds = buyers.map(({ userId }, index) => ({ userId, transferId: transferIds[index] as Id<'transfer'> }));
  const refundedCents = buyers.reduce((sum, { spentCents }) => sum + spentCents, 0n);
  const metadata = { ticketsSold, buyers: buyers.length, refundedCents };
  const entity = { type: 'raffle', id };
  await Promise.all([
    updateToCancelled(tx, id, refunds),
    skipNonces(tx, prizeNonces(id, prizes), 'The raffle was cancelled'),
    recordAudit(tx, [{ action: 'RAFFLE_CANCELLED', userId: null, entity, metadata, ...editor }]),
  ]);
  return { balances, buyerIds: buyers.map(({ userId }) => userId) };
}

/** The round of these raffles has been due for a day. A raffle that cannot be cancelled keeps no other from it. */
export async function cancelSilent(deps: SilentDeps): Promise<void> {
  const ids = await listSilentRaffles(deps.db, silentSince(deps.clock));
  await Promise.all(
    ids.map((id) =>
      drawOrCancel(deps, id).catch((error: unknown) =>
        deps.logger.warn({ err: error, raffleId: id }, 'A raffle whose beacon is silent cannot be cancelled'),
      ),
    ),
  );
}

/** A round that can be read decides, however late it is: nobody may cancel a result that could be known. */
async function drawOrCancel(deps: SilentDeps, id: Id<'raffle'>): Promise<void> {
  if (await isRoundThere(deps, id)) return drawUndrawn(deps, id);
  if (!(await hasAskedEnough(deps.hotStore, 'raffle', id))) return;
  const balances = await transaction(deps.db, async (tx) => {
    const raffle = await lockRaffle(tx, id);
    if (raffle?.status !== 'DRAWING' || raffle.randomness !== 'drand' || raffle.ticketsSold === 0) return null;
    if ((raffle.beacon?.dueAt ?? raffle.closedAt ?? deps.clock.now()) > silentSince(deps.clock)) return null;
    const { balances, buyerIds } = await payBack(deps, tx, raffle, { actorId: null, ip: null });
    await Promise.all([
      insertNotifications(
        tx,
        buyerIds.map((userId) => notDrawn(userId, raffle)),
      ),
      raiseBeaconSilent(tx, { game: 'RAFFLE', id, round: raffle.beacon?.round ?? null }),
    ]);
    return balances;
  });
  for (const [userId, balanceCents] of balances ?? []) notifyBalance(deps.push, userId, balanceCents);
}

/**
 * Closes a raffle without buyers. Once a ticket is sold, closing early would choose the list of tickets, and the house
 * knows the seeds. The raffle can still be cancelled, with all money back.
 */
export async function closeRaffle({ db }: { db: Db }, id: Id<'raffle'>, editor: Editor): Promise<RaffleDetail> {
  return transaction(db, async (tx) => {
    const raffle = await lockRaffle(tx, id);
    if (raffle === null) throw raffleNotFound();
    if (raffle.isOnSale && raffle.ticketsSold > 0) throw salesRunOn();
    await closeSales(tx, id, 'ADMIN', editor);
    return readRaffleDetail(tx, id);
  });
}
