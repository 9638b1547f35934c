import type { Db } from '../../../../platform/database/db.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { Commitments, CommitmentsQuery } from './commitments.records.ts';
import { type SeedDeps, showCommitments } from './commitments.ts';

export function commitmentsPlayerRoutes(routes: Routes, deps: SeedDeps & { db: Db }): void {
  routes.get(
    '/provably-fair/commitments',
    {
      schema: {
        operationId: 'listCommitments',
        summary: 'List the server seed hashes of your next rolls',
        description:
          'The hashes bind the server before you bet: the seed behind a hash is the one used for the roll with that ' +
          'nonce, and it is revealed with the result. Asking again gives the same hashes. Set your client seed after ' +
          'you have seen them and the server cannot have chosen its seeds to suit it. Cases, upgrades and battles ' +
          'share the nonces.',
        querystring: CommitmentsQuery,
        response: { 200: Commitments },
      },
    },
    async (request) =>
      showCommitments(deps, {
        userId: callerOf(request).userId,
        count: request.query.count ?? 1,
        ip: request.ip,
      }),
  );
}
