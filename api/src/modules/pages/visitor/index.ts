import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { Module } from '../../../platform/module.ts';
import { visitorPublicRoutes } from './visitor.routes.ts';

interface VisitorDeps {
  db: Db;
  clock: Clock;
  /** Null where no payment provider is configured. */
  pix: object | null;
}

/** The user of a page, which every page asks for first. */
export const visitor: Module<VisitorDeps> = {
  name: 'visitor',
  run: ({ db, clock, pix }) => ({
    http: [
      {
        tag: { name: 'session', description: 'The visitor of a page, logged in or not.' },
        public: (routes) => visitorPublicRoutes(routes, { db, clock, canDeposit: pix !== null }),
      },
    ],
  }),
};
