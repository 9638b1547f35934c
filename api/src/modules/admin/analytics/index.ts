import type { Module } from '../../../platform/module.ts';
import { type AnalyticsDeps, analyticsAdminRoutes } from './analytics.routes.ts';

export const analytics: Module<AnalyticsDeps> = {
  name: 'analytics',
  run: (deps) => ({
    http: [
      {
        tag: { name: 'analytics', description: 'Figures over days, as JSON or as a table.' },
        admin: (routes) => analyticsAdminRoutes(routes, deps),
      },
    ],
  }),
};
