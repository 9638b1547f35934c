import { type Db, transaction } from '../../../platform/database/db.ts';
import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../platform/http/openapi/openapi.ts';
import { type Id, toId } from '../../../platform/ids.ts';
import type { Push } from '../../../platform/realtime/events.ts';
import { notificationRead } from './notifications.messages.ts';
import {
  ListQuery,
  listRequestOf,
  MarkedAllRead,
  MarkedRead,
  NotificationParams,
  Notifications,
  notificationNotFound,
  notificationOfAnotherUser,
  notificationView,
  UnreadCount,
} from './notifications.records.ts';
import { countUnread, listNotifications, updateAllToRead, updateToRead } from './notifications.sql.ts';

export function notificationsPlayerRoutes(routes: Routes, deps: MarkDeps): void {
  notificationReadingRoutes(routes, deps);
  notificationMarkingRoutes(routes, deps);
}

function notificationReadingRoutes(routes: Routes, { db }: { db: Db }): void {
  routes.get(
    '/notifications',
    {
      schema: {
        operationId: 'listNotifications',
        summary: 'List your notifications',
        description:
          'Lists the newest first, of every status or of one. Unlike in other lists, the answer is a bare array.',
        querystring: ListQuery,
        response: { 200: Notifications },
      },
    },
    async (request) => {
      const rows = await listNotifications(db, callerOf(request).userId, listRequestOf(request.query));
      return rows.map(notificationView);
    },
  );

  routes.get(
    '/notifications/unread-count',
    {
      schema: {
        operationId: 'countUnreadNotifications',
        summary: 'Count your unread notifications',
        description: 'Counts your notifications with the status UNREAD.',
        response: { 200: UnreadCount },
      },
    },
    async (request) => ({ count: await countUnread(db, callerOf(request).userId) }),
  );
}

function notificationMarkingRoutes(routes: Routes, deps: MarkDeps): void {
  routes.post(
    '/notifications/:id/read',
    {
      schema: {
        operationId: 'markNotificationRead',
        summary: 'Mark a notification as read',
        description:
          'An unread notification becomes READ. Marking it again succeeds and changes nothing: the time of the first ' +
          'reading stays. Answers 400 for a notification of another user.',
        params: NotificationParams,
        response: { 200: MarkedRead, ...errorAnswers(404) },
      },
    },
    async (request) => {
      await markRead(deps, { id: toId(request.params.id), userId: callerOf(request).userId });
      return { success: true as const };
    },
  );

  routes.post(
    '/notifications/read-all',
    {
      schema: {
        operationId: 'markAllNotificationsRead',
        summary: 'Mark all notifications as read',
        description:
          'Every UNREAD notification of yours becomes READ. Answers how many changed; those read before do not count.',
        response: { 200: MarkedAllRead },
      },
    },
    async (request) => ({ count: await markAllRead(deps, callerOf(request).userId) }),
  );
}

export interface MarkDeps {
  db: Db;
  push: Pick<Push, 'toUser'>;
}

interface MarkRead {
  id: Id<'notification'>;
  userId: Id<'user'>;
}

/** A notification keeps the time of its first reading. */
async function markRead(deps: MarkDeps, { id, userId }: MarkRead): Promise<void> {
  const found = await transaction(deps.db, (tx) => updateToRead(tx, id, userId));
  if (found === null) throw notificationNotFound();
  if (!found.isOwn) throw notificationOfAnotherUser();
  deps.push.toUser(userId, notificationRead, { id });
}

/** Returns how many were unread. */
async function markAllRead(deps: MarkDeps, userId: Id<'user'>): Promise<number> {
  const changed = await transaction(deps.db, (tx) => updateAllToRead(tx, userId));
  if (changed > 0) deps.push.toUser(userId, notificationRead, { id: null });
  return changed;
}
