import { type Db, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Editor } from '../../../people/audit/index.ts';
import { raffleNotFound, salesRunOn } from '../raffles.errors.ts';
import { lockRaffle } from '../raffles.sql.ts';
import { closeSales } from '../sales/close-sales.ts';
import { type RaffleDetail, readRaffleDetail } from './read-detail.ts';

/**
 * By hand, of a raffle that nobody wants. Once a ticket is sold its end follows from what was announced: who may close it
 * early knows the seeds, and could choose the list of tickets that wins. Calling it off, with all money back, stays possible.
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
