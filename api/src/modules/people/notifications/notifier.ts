import { afterCommit, type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { Push } from '../../../platform/realtime/events.ts';
import { notificationMade } from './notifications.events.ts';
import { pushView } from './notifications.schemas.ts';
import { insertTypedNotifications } from './notifications.sql.ts';
import type { NotificationContent } from './notifications.types.ts';

interface NotifierDeps {
  db: Db;
  push: Pick<Push, 'toUser'>;
  /** The platform setting `liveNotifications`, asked each time since it changes while the server runs. */
  isLive: () => boolean | Promise<boolean>;
  logger: Logger;
}

/** Notifies a user of what has happened. Nobody waits for it, and its failure fails nothing else. */
export type NotifyUser = (userId: Id<'user'>, contents: readonly NotificationContent[]) => void;

/**
 * Notifies a user about the safety of their account: recorded in the transaction of what it is about, and pushed when that has
 * committed. Always: who could switch it off could also hide what they did.
 */
export type NotifySecurity = (tx: Tx, userId: Id<'user'>, contents: readonly NotificationContent[]) => Promise<void>;

export interface Notifier {
  /** Records first and pushes once the record is committed; so it is called after the commit of what it is about. */
  notify(userId: Id<'user'>, contents: readonly NotificationContent[]): Promise<void>;
  notifyUser: NotifyUser;
  notifySecurity: NotifySecurity;
}

/** Does nothing while live notifications are off, but for what concerns the safety of an account. */
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
