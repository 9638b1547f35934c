import { createHash } from 'node:crypto';
import { changedFields } from '../../../../platform/changed-fields.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import type { HotStore } from '../../../../platform/hot-store/hot-store.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { findItems, findUsableItems } from '../../../assets/items/index.ts';
import { notifyBalance } from '../../../assets/wallet/index.ts';
import { type Editor, recordAudit } from '../../../people/audit/index.ts';
import { type Publisher, recordPublishers, requireMayPublish } from '../../../people/decisions/index.ts';
import { insertNotifications } from '../../../people/notifications/index.ts';
import { beaconDelaySetting, hasAskedEnough, raiseBeaconSilent, silentSince } from '../../beacon/index.ts';
import { commitAhead, returnStakes, type SeedDeps, type StakeDeps, skipNonces } from '../../rolls/index.ts';
import { type DrawDeps, drawUndrawn, isRoundThere } from '../draw/draw-raffle.ts';
import { raffleGame } from '../raffles.game.ts';
import { notDrawn } from '../raffles.messages.ts';
import {
  nonceOf,
  type PrizeInput,
  prizeNonces,
  RAFFLE_SOURCE,
  type RaffleFields,
  raffleIsNotOnSale,
  raffleNotFound,
  raffleStream,
  type StoredRaffle,
  salesRunOn,
  ticketsAreSold,
  unsoundRaffle,
} from '../raffles.records.ts';
import { listPrizes, lockRaffle } from '../raffles.sql.ts';
import { type BeaconDeps, closeSales, scheduleClose } from '../sales/close-sales.ts';
import { greatestCost, RAFFLE_TERMS, type RaffleInput, raffleFaults, termsOf } from './admin.records.ts';
import {
  insertRaffle,
  listBuyers,
  listSilentRaffles,
  listSkippedNonces,
  type RaffleDetail,
  readRaffleDetail,
  replacePrizes,
  updateRaffle,
  updateToCancelled,
} from './admin.sql.ts';

export interface AdminDeps extends SeedDeps, BeaconDeps {
  settings: Pick<Settings, 'read'>;
}

const delayOf = async ({ settings }: AdminDeps, tx: Tx, { randomness }: RaffleFields): Promise<number | null> =>
  randomness === 'drand' ? settings.read(tx, beaconDelaySetting) : null;

/**
 * Throws a 422 with every fault and its place. No item is locked, since it may be archived at any later time as well.
 */
async function checkContents(
  { clock, beacon }: Pick<BeaconDeps, 'clock' | 'beacon'>,
  tx: Tx,
  fields: RaffleFields,
  prizes: readonly PrizeInput[],
  givenUp: ReadonlySet<number>,
): Promise<void> {
  const usableIds = await findUsableItems(tx, [...new Set(prizes.map(({ itemId }) => itemId))]);
  const ground = { now: clock.now(), usableIds, givenUp, hasBeacon: beacon !== null };
  const faults = raffleFaults(fields, prizes, ground);
  if (faults.length > 0) throw unsoundRaffle(faults);
}

async function findValues(tx: Tx, prizes: readonly Pick<PrizeInput, 'itemId'>[]): Promise<Cents[]> {
  const items = await findItems(tx, [...new Set(prizes.map(({ itemId }) => itemId))]);
  const values = new Map(items.map(({ id, valueCentsBrl }) => [id, valueCentsBrl]));
  return prizes.map(({ itemId }) => values.get(itemId) ?? 0n);
}

/** A place that was committed to before keeps its seed, whatever the prize: a commitment never changes. */
async function commitPrizes(
  deps: SeedDeps,
  tx: Tx,
  raffleId: Id<'raffle'>,
  prizes: readonly PrizeInput[],
  { actorId, ip }: Editor,
): Promise<void> {
  const asker = { userId: actorId, ip, entity: { type: 'raffle', id: raffleId } };
  const asks = prizeNonces(raffleId, prizes).map((nonce) => ({ ...nonce, asker }));
  const hashes = (await commitAhead(deps, tx, asks)).flat();
  await replacePrizes(
    tx,
    raffleId,
    prizes.map((prize, index) => ({ ...prize, serverSeedHash: hashes[index] as string })),
  );
}

