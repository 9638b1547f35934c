import type { Db, Tx } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { isPaused, theoreticalRtp } from '../case-returns.rules.ts';
import { listActiveReturns } from './cases.sql.ts';

export interface PausedCase {
  id: Id<'case'>;
  name: string;
  theoreticalRtpPercent: string;
}

/** Active cases that cannot be opened now, by id. */
export async function listPausedCases(db: Db | Tx): Promise<PausedCase[]> {
  const paused = (await listActiveReturns(db)).filter(isPaused);
  return paused.map(({ id, name, worthCents, priceCents }) => ({
    id,
    name,
    theoreticalRtpPercent: theoreticalRtp(worthCents ?? 0n, priceCents),
  }));
}
