import type { FastifyInstance } from 'fastify';
import { systemClock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/db.ts';
import { healthModule } from '../../src/platform/health.ts';
import { createMemoryStore } from '../../src/platform/hot-store/memory.ts';
import type { HttpModule } from '../../src/platform/http/module.ts';
import { createHttpServer } from '../../src/platform/http/server.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { createMetrics } from '../../src/platform/metrics.ts';
import type { Person } from './people.ts';

interface ModuleServerOptions {
  db: Db;
  modules: readonly HttpModule[];
  /** Who may come in; nobody else does. */
  admin: Person;
  player: Person;
}

/** Some modules behind the HTTP conventions, for tests that make them otherwise than the app does. */
export async function createModuleServer({
  db,
  modules,
  admin,
  player,
}: ModuleServerOptions): Promise<FastifyInstance> {
  const hotStore = createMemoryStore();
  const http = await createHttpServer({
    publicUrl: 'http://localhost',
    webOrigins: ['http://localhost'],
    trustProxy: false,
    rateLimits: { global: 0, auth: 0, caseOpen: 0 },
    logger: silentLogger,
    hotStore,
    clock: systemClock,
    metrics: createMetrics(db),
    authenticate: async ({ sessionId }) => {
      if (sessionId === admin.sessionId) return { userId: admin.userId, role: 'ADMIN', sessionId };
      return sessionId === player.sessionId ? { userId: player.userId, role: 'USER', sessionId } : null;
    },
    isReady: () => true,
    healthModule: healthModule({
      db,
      hotStore,
      readiness: { migrated: true, stopping: false },
      version: 'test',
      startedAt: new Date(),
    }),
    modules,
  });
  http.addHook('onClose', () => hotStore.close());
  return http;
}