/** The raffle is on sale at once, and the hash of each prize's seed is public from here on. */
export async function createRaffle(
  deps: AdminDeps & { db: Db },
  { fields, prizes }: RaffleInput,
  editor: Publisher,
): Promise<RaffleDetail> {
  return transaction(deps.db, async (tx) => {
    await checkContents(deps, tx, fields, prizes, new Set());
    const content = termsOf({ fields, prizes });
    const terms = createHash('sha256').update(content).digest('hex').slice(0, 32);
    const publisherIds = await requireMayPublish(tx, editor, {
      costCents: greatestCost(fields, await findValues(tx, prizes)),
      action: 'create',
      // The raffle has no id yet: a second administrator asks for the same terms.
      entity: { type: RAFFLE_TERMS, id: terms },
      content,
    });
    const beaconDelaySeconds = await delayOf(deps, tx, fields);
    const id = await insertRaffle(tx, { ...fields, beaconDelaySeconds }, editor.actorId);
    const entity = { type: 'raffle', id };
    const metadata = { ...fields, beaconDelaySeconds, prizes, terms };
    await Promise.all([
      recordPublishers(tx, entity, publisherIds),
      commitPrizes(deps, tx, id, prizes, editor),
      scheduleClose(tx, id, fields.closesAt),
      recordAudit(tx, [{ action: 'RAFFLE_CREATED', userId: null, entity, metadata, ...editor }]),
    ]);
    return readRaffleDetail(tx, id);
  });
}

/**
 * A raffle can be edited before its first sale. A prize that stays in its place keeps its seed. The seed of a place
 * that is given up is recorded as never used, and the place is not taken again.
 */
export async function editRaffle(
  deps: AdminDeps & { db: Db },
  id: Id<'raffle'>,
  { fields, prizes }: RaffleInput,
  editor: Publisher,
): Promise<RaffleDetail> {
  return transaction(deps.db, async (tx) => {
    const before = await lockRaffle(tx, id);
    if (before === null) throw raffleNotFound();
    if (before.ticketsSold > 0) throw ticketsAreSold();
    if (!before.isOnSale) throw raffleIsNotOnSale();
    const [prizesBefore, skipped] = await Promise.all([listPrizes(tx, id), listSkippedNonces(tx, raffleStream(id))]);
    await checkContents(deps, tx, fields, prizes, new Set(skipped.map((nonce) => nonce - 1)));
    // A raffle that stays with the beacon keeps its delay.
    const isSame = before.randomness === fields.randomness;
    const beaconDelaySeconds = isSame ? before.beaconDelaySeconds : await delayOf(deps, tx, fields);
    const nonces = new Set(prizes.map(nonceOf));
    const gone = prizesBefore.filter((prize) => !nonces.has(nonceOf(prize)));
    const entity = { type: 'raffle', id };
    const metadata = { ...changedFields(before, fields), prizes };
    const costBefore = greatestCost(
      before,
      await findValues(
        tx,
        prizesBefore.map(({ item }) => item),
      ),
    );
    const cost = greatestCost(fields, await findValues(tx, prizes));
    const publisherIds = await requireMayPublish(tx, editor, {
      // The former cost was counted when the raffle was created.
      costCents: cost > costBefore ? cost - costBefore : 0n,
      action: 'edit',
      entity,
      content: termsOf({ fields, prizes }),
    });
    await Promise.all([
      recordPublishers(tx, entity, publisherIds),
      updateRaffle(tx, id, { ...fields, beaconDelaySeconds }),
      commitPrizes(deps, tx, id, prizes, editor),
      gone.length === 0 ? null : skipNonces(tx, prizeNonces(id, gone), 'The prize was taken away'),
      scheduleClose(tx, id, fields.closesAt),
      recordAudit(tx, [{ action: 'RAFFLE_UPDATED', userId: null, entity, metadata, ...editor }]),
    ]);
    return readRaffleDetail(tx, id);
  });
}

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
