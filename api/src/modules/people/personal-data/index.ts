import type { Module } from '../../../platform/module.ts';
import type { CloseDeps } from './close-account.ts';
import type { ExportDeps } from './export-data.ts';
import { personalDataInvariants } from './personal-data.invariants.ts';
import { personalDataPlayerRoutes } from './personal-data.routes.ts';

export const personalData: Module<CloseDeps & ExportDeps> = {
  name: 'personal-data',
  invariants: personalDataInvariants,
  run: (deps) => ({
    http: [
      {
        tag: { name: 'personal-data', description: 'Everything that is kept about you, and closing your account.' },
        player: (routes) => personalDataPlayerRoutes(routes, deps),
      },
    ],
  }),
};
