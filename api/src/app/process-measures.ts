import type { HotStore } from '../platform/hot-store/hot-store.ts';
import type { Readiness } from '../platform/http/health/health.ts';
import type { ProcessMeasure } from '../platform/observability/metrics.ts';
import type { Realtime } from '../platform/realtime/realtime.ts';
import { VERSION } from './version.ts';

export function processMeasures(
  hotStore: HotStore,
  realtime: Realtime,
  readiness: Readiness,
): readonly ProcessMeasure[] {
  const one = (value: number) => [{ labels: {}, value }];
  return [
    {
      name: 'lisura_build_info',
      help: 'Always 1; its labels tell what runs',
      labels: ['version', 'runtime'],
      read: () => [{ labels: { version: VERSION, runtime: process.version }, value: 1 }],
    },
    {
      name: 'lisura_ready',
      help: '1 while traffic may be sent to the process, 0 while it starts or stops',
      labels: [],
      read: () => one(readiness.migrated && !readiness.stopping ? 1 : 0),
    },
    { name: 'lisura_sockets', help: 'Sockets of clients', labels: [], read: () => one(realtime.connections) },
    {
      name: 'lisura_redis_up',
      help: '1 while Redis is used, 0 while the process goes on without; absent where none is configured',
      labels: [],
      read: () => (hotStore.kind === 'redis' ? one(hotStore.isThere ? 1 : 0) : []),
    },
  ];
}
