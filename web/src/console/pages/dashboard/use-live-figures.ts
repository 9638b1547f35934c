import { useLive } from '../../../data/live.ts';
import { invalidate } from '../../../data/queries.ts';

/** Figures, queues and alerts are asked for anew when the server says that they have changed. */
export function useLiveFigures(): void {
  useLive('admin:figures', () =>
    invalidate(
      'GET /admin/dashboard/comparison',
      'GET /admin/analytics/rtp-by-case',
      'GET /admin/dashboard/recent-activity',
    ),
  );
  useLive('admin:queues', () => invalidate('GET /admin/queues'));
}
