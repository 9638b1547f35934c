import type { Db, Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { raffleNotFound } from './raffles.errors.ts';
import { findRaffle, listPrizes } from './raffles.sql.ts';
import type { DescribedRaffle } from './raffles.types.ts';

/** With its prizes, whatever its status. */
export async function readRaffle(db: Db | Tx, id: Id<'raffle'>): Promise<DescribedRaffle> {
  const [raffle, prizes] = await Promise.all([findRaffle(db, id), listPrizes(db, id)]);
  if (raffle === null) throw raffleNotFound();
  return { ...raffle, prizes };
}
