import { type Clock, systemClock } from '../../../platform/clock.ts';
import { type Db, transaction } from '../../../platform/db.ts';
import type { Id } from '../../../platform/ids.ts';
import {
  type AmountDetails,
  caseOpened,
  type DropDetails,
  depositConfirmed,
  type FailureDetails,
  promotion,
  systemMessage,
  type UpgradeDetails,
  upgradeFailed,
  upgradeSucceeded,
  withdrawalCompleted,
  withdrawalFailed,
} from './notifications.rules.ts';
import { pushView } from './notifications.schemas.ts';
import { insertTypedNotifications } from './notifications.sql.ts';
import type { NotificationContent, OwnWords } from './notifications.types.ts';

interface NotifierDeps {
  db: Db;
  /** To the sockets of one user (room `user:<userId>`), or of everybody. */
  push: {
    toUser(userId: Id<'user'>, event: string, payload: object): void;
    toAll(event: string, payload: object): void;
  };
  /** The platform setting `liveNotifications`, asked each time since it changes while the server runs. */
  isLive: () => boolean | Promise<boolean>;
  clock?: Clock;
}

/** Of one thing, or of several that happened together. */
type Notify<Details> = (userId: Id<'user'>, ...details: readonly Details[]) => Promise<void>;

/** Each records first and pushes once the record is committed; so they are called after the commit of what they tell. */
interface Notifier {
  depositConfirmed: Notify<AmountDetails>;
  withdrawalCompleted: Notify<AmountDetails>;
  withdrawalFailed: Notify<FailureDetails>;
  caseOpened: Notify<DropDetails>;
  upgradeSucceeded: Notify<UpgradeDetails>;
  upgradeFailed: Notify<UpgradeDetails>;
  systemMessage: Notify<OwnWords>;
  promotion: Notify<OwnWords>;
  /** To everybody who is connected now. Nothing is recorded, since it belongs to no user. */
  broadcastNotification(content: OwnWords & { type: 'SYSTEM' | 'PROMOTION' }): Promise<void>;
}

/** Does nothing while live notifications are off. */
export function createNotifier({ db, push, isLive, clock = systemClock }: NotifierDeps): Notifier {
  const notifyOf =
    <Details>(contentOf: (details: Details) => NotificationContent): Notify<Details> =>
    async (userId, ...details) => {
      if (!(await isLive())) return;
      const contents = details.map(contentOf);
      const recorded = await transaction(db, (tx) => insertTypedNotifications(tx, userId, contents));
      for (const each of recorded) push.toUser(userId, 'notification', pushView(each));
    };
  return {
    depositConfirmed: notifyOf(depositConfirmed),
    withdrawalCompleted: notifyOf(withdrawalCompleted),
    withdrawalFailed: notifyOf(withdrawalFailed),
    caseOpened: notifyOf(caseOpened),
    upgradeSucceeded: notifyOf(upgradeSucceeded),
    upgradeFailed: notifyOf(upgradeFailed),
    systemMessage: notifyOf(systemMessage),
    promotion: notifyOf(promotion),
    broadcastNotification: async ({ type, title, message, metadata = null }) => {
      if (!(await isLive())) return;
      push.toAll('notification:global', { type, title, message, metadata, createdAt: clock.now().toISOString() });
    },
  };
}
