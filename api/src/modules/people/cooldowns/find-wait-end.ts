import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { withdrawalsWait } from './cooldowns.errors.ts';
import { waitEndOf } from './cooldowns.rules.ts';
import { findLastWait } from './cooldowns.sql.ts';
import { withdrawalWaitHoursSetting } from './wait-hours.ts';

export interface WaitDeps {
  clock: Clock;
  settings: Pick<Settings, 'read'>;
}

/** Until when withdrawals of a user wait; null where they do not. */
export async function findWaitEnd({ clock, settings }: WaitDeps, tx: Tx, userId: Id<'user'>): Promise<Date | null> {
  const [begunAt, hours] = await Promise.all([findLastWait(tx, userId), settings.read(tx, withdrawalWaitHoursSetting)]);
  return waitEndOf(begunAt, hours, clock.now());
}

/** For who lets something leave. */
export async function requireNoWait(deps: WaitDeps, tx: Tx, userId: Id<'user'>): Promise<void> {
  const end = await findWaitEnd(deps, tx, userId);
  if (end !== null) throw withdrawalsWait(end);
}
