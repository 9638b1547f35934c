import { type Clock, systemClock } from '../../../platform/clock.ts';
import { afterCommit } from '../../../platform/database/after-commit.ts';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { Push } from '../../../platform/realtime/events.ts';
import { notificationBroadcast, notificationMade } from './notifications.events.ts';
import { pushView } from './notifications.schemas.ts';
import { insertTypedNotifications } from './notifications.sql.ts';
import type { BroadcastType, NotificationContent, OwnWords } from './notifications.types.ts';

interface NotifierDeps {
  db: Db;
  push: Pick<Push, 'toUser' | 'toAll'>;
  /** The platform setting `liveNotifications`, asked each time since it changes while the server runs. */
  isLive: () => boolean | Promise<boolean>;
  logger: Logger;
  clock?: Clock;
}

/** Tells a user what has happened. Nobody waits for it, and its failure is no failure of what is told. */
export type NotifyUser = (userId: Id<'user'>, contents: readonly NotificationContent[]) => void;

/**
 * Tells a user about the safety of their account: recorded in the transaction of what it tells of, and pushed when that has
 * committed. Always: who could switch it off could also hide what they did.
 */
export type NotifySecurity = (tx: Tx, userId: Id<'user'>, contents: readonly NotificationContent[]) => Promise<void>;

export interface Notifier {
  /** Records first and pushes once the record is committed; so it is called after the commit of what it tells. */
  notify(userId: Id<'user'>, contents: readonly NotificationContent[]): Promise<void>;
  notifyUser: NotifyUser;
  notifySecurity: NotifySecurity;
  /** To everybody who is connected now. Nothing is recorded, since it belongs to no user. */
  broadcastNotification(content: OwnWords & { type: BroadcastType }): Promise<void>;
}

/** Does nothing while live notifications are off, but for what concerns the safety of an account. */
export function createNotifier({ db, push, isLive, logger, clock = systemClock }: NotifierDeps): Notifier {
  const notify: Notifier['notify'] = async (userId, contents) => {
    if (!(await isLive())) return;
    const recorded = await transaction(db, (tx) => insertTypedNotifications(tx, userId, contents));
    for (const each of recorded) push.toUser(userId, notificationMade, pushView(each));
  };
  return {
    notify,
    notifyUser: (userId, contents) => {
      notify(userId, contents).catch((err: unknown) => logger.warn({ err }, 'A notification could not be made'));
    },
    notifySecurity: async (tx, userId, contents) => {
      const recorded = await insertTypedNotifications(tx, userId, contents);
      afterCommit(tx, () => {
        for (const each of recorded) push.toUser(userId, notificationMade, pushView(each));
      });
    },
    broadcastNotification: async ({ type, title, message, metadata = null }) => {
      if (!(await isLive())) return;
      push.toAll(notificationBroadcast, { type, title, message, metadata, createdAt: clock.now().toISOString() });
    },
  };
}
