import { type Db, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { raffleNotFound } from '../raffles.errors.ts';
import { lockRaffle } from '../raffles.sql.ts';
import type { RaffleEditor } from '../raffles.types.ts';
import { closeSales } from '../sales/index.ts';
import { type RaffleDetail, readRaffleDetail } from './read-detail.ts';

/** By hand, before all is sold or the time is over. */
export async function closeRaffle({ db }: { db: Db }, id: Id<'raffle'>, editor: RaffleEditor): Promise<RaffleDetail> {
  return transaction(db, async (tx) => {
    if ((await lockRaffle(tx, id)) === null) throw raffleNotFound();
    await closeSales(tx, id, 'ADMIN', editor);
    return readRaffleDetail(tx, id);
  });
}
