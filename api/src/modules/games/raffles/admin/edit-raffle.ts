import { changedFields } from '../../../../platform/changed-fields.ts';
import { type Db, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import { type Publisher, recordPublishers, requireMayPublish } from '../../../people/decisions/index.ts';
import { skipNonces } from '../../rolls/index.ts';
import { nonceOf, prizeNonces, raffleStream } from '../raffle-stream.ts';
import { raffleIsNotOnSale, raffleNotFound, ticketsAreSold } from '../raffles.errors.ts';
import { listPrizes, lockRaffle } from '../raffles.sql.ts';
import { scheduleClose } from '../sales/close-sales.ts';
import { listSkippedNonces, updateRaffle } from './admin.sql.ts';
import { type AdminDeps, checkContents, commitPrizes, delayOf, findValues } from './commit-prizes.ts';
import type { RaffleInput } from './create-raffle.ts';
import { greatestCost, termsOf } from './raffle-contents.rules.ts';
import { type RaffleDetail, readRaffleDetail } from './read-detail.ts';

/**
 * Before the first sale. A prize that stays in its place keeps its seed; the seed of a place that is given up is never
 * used, which is recorded, and the place is not taken again.
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
      // What it could cost before was given when it was created.
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
