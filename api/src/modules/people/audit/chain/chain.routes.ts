import type { Db } from '../../../../platform/database/db.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import type { HeadSigner } from './anchor-head.ts';
import { type ChainReport, PublicHead, RangeQuery, VerifiedChain, VerifiedRange } from './chain.records.ts';
import type { VerifyRange } from './verify-chain.ts';

export function chainPublicRoutes(routes: Routes, db: Db, signer: HeadSigner): void {
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

export function chainAdminRoutes(routes: Routes, verify: () => Promise<ChainReport>, verifyRange: VerifyRange): void {
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
    async ({ query }) => verifyRange(query.after ?? 0, query.limit),
  );
}
