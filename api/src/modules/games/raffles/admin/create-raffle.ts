import { type Db, transaction } from '../../../../platform/database/db.ts';
import { type Editor, recordAudit } from '../../../people/audit/index.ts';
import type { PrizeInput, RaffleFields } from '../raffles.types.ts';
import { scheduleClose } from '../sales/index.ts';
import { insertRaffle } from './admin.sql.ts';
import { type AdminDeps, checkContents, commitPrizes } from './commit-prizes.ts';
import { type RaffleDetail, readRaffleDetail } from './read-detail.ts';

export interface RaffleInput {
  fields: RaffleFields;
  prizes: readonly PrizeInput[];
}

/** On sale at once, with a seed for each prize whose hash is public from here on. */
export async function createRaffle(
  deps: AdminDeps & { db: Db },
  { fields, prizes }: RaffleInput,
  editor: Editor,
): Promise<RaffleDetail> {
  return transaction(deps.db, async (tx) => {
    await checkContents(deps, tx, fields, prizes, new Set());
    const id = await insertRaffle(tx, fields, editor.actorId);
    const entity = { type: 'raffle', id };
    const metadata = { ...fields, prizes };
    await Promise.all([
      commitPrizes(deps, tx, id, prizes, editor),
      scheduleClose(tx, id, fields.closesAt),
      recordAudit(tx, [{ action: 'RAFFLE_CREATED', userId: null, entity, metadata, ...editor }]),
    ]);
    return readRaffleDetail(tx, id);
  });
}
