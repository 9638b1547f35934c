import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../platform/http/once.ts';
import { listView, walkOf } from '../../../../platform/lists.ts';
import {
  AudienceQuery,
  AudienceView,
  Broadcast,
  BroadcastBody,
  BroadcastList,
  BroadcastsQuery,
} from './broadcasts.records.ts';
import { countAudience, listBroadcasts } from './broadcasts.sql.ts';
import { type BroadcastDeps, createBroadcast } from './send-broadcast.ts';

export function broadcastsAdminRoutes(routes: Routes, deps: BroadcastDeps): void {
  routes.get(
    '/admin/notifications',
    {
      schema: {
        operationId: 'adminListBroadcasts',
        summary: 'List notifications to all users',
        description: 'Lists the newest first, each with the number of users that have received it.',
        querystring: BroadcastsQuery,
        response: { 200: BroadcastList },
      },
    },
    async ({ query }) => {
      const page = walkOf(query);
      const { broadcasts, total } = await listBroadcasts(deps.db, page);
      return listView(broadcasts, page, total);
    },
  );

  routes.get(
    '/admin/notifications/audience',
    {
      schema: {
        operationId: 'adminCountBroadcastAudience',
        summary: 'Count the users that a notification would reach',
        description: 'Counts the users who may log in and, if asked for, only those who were active lately.',
        querystring: AudienceQuery,
        response: { 200: AudienceView },
      },
    },
    async ({ query }) => {
      const audience = { activeWithinDays: query.activeWithinDays ?? null };
      return { recipients: await countAudience(deps.db, audience, deps.clock.now()) };
    },
  );

  routes.post(
    '/admin/notifications',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'adminSendBroadcast',
        summary: 'Notify all users',
        description:
          'Sends a notification in both languages to all users or to those who were active lately. A job sends it, ' +
          'the list shows its progress, and it cannot be taken back. The audit trail records `BROADCAST_CREATED`.',
        body: BroadcastBody,
        response: { 200: Broadcast },
      },
    },
    async (request, reply) => {
      const { reason, activeWithinDays = null, ...words } = request.body;
      const { userId: actorId } = callerOf(request);
      const command = { content: { ...words, activeWithinDays }, reason, actorId, ip: request.ip };
      return createBroadcast(
        deps,
        command,
        onceOf(request, reply, (broadcast) => broadcast),
      );
    },
  );
}
