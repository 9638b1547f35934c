import type { Db } from '../../../../platform/database/db.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import type { Game } from '../game.ts';
import { RefusedPlays, RefusedPlaysQuery, refusedPlayView } from './refused-plays.records.ts';
import { listRefusedPlays } from './refused-plays.sql.ts';

export function refusedPlaysRoutes(routes: Routes, { db, games }: { db: Db; games: readonly Game[] }): void {
  routes.get(
    '/provably-fair/refusals',
    {
      schema: {
        operationId: 'listRefusedPlays',
        summary: 'List plays that were refused after their client seed had arrived',
        description:
          'Lists the oldest first. Each is a leaf of the public log: ' +
          '`["REFUSALS",<id>,<serverSeedHash>,<nonce>,<clientSeed>,<code>,<at>,<game>,<terms>]`. Once the nonce was ' +
          'rolled, the entry has its server seed and the roll of the refused play, so that anybody can compute ' +
          'whether refused plays would have won more often than chance. It does not name the player. A user adds at ' +
          'most 500 a day, one for each nonce.',
        querystring: RefusedPlaysQuery,
        response: { 200: RefusedPlays },
      },
    },
    async ({ query }) => {
      const { after = '0', limit = 100, serverSeedHash = null } = query;
      const refusals = await listRefusedPlays(db, games, { after, limit, serverSeedHash });
      return { refusals: refusals.map(refusedPlayView) };
    },
  );
}
