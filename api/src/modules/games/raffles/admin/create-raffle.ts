import { createHash } from 'node:crypto';
import { type Db, transaction } from '../../../../platform/database/db.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import { type Publisher, recordPublishers, requireMayPublish } from '../../../people/decisions/index.ts';
import type { PrizeInput, RaffleFields } from '../raffles.types.ts';
import { scheduleClose } from '../sales/close-sales.ts';
import { insertRaffle } from './admin.sql.ts';
import { type AdminDeps, checkContents, commitPrizes, delayOf, findValues } from './commit-prizes.ts';
import { greatestCost, RAFFLE_TERMS, termsOf } from './raffle-contents.rules.ts';
import { type RaffleDetail, readRaffleDetail } from './read-detail.ts';

export interface RaffleInput {
  fields: RaffleFields;
  prizes: readonly PrizeInput[];
}

/** On sale at once, with a seed for each prize whose hash is public from here on. */
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
      // It has no id before it is there: a second administrator asks for the same terms.
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
