import type { Db } from '../../../platform/database/db.ts';
import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { listView, pageOf, pageQuery } from '../../../platform/lists.ts';
import {
  EntityEntries,
  EntityParams,
  entityEntryView,
  OwnEntries,
  ownEntryView,
  PublicHead,
  VerifiedChain,
} from './audit.schemas.ts';
import { listEntityEntries, listUserEntries } from './audit.sql.ts';
import type { ChainReport } from './audit.types.ts';
import type { HeadSigner } from './signed-head.ts';

export function auditPublicRoutes(routes: Routes, db: Db, signer: HeadSigner): void {
  routes.get(
    '/audit/head',
    {
      schema: {
        operationId: 'getAuditHead',
        summary: 'Read the signed head of the audit trail',
        description:
          'Answers the position and hash of the newest entry that was anchored, which cover all entries before it, ' +
          'with a signature. Keep it: nobody who rewrites the trail later can make it agree with your copy. `head` ' +
          'is null before the first entry was anchored.',
        response: { 200: PublicHead },
      },
    },
    async () => ({ head: await signer.newest(db), publicKey: signer.publicKey }),
  );
}

export function auditPlayerRoutes(routes: Routes, db: Db): void {
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

export function auditAdminRoutes(routes: Routes, db: Db, verify: () => Promise<ChainReport>): void {
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
    '/audit/verify-chain',
    {
      schema: {
        operationId: 'verifyAuditChain',
        summary: 'Verify the whole audit trail',
        description:
          'Recomputes the hash chain over every entry, compares it with the signed checkpoints kept outside the ' +
          'database, and names the first entry that was altered, deleted, moved or put in. A missing checkpoint ' +
          'makes the trail invalid, too. It reads the whole trail, so it takes a while on a large one; calls during ' +
          'a run get the answer of that run.',
        response: { 200: VerifiedChain },
      },
    },
    async () => verify(),
  );
}
