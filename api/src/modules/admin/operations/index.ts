import type { Module } from '../../../platform/module.ts';
import type { SettingsDeps } from './change-settings.ts';
import { operationsAdminRoutes } from './operations.routes.ts';

export { changeSettings } from './change-settings.ts';

export const operations: Module<SettingsDeps> = {
  name: 'operations',
  run: (given) => ({
    http: [
      {
        tag: { name: 'operations', description: 'Settings that administrators change while the platform runs.' },
        admin: (routes) => operationsAdminRoutes(routes, given),
      },
    ],
  }),
};
