import type { Clock } from '../../../../platform/clock.ts';
import { type Db, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { type Editor, recordAudit } from '../../../people/audit/index.ts';
import type { Beacon } from '../../beacon/index.ts';
import { lockRaffle } from '../raffles.sql.ts';
import { readClock, updateBeaconRound } from './purchases.sql.ts';

/** What names rounds of public randomness. */
export interface BeaconDeps {
  db: Db;
  clock: Clock;
  /** Null: no source of public randomness is configured. */
  beacon: Beacon | null;
}

/**
 * Names the round that decides, once, and gives it. The hash of the list is public by now and the round still to come, so
 * that whoever knows the round can no longer exchange the list.
 */
export function nameRound(
  { db, clock }: Pick<BeaconDeps, 'db' | 'clock'>,
  beacon: Beacon,
  id: Id<'raffle'>,
  editor: Editor,
): Promise<number> {
  return transaction(db, async (tx) => {
    const raffle = await lockRaffle(tx, id);
    const named = raffle?.beacon ?? null;
    if (named !== null) return named.round;
    // Whichever clock is ahead: the round must not be known yet.
    const at = Math.max(clock.now().getTime(), (await readClock(tx)).getTime());
    const { round, at: dueAt } = beacon.roundAfter(new Date(at));
    const metadata = { beaconRound: round, dueAt };
    await Promise.all([
      updateBeaconRound(tx, id, { round, dueAt }),
      recordAudit(tx, [
        { action: 'RAFFLE_ROUND_NAMED', userId: null, entity: { type: 'raffle', id }, metadata, ...editor },
      ]),
    ]);
    return round;
  });
}
