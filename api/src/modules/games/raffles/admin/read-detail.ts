import type { Db, Tx } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { DescribedRaffle } from '../raffles.types.ts';
import { readRaffle } from '../read-raffle.ts';
import { countBuyers } from './admin.sql.ts';

/** As an administrator sees it. */
export interface RaffleDetail extends DescribedRaffle {
  buyers: number;
}

export async function readRaffleDetail(db: Db | Tx, id: Id<'raffle'>): Promise<RaffleDetail> {
  const [raffle, buyers] = await Promise.all([readRaffle(db, id), countBuyers(db, id)]);
  return { ...raffle, buyers };
}
