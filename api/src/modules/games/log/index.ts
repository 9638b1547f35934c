import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { Module } from '../../../platform/module.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { DecisionDeps } from '../../people/decisions/index.ts';
import type { Game } from '../rolls/index.ts';
import { createLogKeeper, type LogPlaces } from './keep-log.ts';
import { logAdminRoutes, logPublicRoutes } from './log.routes.ts';
import { sourcesOf } from './sources.ts';

export type { LogPlaces } from './keep-log.ts';
export { logInvariants } from './log.invariants.ts';
export { sourcesOf } from './sources.ts';

interface LogDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  settings: DecisionDeps['settings'];
  games: readonly Game[];
  log: LogPlaces;
}

/** Any kept head proves a change of earlier leaves. */
export const publicLog: Module<LogDeps> = {
  name: 'log',
  run: ({ db, clock, logger, settings, games, log }) => {
    const sources = sourcesOf(games);
    const keeper = createLogKeeper({ db, clock, logger, sources, ...log });
    const reads = { db, keeper, sources };
    return {
      http: [
        {
          tag: {
            name: 'log',
            description:
              'The public log: every commitment, result and head of the ledger in one signed, append-only tree.',
          },
          public: (routes) => logPublicRoutes(routes, reads, keeper.publicKey),
          admin: (routes) => logAdminRoutes(routes, reads, { db, clock, settings, keeper }),
        },
      ],
      start: keeper.start,
      stop: keeper.stop,
    };
  },
};
