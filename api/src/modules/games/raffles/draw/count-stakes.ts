import { type Db, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { lockAccounts } from '../../../assets/wallet/index.ts';
import type { Earn } from '../../rolls/index.ts';
import { markCounted } from './draw.sql.ts';

export const COUNT_STAKES = 'count-raffle-stakes';

const BUYERS_AT_ONCE = 1_000;

/**
 * What the tickets of a raffle that was drawn earn in the event that runs. After the draw and not with the sale, so that a
 * ticket that is paid back has earned nothing; by a job and some buyers at a time, so that no draw waits for it however
 * many they are. Each buyer is marked in the transaction that counts the stake: once, whoever repeats it.
 */
export async function countStakes({ db, earn }: { db: Db; earn: Earn }, raffleId: Id<'raffle'>): Promise<void> {
  let counted = 0;
  do {
    counted = await transaction(db, async (tx) => {
      const rows = await markCounted(tx, raffleId, BUYERS_AT_ONCE);
      const stakes = rows.map(({ userId, stakeCents }) => ({ userId, stakeCents }));
      await lockAccounts(
        tx,
        stakes.map(({ userId }) => userId),
      );
      await earn(tx, stakes);
      return stakes.length;
    });
  } while (counted === BUYERS_AT_ONCE);
}
