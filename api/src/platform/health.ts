import { Type } from 'typebox';
import type { Db } from './db.ts';
import type { HotStore } from './hot-store/hot-store.ts';
import type { HttpModule } from './http/module.ts';
import { Timestamp } from './schemas.ts';
import { sql } from './sql.ts';

/** How far the start of the process has come. */
export interface Readiness {
  migrated: boolean;
  stopping: boolean;
}

interface HealthDeps {
  db: Db;
  hotStore: HotStore;
  readiness: Readiness;
  version: string;
  startedAt: Date;
}

const CHECK_TIMEOUT_MS = 2_000;

const Check = Type.Object({
  status: Type.Unsafe<'up' | 'down'>({ type: 'string', enum: ['up', 'down'] }),
  version: Type.Optional(Type.String({ examples: ['18.4'] })),
  latencyMs: Type.Optional(Type.Number({ examples: [0.4] })),
  message: Type.Optional(Type.String()),
});

const HealthStatus = Type.Unsafe<'ok' | 'degraded' | 'down'>({ type: 'string', enum: ['ok', 'degraded', 'down'] });

const Health = Type.Object(
  {
    status: HealthStatus,
    version: Type.String(),
    runtime: Type.String(),
    startedAt: Timestamp,
    uptimeSeconds: Type.Integer(),
    checks: Type.Object({
      database: Check,
      hotStore: Type.Intersect([Check, Type.Object({ kind: Type.String({ examples: ['memory'] }) })]),
      migrations: Check,
    }),
  },
  {
    examples: [
      {
        status: 'ok',
        version: '0.1.0',
        runtime: 'Node v26.10.0',
        startedAt: '2026-11-15T12:00:00.000Z',
        uptimeSeconds: 3600,
        checks: {
          database: { status: 'up', version: '18.4', latencyMs: 0.4 },
          hotStore: { status: 'up', kind: 'memory', latencyMs: 0 },
          migrations: { status: 'up' },
        },
      },
    ],
  },
);

const Answer = Type.Object({ status: HealthStatus }, { examples: [{ status: 'ok' }] });

export function healthModule(deps: HealthDeps): HttpModule {
  return {
    tag: { name: 'health', description: 'Is the server there, and what does it stand on.' },
    public: (routes) => {
      const config = { whileStarting: true };
      routes.get(
        '/health',
        {
          config,
          schema: {
            operationId: 'getHealth',
            summary: 'State of everything',
            description:
              'The state of the server and of what it needs, with versions and latencies. 503 when the database does ' +
              'not answer; `degraded` with 200 when only an accelerator is missing.',
            response: { 200: Health, 503: { ...Health, description: 'The database does not answer' } },
          },
        },
        async (_request, reply) => {
          const health = await readHealth(deps);
          return reply.code(health.status === 'down' ? 503 : 200).send(health);
        },
      );
      routes.get(
        '/health/ready',
        {
          config,
          schema: {
            operationId: 'getReadiness',
            summary: 'May traffic be sent here?',
            description:
              '200 once migrations are done and while the database answers, otherwise 503. For load balancers.',
            response: { 200: Answer, 503: { ...Answer, description: 'Not ready' } },
          },
        },
        async (_request, reply) => {
          const { migrated, stopping } = deps.readiness;
          const ready = migrated && !stopping && (await checkDatabase(deps.db)).status === 'up';
          return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'down' });
        },
      );
      routes.get(
        '/health/live',
        {
          config,
          schema: {
            operationId: 'getLiveness',
            summary: 'Does the process answer?',
            description: 'Always 200 while the process can answer at all. For supervisors that restart a hung process.',
            response: { 200: Answer },
          },
        },
        async () => ({ status: 'ok' as const }),
      );
    },
  };
}

async function readHealth({ db, hotStore, readiness, version, startedAt }: HealthDeps) {
  const [database, hot] = await Promise.all([checkDatabase(db), checkHotStore(hotStore)]);
  const status = database.status === 'down' ? 'down' : hot.status === 'down' || !readiness.migrated ? 'degraded' : 'ok';
  return {
    status: status as 'ok' | 'degraded' | 'down',
    version,
    runtime: `Node ${process.version}`,
    startedAt: startedAt.toISOString(),
    uptimeSeconds: Math.floor(process.uptime()),
    checks: {
      database,
      hotStore: { ...hot, kind: hotStore.kind },
      migrations: { status: readiness.migrated ? ('up' as const) : ('down' as const) },
    },
  };
}

async function checkDatabase(db: Db) {
  const startedMs = performance.now();
  try {
    const rows = await within(
      CHECK_TIMEOUT_MS,
      db.query<{ version: string }>(sql`select current_setting('server_version') as version`),
    );
    return { status: 'up' as const, version: rows[0]?.version ?? 'unknown', latencyMs: elapsedMs(startedMs) };
  } catch {
    return { status: 'down' as const, message: 'The database does not answer' };
  }
}

async function checkHotStore(hotStore: HotStore) {
  try {
    const latencyMs = await within(CHECK_TIMEOUT_MS, hotStore.ping());
    return { status: 'up' as const, latencyMs: Math.round(latencyMs * 100) / 100 };
  } catch {
    return { status: 'down' as const, message: 'The hot store does not answer; the process uses its own memory' };
  }
}

const elapsedMs = (startedMs: number) => Math.round((performance.now() - startedMs) * 100) / 100;

function within<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  const timer = setTimeout(() => reject(new Error('No answer in time')), timeoutMs);
  work.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
