import type { Db } from '../../../platform/db.ts';
import type { HttpModule } from '../../../platform/http/module.ts';
import { notificationsPlayerRoutes } from './notifications.routes.ts';

export { liveNotificationsSetting } from './live-notifications.ts';
export { insertNotifications } from './notifications.sql.ts';
export { createNotifier } from './notifier.ts';

export function notificationsModule(deps: { db: Db }): HttpModule {
  return {
    tag: { name: 'notifications', description: 'What the platform has told you: read it, count it, mark it as read.' },
    player: (routes) => notificationsPlayerRoutes(routes, deps),
  };
}
