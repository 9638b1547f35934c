import type { FastifyInstance } from 'fastify';
import { systemClock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/database/db.ts';
import { createMemoryStore } from '../../src/platform/hot-store/hot-store.ts';
import { healthPart } from '../../src/platform/http/health/health.ts';
import type { HttpPart } from '../../src/platform/http/http-part.ts';
import { createHttpServer } from '../../src/platform/http/server.ts';
import { silentLogger } from '../../src/platform/observability/logger.ts';
import { createMetrics } from '../../src/platform/observability/metrics.ts';
import type { Person } from './people.ts';

interface PartsServerOptions {
  db: Db;
  parts: readonly HttpPart[];
  /** Only these two may come in. */
  admin: Person;
  player: Person;
}

/** Some parts behind the HTTP conventions, for tests that make them otherwise than the app does. */
export async function createPartsServer({ db, parts, admin, player }: PartsServerOptions): Promise<FastifyInstance> {
  const hotStore = createMemoryStore();
  const http = await createHttpServer({
    publicUrl: 'http://localhost',
    ownUrls: ['http://localhost'],
    frontEndUrl: null,
    webApp: {
      folder: '/nowhere',
      prerenderedFile: 'none',
      paths: ['/'],
      noncePlaceholder: 'nonce',
      pictureOrigins: [],
      words: {},
    },
    webOrigins: ['http://localhost'],
    trustProxy: false,
    rateLimits: { global: 0, auth: 0, caseOpen: 0, market: 0, dataExport: 0 },
    logger: silentLogger,
    hotStore,
    clock: systemClock,
    metrics: createMetrics(db),
    showsMetrics: false,
    authenticate: async ({ sessionId }) => {
      if (sessionId === admin.sessionId) return { userId: admin.userId, role: 'ADMIN', sessionId };
      return sessionId === player.sessionId ? { userId: player.userId, role: 'USER', sessionId } : null;
    },
    isReady: () => true,
    isStopping: () => false,
    healthPart: healthPart({
      db,
      hotStore,
      readiness: { migrated: true, stopping: false },
      version: 'test',
      clock: systemClock,
      certificates: {},
    }),
    parts,
    version: '0.0.0',
    referenceOrder: [],
    socketEvents: new Map(),
  });
  http.addHook('onClose', () => hotStore.close());
  return http;
}
