import { afterCommit, type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { Push } from '../../../platform/realtime/events.ts';
import { notificationMade } from './notifications.messages.ts';
import { type NotificationContent, pushView } from './notifications.records.ts';
import { insertTypedNotifications } from './notifications.sql.ts';

interface NotifierDeps {
  db: Db;
  push: Pick<Push, 'toUser'>;
  /** Read each time, since the setting changes while the server runs. */
  isLive: () => boolean | Promise<boolean>;
  logger: Logger;
}

/** Nobody waits for it, and its failure fails nothing else. */
export type NotifyUser = (userId: Id<'user'>, contents: readonly NotificationContent[]) => void;

/**
 * Writes in the caller's transaction and pushes after its commit. No setting switches it off, because a thief could
 * hide behind that.
 */
export type NotifySecurity = (tx: Tx, userId: Id<'user'>, contents: readonly NotificationContent[]) => Promise<void>;

export interface Notifier {
  /** Call it after the commit; it writes first and then pushes. */
  notify(userId: Id<'user'>, contents: readonly NotificationContent[]): Promise<void>;
  notifyUser: NotifyUser;
  notifySecurity: NotifySecurity;
}

/** While live notifications are off, it sends only those about the safety of an account. */
export function createNotifier({ db, push, isLive, logger }: NotifierDeps): Notifier {
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
  };
}
