import type { Module } from '../../../platform/module.ts';
import { liveNotificationsSetting } from './live-notifications.ts';
import type { MarkDeps } from './mark-read.ts';
import { notificationBroadcast, notificationMade, notificationRead } from './notifications.events.ts';
import { notificationsPersonalData } from './notifications.personal-data.ts';
import { notificationsPlayerRoutes } from './notifications.routes.ts';
import { deleteNotifications } from './notifications.sql.ts';

export { liveNotificationsSetting } from './live-notifications.ts';
export { withdrawalCompleted, withdrawalFailed } from './notifications.rules.ts';
export { countUnread, insertNotifications } from './notifications.sql.ts';
export type { NotificationContent } from './notifications.types.ts';
export { createNotifier, type NotifySecurity, type NotifyUser } from './notifier.ts';

export const notifications: Module<MarkDeps> = {
  name: 'notifications',
  personalData: notificationsPersonalData,
  settings: [liveNotificationsSetting],
  events: [notificationMade, notificationBroadcast, notificationRead],
  run: (deps) => ({
    http: [
      {
        tag: {
          name: 'notifications',
          description: 'What the platform has told you: read it, count it, mark it as read.',
        },
        player: (routes) => notificationsPlayerRoutes(routes, deps),
      },
    ],
    erase: deleteNotifications,
  }),
};
