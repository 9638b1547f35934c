import { strict as assert } from 'node:assert';
import type { Clock } from '../../../../platform/clock.ts';
import { type Db, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { type Editor, recordAudit } from '../../../people/audit/index.ts';
import { type Beacon, raiseListLate } from '../../beacon/index.ts';
import { lockRaffle } from '../raffles.sql.ts';
import { readClock, updateBeaconRound } from './purchases.sql.ts';

export interface BeaconDeps {
  db: Db;
  clock: Clock;
  /** Null: no source of public randomness is configured. */
  beacon: Beacon | null;
}

/**
 * Writes the round that decides, once, and returns it. It follows from the close of the sales and from the terms. The rule of
 * raffles from before delays were kept named a round that was still to come.
 */
export function nameRound(
  { db, clock }: Pick<BeaconDeps, 'db' | 'clock'>,
  beacon: Beacon,
  id: Id<'raffle'>,
  editor: Editor,
): Promise<number> {
  return transaction(db, async (tx) => {
    const raffle = await lockRaffle(tx, id);
    assert(raffle?.closedAt, 'the sales are closed');
    if (raffle.beacon !== null) return raffle.beacon.round;
    const { closedAt, beaconDelaySeconds } = raffle;
    const now = new Date(Math.max(clock.now().getTime(), (await readClock(tx)).getTime()));
    const { round, at: dueAt } = beacon.roundFor(beaconDelaySeconds === null ? now : closedAt, beaconDelaySeconds);
    const metadata = { beaconRound: round, dueAt };
    await Promise.all([
      updateBeaconRound(tx, id, { round, dueAt }),
      now < dueAt ? null : raiseListLate(tx, { id, round, dueAt }),
      recordAudit(tx, [
        { action: 'RAFFLE_ROUND_NAMED', userId: null, entity: { type: 'raffle', id }, metadata, ...editor },
      ]),
    ]);
    return round;
  });
}
