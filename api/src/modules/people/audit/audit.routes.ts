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
          'The position and hash of the newest entry that was anchored, which cover all entries before it, signed. Keep ' +
          'it: whoever rewrites the trail later cannot make it agree with what you have. `head` is null before the ' +
          'first entry was anchored.',
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
        description: "The caller's own entries of the audit trail, newest first.",
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
          'The entries of the audit trail about one record of any kind, newest first, with whom each concerns and who ' +
          'did it. A record that nothing was recorded about has an empty list.',
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
          'Recomputes the hash chain over every entry, holds it against the signed checkpoints kept outside the ' +
          'database, and names the first entry that was altered, deleted, moved or put in. Checkpoints that were written ' +
          'and are no longer there make it invalid too. It reads the whole trail, so on a large one it takes a while; ' +
          'calls while one runs get the answer of that one.',
        response: { 200: VerifiedChain },
      },
    },
    async () => verify(),
  );
}
