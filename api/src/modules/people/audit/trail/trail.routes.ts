import type { Db } from '../../../../platform/database/db.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { listView, walkOf } from '../../../../platform/lists.ts';
import {
  RangeQuery,
  rangeView,
  TrailPage,
  TrailQuery,
  TrailWords,
  trailEntryView,
  trailFilterOf,
  VerifiedRange,
} from './trail.schemas.ts';
import { countTrail, listTrail, listTrailWords } from './trail.sql.ts';
import type { VerifyRange } from './verify-range.ts';

export function trailAdminRoutes(routes: Routes, db: Db, verifyRange: VerifyRange): void {
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

  routes.get(
    '/admin/audit/chain',
    {
      schema: {
        operationId: 'adminVerifyAuditRange',
        summary: 'Verify a part of the audit trail',
        description:
          'Recomputes the hash chain over the next entries, 100000 at most, and compares them with the signed ' +
          'checkpoints. Begin with `after=0` and go on with `after` = `head.position` until `isDone`: the parts ' +
          'together say the same as `GET /audit/verify-chain`, and a page can show the progress.',
        querystring: RangeQuery,
        response: { 200: VerifiedRange },
      },
    },
    async ({ query }) => rangeView(await verifyRange(query.after ?? 0, query.limit)),
  );
}
