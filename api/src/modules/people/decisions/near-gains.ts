import type { Tx } from '../../../platform/database/db.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { Id } from '../../../platform/ids.ts';
import { twoPersonCentsSetting } from './decision-settings.ts';
import { ownRecord } from './decisions.errors.ts';
import { findNearGains, type NearGain } from './gains.sql.ts';
import type { DecisionDeps } from './require-may-decide.ts';

/** So long back it is looked at what an administrator nearby has given. */
const GAINS_MS = 30 * DAY_MS;

export const findGainsOf = (tx: Tx, userId: Id<'user'>, now: Date): Promise<NearGain[]> =>
  findNearGains(tx, new Date(now.getTime() - GAINS_MS), userId);

/**
 * Whoever gave something to somebody beside them lets nothing of theirs out: it waits for another administrator. Where one is
 * always enough (`twoPersonCents` is 0) there may be no other.
 */
export async function requireNotNear(
  { settings, clock }: Pick<DecisionDeps, 'settings' | 'clock'>,
  tx: Tx,
  { actorId, ownerId }: { actorId: Id<'user'>; ownerId: Id<'user'> },
): Promise<void> {
  if ((await settings.read(tx, twoPersonCentsSetting)) === 0) return;
  const gains = await findGainsOf(tx, ownerId, clock.now());
  if (gains.some(({ administratorId }) => administratorId === actorId)) throw ownRecord();
}
