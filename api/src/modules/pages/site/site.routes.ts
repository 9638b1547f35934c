import type { Routes } from '../../../platform/http/http-part.ts';
import type { SiteConfig } from './read-config.ts';
import { SiteConfigView } from './site.records.ts';

export function sitePublicRoutes(routes: Routes, readConfig: () => SiteConfig): void {
  routes.get(
    '/config',
    {
      config: { maxAgeSeconds: 30 },
      schema: {
        operationId: 'getConfig',
        summary: 'Read the public configuration',
        description:
          'Answers minimums and maximums, fees and edges, waiting times, names and colours, languages, and which ' +
          'features are on, as they are now. It may be kept for 30 seconds, so that `serverTime` may be that old: ' +
          '`GET /api/auth/session` has the time of its very answer.',
        response: { 200: SiteConfigView },
      },
    },
    async () => readConfig(),
  );
}
