import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/db.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import type { NotifyUser } from '../../../people/notifications/index.ts';

/** What ends a withdrawal: whoever is concerned hears of it after the commit. */
export interface PayoutDeps {
  db: Db;
  clock: Clock;
  push: Pick<Push, 'toUser'>;
  notifyUser: NotifyUser;
}
