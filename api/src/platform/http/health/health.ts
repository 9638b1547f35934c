import { Type } from 'typebox';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';
import type { HotStore } from '../../hot-store/hot-store.ts';
import { type CertificateEnd, type Certificates, readEnds } from '../../outbound/certificate-ends.ts';
import { timeOf } from '../../schemas.ts';
import { within } from '../../time-limits.ts';
import type { HttpPart } from '../http-part.ts';

export interface Readiness {
  migrated: boolean;
  stopping: boolean;
}

interface HealthDeps {
  db: Db;
  hotStore: HotStore;
  readiness: Readiness;
  version: string;
  clock: Clock;
  certificates: Certificates;
}

const CHECK_TIMEOUT_MS = 2_000;

const Check = Type.Object(
  {
    status: Type.Unsafe<'up' | 'down'>({ type: 'string', enum: ['up', 'down'], description: 'Whether it answers' }),
    version: Type.Optional(Type.String({ description: 'Version of the answering service', examples: ['18.4'] })),
    latencyMs: Type.Optional(Type.Number({ description: 'Time that the answer took', examples: [0.4] })),
    message: Type.Optional(Type.String({ description: 'The fault, for people to read' })),
  },
  { title: 'HealthCheck', description: 'The state of one dependency of the server' },
);

const HealthStatus = Type.Unsafe<'ok' | 'degraded' | 'down'>({
  title: 'HealthStatus',
  type: 'string',
  enum: ['ok', 'degraded', 'down'],
  description: 'The state as a whole',
});

const Health = Type.Object(
  {
    status: HealthStatus,
    version: Type.String({ description: 'Version of the server' }),
    runtime: Type.String({ description: 'Runtime of the server' }),
    startedAt: timeOf('When the process was started'),
    uptimeSeconds: Type.Integer({ description: 'How long it has run' }),
    checks: Type.Object(
      {
        database: { ...Check, description: 'PostgreSQL' },
        hotStore: Type.Intersect(
          [Check, Type.Object({ kind: Type.String({ description: 'Where it is kept', examples: ['memory'] }) })],
          { description: 'Copies, counts and leases that can be lost without harm' },
        ),
        migrations: { ...Check, description: 'Whether the database has the form that the server needs' },
        bankCertificates: Type.Optional(
          Type.Intersect([Check, Type.Object({ endsAt: Type.Optional(timeOf('When the first of them ends')) })], {
            description: 'Our certificates for the bank, where it asks for them',
          }),
        ),
      },
      { description: 'The dependencies of the server' },
    ),
  },
  {
    title: 'Health',
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

const Answer = Type.Object({ status: HealthStatus }, { title: 'HealthAnswer', examples: [{ status: 'ok' }] });

export function healthPart(given: HealthDeps): HttpPart {
  const deps = { ...given, startedAt: given.clock.now() };
  const askDatabase = oneAtATime(() => checkDatabase(deps.db));
  return {
    tag: { name: 'health', description: 'Whether the server and its dependencies answer.' },
    public: (routes) => {
      // Supervisors may ask as often as they like.
      const config = { whileStarting: true, limits: 'none' as const };
      routes.get(
        '/health',
        {
          config,
          schema: {
            operationId: 'getHealth',
            summary: 'Read the health of the server and its dependencies',
            description:
              'Answers the state of the server and of its dependencies, with versions and latencies. The status is ' +
              '503 if the database does not answer; `degraded` with 200 if only an accelerator is missing, or a certificate ' +
              'of the connection to the bank ends within 30 days.',
            response: { 200: Health, 503: { ...Health, description: 'The database does not answer' } },
          },
        },
        async (_request, reply) => {
          const health = await readHealth(deps, askDatabase);
          return reply.code(health.status === 'down' ? 503 : 200).send(health);
        },
      );
      routes.get(
        '/health/ready',
        {
          config,
          schema: {
            operationId: 'getReadiness',
            summary: 'Check whether traffic may be sent here',
            description:
              'Answers 200 once migrations are done and while the database answers, otherwise 503. Load balancers ' +
              'ask it.',
            response: { 200: Answer, 503: { ...Answer, description: 'Not ready' } },
          },
        },
        async (_request, reply) => {
          const { migrated, stopping } = deps.readiness;
          const ready = migrated && !stopping && (await askDatabase()).status === 'up';
          return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'down' });
        },
      );
      routes.get(
        '/health/live',
        {
          config,
          schema: {
            operationId: 'getLiveness',
            summary: 'Check whether the process answers',
            description:
              'Answers 200 while the process can answer at all. Supervisors that restart a hung process ask it.',
            response: { 200: Answer },
          },
        },
        async () => ({ status: 'ok' as const }),
      );
    },
  };
}

/** Sharing a check keeps callers from occupying the database. */
function oneAtATime<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let underWay: Promise<Answer> | null = null;
  return () => {
    underWay ??= ask().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}

type DatabaseCheck = Awaited<ReturnType<typeof checkDatabase>>;

async function readHealth(
  { hotStore, readiness, version, startedAt, clock, certificates }: Omit<HealthDeps, 'db'> & { startedAt: Date },
  askDatabase: () => Promise<DatabaseCheck>,
) {
  const [database, hot, ends] = await Promise.all([
    askDatabase(),
    checkHotStore(hotStore),
    readEnds(certificates, clock.now()),
  ]);
  const isDegraded = hot.status === 'down' || !readiness.migrated || ends.some(({ isDue }) => isDue);
  const status = database.status === 'down' ? 'down' : isDegraded ? 'degraded' : 'ok';
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
      ...(ends.length === 0 ? {} : { bankCertificates: checkOf(ends) }),
    },
  };
}

function checkOf(ends: readonly CertificateEnd[]) {
  const [first] = ends.flatMap(({ endsAt }) => endsAt ?? []).sort((one, other) => one.getTime() - other.getTime());
  const due = ends.filter(({ isDue }) => isDue).map(({ setting }) => setting);
  return {
    status: ends.some(({ endsAt }) => endsAt === null) ? ('down' as const) : ('up' as const),
    ...(first === undefined ? {} : { endsAt: first.toISOString() }),
    ...(due.length === 0 ? {} : { message: `Replace the certificate of ${due.join(' and ')}` }),
  };
}

async function checkDatabase(db: Db) {
  const startedMs = performance.now();
  try {
    const rows = await within(
      CHECK_TIMEOUT_MS,
      db.query<{ version: string }>(sql`select current_setting('server_version') as version`),
      'the answer of the database',
    );
    return { status: 'up' as const, version: rows[0]?.version ?? 'unknown', latencyMs: elapsedMs(startedMs) };
  } catch {
    return { status: 'down' as const, message: 'The database does not answer' };
  }
}

async function checkHotStore(hotStore: HotStore) {
  try {
    const latencyMs = await within(CHECK_TIMEOUT_MS, hotStore.ping(), 'the answer of the hot store');
    return { status: 'up' as const, latencyMs: Math.round(latencyMs * 100) / 100 };
  } catch {
    return { status: 'down' as const, message: 'The hot store does not answer; the process uses its own memory' };
  }
}

const elapsedMs = (startedMs: number) => Math.round((performance.now() - startedMs) * 100) / 100;
