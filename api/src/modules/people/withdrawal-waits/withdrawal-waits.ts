import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { waitEndOf, withdrawalsWait, withdrawalWaitHoursSetting } from './withdrawal-waits.records.ts';
import { findLastWait } from './withdrawal-waits.sql.ts';

export interface WaitDeps {
  clock: Clock;
  settings: Pick<Settings, 'read'>;
}

/** Returns null where withdrawals of the user do not wait. */
export async function findWaitEnd({ clock, settings }: WaitDeps, tx: Tx, userId: Id<'user'>): Promise<Date | null> {
  const [begunAt, hours] = await Promise.all([findLastWait(tx, userId), settings.read(tx, withdrawalWaitHoursSetting)]);
  return waitEndOf(begunAt, hours, clock.now());
}

export async function requireNoWait(deps: WaitDeps, tx: Tx, userId: Id<'user'>): Promise<void> {
  const end = await findWaitEnd(deps, tx, userId);
  if (end !== null) throw withdrawalsWait(end);
}
