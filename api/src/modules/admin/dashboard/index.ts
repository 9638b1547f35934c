import type { Module } from '../../../platform/module.ts';
import { type DashboardDeps, dashboardAdminRoutes } from './dashboard.routes.ts';

export const dashboard: Module<DashboardDeps> = {
  name: 'dashboard',
  run: (deps) => ({
    http: [
      {
        tag: { name: 'dashboard', description: 'Figures of days, a chart of revenue, and recent activity of users.' },
        admin: (routes) => dashboardAdminRoutes(routes, deps),
      },
    ],
  }),
};
