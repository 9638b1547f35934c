import type { Db } from '../../../../platform/database/db.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { listView, pageOf, pageQuery, walkOf } from '../../../../platform/lists.ts';
import {
  EntityEntries,
  EntityParams,
  entityEntryView,
  OwnEntries,
  ownEntryView,
  TrailPage,
  TrailQuery,
  TrailWords,
  trailEntryView,
  trailFilterOf,
} from './trail.records.ts';
import { countTrail, listEntityEntries, listTrail, listTrailWords, listUserEntries } from './trail.sql.ts';

export function trailPlayerRoutes(routes: Routes, db: Db): void {
  routes.get(
    '/audit/my-logs',
    {
      schema: {
        operationId: 'listMyAuditLogs',
        summary: 'List the audit entries about you',
        description: "Lists the caller's own entries of the audit trail, newest first.",
        querystring: pageQuery({}),
        response: { 200: OwnEntries },
      },
    },
    async (request) => {
      const page = pageOf(request.query);
      const { rows, total } = await listUserEntries(db, callerOf(request).userId, page);
      return listView(rows.map(ownEntryView), page, total);
    },
  );
}

export function trailAdminRoutes(routes: Routes, db: Db): void {
  routes.get(
    '/audit/entity/:type/:id',
    {
      schema: {
        operationId: 'listEntityAuditLogs',
        summary: 'List the audit entries about a record',
        description:
          'Lists the entries of the audit trail about one record of any kind, newest first, with the user that each ' +
          'concerns and the actor. The list is empty for a record without entries.',
        params: EntityParams,
        querystring: pageQuery({}),
        response: { 200: EntityEntries },
      },
    },
    async ({ params, query }) => {
      const page = pageOf(query);
      const { rows, total } = await listEntityEntries(db, params.type, params.id, page);
      return listView(rows.map(entityEntryView), page, total);
    },
  );

  routes.get(
    '/admin/audit',
    {
      schema: {
        operationId: 'adminListAudit',
        summary: 'List entries of the audit trail',
        description:
          'Lists all entries, newest first, or those that fit every filter. Use `before` to go far back. ' +
          '`meta.total` is not counted further than 10000.',
        querystring: TrailQuery,
        response: { 200: TrailPage },
      },
    },
    async ({ query }) => {
      const filter = trailFilterOf(query);
      const page = walkOf(query);
      const [rows, total] = await Promise.all([listTrail(db, filter, page), countTrail(db, filter)]);
      return listView(rows.map(trailEntryView), page, total);
    },
  );

  routes.get(
    '/admin/audit/words',
    {
      schema: {
        operationId: 'adminListAuditWords',
        summary: 'List the filters of the audit trail',
        description: 'Lists every action and every kind of record that the trail has, in alphabetical order.',
        response: { 200: TrailWords },
      },
    },
    async () => listTrailWords(db),
  );
}
