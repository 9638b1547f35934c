import type { Id } from '../../../platform/ids.ts';
import type { Module } from '../../../platform/module.ts';
import { broadcastsAdminRoutes } from './broadcasts/broadcasts.admin-routes.ts';
import { type BroadcastDeps, SEND_BROADCAST, sendBroadcast } from './broadcasts/send-broadcast.ts';
import { liveNotificationsSetting } from './live-notifications.ts';
import type { MarkDeps } from './mark-read.ts';
import { notificationBroadcast, notificationMade, notificationRead } from './notifications.events.ts';
import { notificationsPersonalData } from './notifications.personal-data.ts';
import { notificationsPlayerRoutes } from './notifications.routes.ts';
import { deleteNotifications } from './notifications.sql.ts';

export { liveNotificationsSetting } from './live-notifications.ts';
export { withdrawalCompleted, withdrawalFailed } from './notifications.rules.ts';
export { countUnread, insertNotifications } from './notifications.sql.ts';
export type { NotificationContent, OwnWords, SystemNotification } from './notifications.types.ts';
export { createNotifier, type NotifySecurity, type NotifyUser } from './notifier.ts';

type NotificationsDeps = MarkDeps & BroadcastDeps;

export const notifications: Module<NotificationsDeps> = {
  name: 'notifications',
  personalData: notificationsPersonalData,
  settings: [liveNotificationsSetting],
  events: [notificationMade, notificationBroadcast, notificationRead],
  run: (deps) => ({
    http: [
      {
        tag: {
          name: 'notifications',
          description: 'Notifications of the platform: read them, count them, mark them as read.',
          forAdministrators: 'Notify all users, and see how far that is.',
        },
        player: (routes) => notificationsPlayerRoutes(routes, deps),
        admin: (routes) => broadcastsAdminRoutes(routes, deps),
      },
    ],
    jobs: { tasks: { [SEND_BROADCAST]: (payload) => sendBroadcast(deps, payload as { id: Id<'broadcast'> }) } },
    erase: deleteNotifications,
  }),
};
