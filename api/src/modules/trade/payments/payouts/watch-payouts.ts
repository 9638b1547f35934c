import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/db.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { raiseAlert, resolveAlert } from '../../../people/alerts/index.ts';
import { countWaitingPayouts } from './payouts.sql.ts';
import { withdrawReviewHoursSetting } from './withdraw-settings.ts';

export const WATCH_PAYOUTS = 'watch-money-withdrawals';

const CAUSE = { kind: 'PAYOUTS_WAITING', key: 'all' };

export interface WatchDeps {
  db: Db;
  clock: Clock;
  settings: Pick<Settings, 'get'>;
}

/** Raises an alert while somebody's money waits for administrators for too long, and ends it when nobody's does. */
export async function watchPayouts({ db, clock, settings }: WatchDeps): Promise<void> {
  const hours = settings.get(withdrawReviewHoursSetting);
  const waiting = await countWaitingPayouts(db, new Date(clock.now().getTime() - hours * HOUR_MS));
  if (waiting === 0) return resolveAlert(db, CAUSE);
  await raiseAlert(db, {
    ...CAUSE,
    level: 'WARNING',
    title: 'Money withdrawals are waiting',
    message:
      `${waiting} money withdrawals have waited for more than ${hours} hours to be approved, rejected or paid by hand: ` +
      'see GET /admin/withdrawals with the status PENDING or APPROVED.',
    details: { waiting, hours },
  });
}
